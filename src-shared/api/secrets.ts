import { z } from 'zod';
import { procedure } from './base.ts';

const name = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/);

/** A secret by its name: values are write-only. */
export const secretSchema = z.object({
  name: z.string(),
  isStored: z.boolean(),
  /** Files of the workspace that name it, as `file pointer`. */
  usedBy: z.array(z.string()),
});

export const secretsContract = {
  /** Those that are stored, and those that files name and nobody has stored. */
  list: procedure.output(z.array(secretSchema)),
  set: procedure
    .input(z.object({ name, value: z.string().min(1).max(65_536) }))
    .output(z.object({ name: z.string() })),
  /** Drops a secret; `restore` with what comes back undoes it within ten minutes. */
  remove: procedure.input(z.object({ name })).output(z.object({ undoId: z.string() })),
  restore: procedure.input(z.object({ undoId: z.string() })).output(z.object({ name: z.string() })),
};

export type Secret = z.infer<typeof secretSchema>;
