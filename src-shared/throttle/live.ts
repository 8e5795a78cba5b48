/**
 * The outcome of a request that was sent to the running gateway: the throttle let it through, refused it, or failed over it;
 * another filter answered before the throttle; the route did not take it; no answer came.
 */
export const liveOutcomes = ['allowed', 'refused', 'failed', 'before', 'notTaken', 'unanswered'] as const;
export type LiveOutcome = (typeof liveOutcomes)[number];
