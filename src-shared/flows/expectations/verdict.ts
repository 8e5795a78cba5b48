import { z } from 'zod';

/**
 * How a flow came out as a test. `not-run`: it could not be begun or did not end; `no-sign-in`: nobody could be signed in,
 * which says nothing of what is expected.
 */
export const flowVerdictSchema = z.enum(['passed', 'failed', 'no-sign-in', 'not-run']);
export type FlowVerdict = z.infer<typeof flowVerdictSchema>;
