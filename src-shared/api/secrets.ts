import { z } from 'zod';
import { procedure } from './base.ts';

const name = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/);

/** A use of a stored secret by a file that it does not belong to. */
const useSchema = z.object({ file: z.string().min(1).max(1_024), name });

/**
 * A file that uses foreign secrets, and the decision about it; `waiting`: it is older than the question, and
 * works until it is answered; `foreign`: nobody has allowed it, and it does not work.
 */
export const foreignUseSchema = z.object({
  file: z.string(),
  standing: z.enum(['allowed', 'refused', 'waiting', 'foreign']),
});

/** A secret by its name: values are write-only. */
export const secretSchema = z.object({
  name: z.string(),
  isStored: z.boolean(),
  /** Files of the workspace that name it, as `file pointer`. */
  usedBy: z.array(z.string()),
  /** Files that it belongs to; the settings and the environments are one, `gatehouse.json`. */
  owners: z.array(z.string()),
  others: z.array(foreignUseSchema),
});

export const secretsContract = {
  /** Those that are stored, and those that files name and nobody has stored. */
  list: procedure.output(z.array(secretSchema)),
  /** `file` is the one for which it is stored; it owns a new secret whose name speaks of no other file. */
  set: procedure
    .input(z.object({ name, value: z.string().min(1).max(65_536), file: z.string().max(1_024).optional() }))
    .output(z.object({ name: z.string(), owners: z.array(z.string()) })),
  /** Lets files use stored secrets of others, at once and until it is taken back. A connector may be named by its name. */
  allow: procedure.input(z.object({ uses: z.array(useSchema).min(1).max(10_000) })),
  /** Takes the use of secrets of others away from files. */
  refuse: procedure.input(z.object({ uses: z.array(useSchema).min(1).max(10_000) })),
  /** Drops a secret; `restore` with the result undoes it within ten minutes. */
  remove: procedure.input(z.object({ name })).output(z.object({ undoId: z.string() })),
  restore: procedure.input(z.object({ undoId: z.string() })).output(z.object({ name: z.string() })),
};

export type ForeignUse = z.infer<typeof foreignUseSchema>;
export type Secret = z.infer<typeof secretSchema>;
