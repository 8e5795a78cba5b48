import { z } from 'zod';
import { flowScriptSchema } from '../flows/script.ts';

/** `flows/<name>.json`: a flow with all that was edited in it, to be run again. Values are bound, never stored. */
export const flowFileSchema = z.looseObject({
  kind: z.string().describe('The flow that it was made from.'),
  target: z.string().optional().describe('Name of a target; absent: the hosted server.'),
  client_id: z.string().describe('The client that plays it.'),
  username: z.string().optional().describe('Who signs in; absent: nobody.'),
  script: flowScriptSchema.describe('The requests of the flow.'),
});

/** A saved flow. */
export interface SavedFlow {
  /** The name of its file. */
  readonly name: string;
  readonly file: z.output<typeof flowFileSchema>;
}
