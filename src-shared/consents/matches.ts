import { z } from 'zod';
import { problemSchema } from '../errors/problem.ts';

/** Something that matched: an agreement of the file, and what it is at the target. */
const matchSchema = z.object({
  value: z.string(),
  rows: z.int(),
  outcome: z.enum(['matched', 'fallback', 'ambiguous', 'missing']),
  /** Ids at the target that it could be. */
  candidates: z.array(z.object({ id: z.string(), label: z.string() })),
});

/** The matches at the target for the values of the file. */
export const matchesSchema = z.object({
  resolvedAtMillis: z.number(),
  environmentId: z.string(),
  users: z.object({ matched: z.int(), ambiguous: z.int(), missing: z.int() }),
  /** The first hundred of those that are not matched. */
  unmatchedUsers: z.array(matchSchema),
  agreements: z.array(matchSchema),
  languages: z.array(matchSchema),
  /** The texts that rows would consent to. */
  texts: z.array(
    z.object({
      agreementId: z.string(),
      agreement: z.string(),
      languageId: z.string(),
      locale: z.string(),
      revisionId: z.string(),
      effectiveAtMillis: z.number(),
      /** The platform names another revision as current than the one that became effective last. */
      isMismatch: z.boolean().default(false),
      /** From then on a later revision asks all users to consent anew; null: none does. */
      nextReconsentAtMillis: z.number().nullable().default(null),
      rows: z.int(),
    }),
  ),
  /** Consents that expire as they are loaded, and the period that would keep them. */
  reconsent: z.array(
    z.object({
      agreementId: z.string(),
      agreement: z.string(),
      days: z.number().nullable(),
      expired: z.int(),
      /** Days after which none of them has expired yet; what a person may apply. */
      adviseDays: z.int(),
    }),
  ),
  warnings: z.array(problemSchema),
});
export type ImportMatches = z.infer<typeof matchesSchema>;
