import { z } from 'zod';
import { trustKinds } from '../trust/item.ts';
import { procedure } from './base.ts';

const named = z.object({ kind: z.enum(trustKinds), value: z.string().max(8_192) });

/**
 * `everything`: for this run, as its folder was named on a command line or Gatehouse made it; `trusted`: what was decided;
 * `restricted`: nothing; `forced`: nothing, for this run.
 */
export const trustModes = ['everything', 'trusted', 'restricted', 'forced'] as const;

const statusSchema = z.object({
  directory: z.string(),
  mode: z.enum(trustModes),
  /** When this user decided; null: not yet. */
  decidedAtMillis: z.number().nullable(),
  items: z.array(
    named.extend({
      /** The files that say so, as paths below the workspace. */
      files: z.array(z.string()),
      isOff: z.boolean(),
    }),
  ),
});

const folderSchema = z.object({
  directory: z.string(),
  name: z.string(),
  /** `open`: nobody has decided yet. */
  decision: z.enum(['trusted', 'restricted', 'open']),
  decidedAtMillis: z.number(),
  /** The actions it is allowed, each as its kind and its value. */
  items: z.array(z.string()),
  /** True if the folder currently exists. */
  exists: z.boolean(),
  isOpen: z.boolean(),
});

const directory = z.string().min(1).max(4_096);

export const workspaceTrustContract = {
  /**
   * Returns the access that the open workspace would have beyond its folder and this machine's loopback, and the
   * parts that are off.
   */
  status: procedure.output(statusSchema),
  /**
   * Decides what the open workspace may do: the items that a person has seen, or nothing. The host opens it anew, so
   * that the connection ends; not where the decision only counts for a later run.
   */
  decide: procedure
    .input(z.object({ isTrusted: z.boolean(), items: z.array(named).max(10_000) }))
    .output(z.object({ isOpenedAgain: z.boolean() })),
  /** Every folder that was opened, the last decision first. */
  folders: procedure.output(z.array(folderSchema)),
  /** Takes trust back; fails with `api.not-found` for a folder that was never opened. */
  revoke: procedure.input(z.object({ directory })).output(z.array(folderSchema)),
};

export type TrustStatus = z.infer<typeof statusSchema>;
export type TrustedFolder = z.infer<typeof folderSchema>;
