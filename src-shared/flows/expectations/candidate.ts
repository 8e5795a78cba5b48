import { z } from 'zod';
import { flowExpectationSchema } from './schema.ts';

/** Parts of a run of which something can be expected. */
export const expectableGroups = ['answer', 'headers', 'body', 'redirect', 'token', 'trace', 'run'] as const;

/** One thing that came of a run, as an expectation of the next one. */
export const expectationCandidateSchema = z.object({
  /** Unique in its run. */
  id: z.string(),
  group: z.enum(expectableGroups),
  /** Name of the header, member, parameter, claim or rule; empty where the group says it all. */
  name: z.string(),
  /** Name of the token that a claim is of; empty: it is of none. */
  token: z.string(),
  /** As it came, with secrets masked; where it is another one each time, only that it is there is expected. */
  value: z.string(),
  isOtherEachTime: z.boolean(),
  expectation: flowExpectationSchema,
  /** The saved flow expects it already. */
  isExpected: z.boolean(),
});
export type ExpectationCandidate = z.infer<typeof expectationCandidateSchema>;
