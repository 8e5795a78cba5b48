import { z } from 'zod';
import { flowScriptSchema } from '../flows/script.ts';

/** `flows/<name>.json`: a flow with all that was edited in it, to be run again. Values are bound, never stored. */
export const flowFileSchema = z.looseObject({
  /** The flow that it was made from. */
  kind: z.string(),
  /** Name of a target; absent: the hosted server. */
  target: z.string().optional(),
  client_id: z.string(),
  username: z.string().optional(),
  script: flowScriptSchema,
});

/** A saved flow. */
export interface SavedFlow {
  /** The name of its file. */
  readonly name: string;
  readonly file: z.output<typeof flowFileSchema>;
}
