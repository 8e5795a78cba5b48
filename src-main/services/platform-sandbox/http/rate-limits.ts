import { assertNever } from '#shared/errors/index.ts';
import { createLimiter, createNanoTime, type Rate, retryAfterSeconds } from '#shared/throttle/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { createMonotonic } from '#shared/time/monotonic.ts';
import { type PlatformSettings, type RateGroup, rateGroups } from '#shared/workspace/index.ts';
import { PlatformError } from '../failure.ts';

const nanosPerSecond = 1_000_000_000;

/** Limits on the requests of each group of endpoints. Spec 3 §8 */
export interface RateLimits {
  /** @throws PlatformError 429 REQUEST_LIMITED */
  admit(group: RateGroup): void;
}

/** Bounds requests as the settings say at the time, with the gateway's own limiter. */
export function createRateLimits(settings: () => PlatformSettings, clock: Clock): RateLimits {
  const limiter = createLimiter({ maxGroups: rateGroups.length });
  const nowNanos = createNanoTime({ nowMillis: createMonotonic(clock) }, (by) => limiter.rebase(by));
  return {
    admit(group) {
      const limit = settings().rateLimits[group];
      if (limit === undefined) return;
      const waitNanos = limiter.decide(group, rateOfLimit(limit), nowNanos());
      if (waitNanos > 0) throw limited(group, waitNanos, settings());
    },
  };
}

/** `burst` requests at one instant, and one more each step. */
function rateOfLimit({ requestsPerSecond, burst }: { requestsPerSecond: number; burst: number }): Rate {
  const stepNanos = Math.ceil(nanosPerSecond / requestsPerSecond);
  const durationNanos = stepNanos * burst;
  return {
    numberOfRequests: burst,
    durationNanos,
    duration: `${durationNanos} ns`,
    stepNanos,
    toleranceNanos: (burst - 1) * stepNanos,
  };
}

function limited(group: RateGroup, waitNanos: number, settings: PlatformSettings): PlatformError {
  const message = 'The request could not be completed. There have been too many requests.';
  const seconds = waitSeconds(waitNanos, settings);
  return new PlatformError(429, 'REQUEST_LIMITED', message, {
    detail: `The group ${group} exceeds its limit.`,
    headers: seconds === null ? [] : ['Retry-After', String(seconds)],
  });
}

/** null: nothing is said of it. */
function waitSeconds(
  waitNanos: number,
  { retryAfter, retryAfterSeconds: fixed }: PlatformSettings,
): number | null {
  switch (retryAfter) {
    case 'ceil':
      return retryAfterSeconds(waitNanos);
    case 'fixed':
      return fixed;
    case 'none':
      return null;
    default:
      return assertNever(retryAfter);
  }
}
