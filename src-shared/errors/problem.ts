import { z } from 'zod';

/** A place in a workspace file; lines and columns count from 1. */
export const problemLocationSchema = z.object({
  file: z.string(),
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
  pointer: z.string().optional(),
});

/** An action that Gatehouse itself offers for a problem, at the press of a button. */
export const problemActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('use-port'), service: z.string(), port: z.int() }),
  z.object({ kind: z.literal('start-service'), service: z.string() }),
  z.object({ kind: z.literal('restart-service'), service: z.string() }),
  /** `file` is the one for which it is stored. */
  z.object({ kind: z.literal('store-secret'), name: z.string(), file: z.string().optional() }),
  /** Lets a file use a stored secret of another. */
  z.object({ kind: z.literal('allow-secret'), file: z.string(), name: z.string() }),
  /** Leads to the stored secrets, and to what about them waits for an answer. */
  z.object({ kind: z.literal('open-secrets') }),
  z.object({ kind: z.literal('seal-file'), file: z.string() }),
  z.object({ kind: z.literal('forget-sealed') }),
  /** Edits that put right what the linter found, in the text in which it was found; `key` names the finding. */
  z.object({
    kind: z.literal('fix-finding'),
    key: z.string(),
    title: z.string(),
    edits: z.array(z.object({ at: z.int(), length: z.int(), text: z.string() })),
  }),
  /** Registers one more redirect URI for a client of the hosted server. */
  z.object({ kind: z.literal('add-redirect-uri'), clientId: z.string(), uri: z.string() }),
  /** Leads to the page that lists what the workspace would do, and asks. */
  z.object({ kind: z.literal('open-trust') }),
  /** Leads to what the history of the contract says of it, where it can be ignored too. */
  z.object({ kind: z.literal('open-contract'), entry: z.string(), rule: z.string() }),
]);

/**
 * One thing that is wrong, in the form every screen, log and command prints: a stable code, what failed,
 * why, and what to do about it. Never holds a secret.
 */
export const problemSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'notice']),
  message: z.string(),
  cause: z.string().optional(),
  fix: z.string().optional(),
  location: problemLocationSchema.optional(),
  actions: z.array(problemActionSchema).optional(),
});

export type ProblemAction = z.infer<typeof problemActionSchema>;
export type ProblemLocation = z.infer<typeof problemLocationSchema>;
export type Problem = z.infer<typeof problemSchema>;
