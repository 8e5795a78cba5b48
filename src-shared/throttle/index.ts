export { parseDuration } from './durations.ts';
export { rateLimitHeaders, retryAfterSeconds } from './headers.ts';
export { createLimiter } from './limiter.ts';
export { createNanoTime } from './nano-time.ts';
export { createPolicy } from './policies/index.ts';
export { isSameRate, rateOf, rateText } from './rate.ts';
export type * from './types.ts';
