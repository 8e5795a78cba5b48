import type { TextProblem } from '../expressions/types.ts';
import { parseDuration } from './durations.ts';
import type { Rate } from './types.ts';

const maxRequests = 2_147_483_647;
const minNanos = 1_000_000;
/** Together with the time that passes before a limiter is rebased it stays below 2^53 ns, so all of it is exact. */
const maxNanos = 75 * 86_400 * 1_000_000_000;

/** A rate with what was odd in its duration, or which of its members is wrong. */
export type ReadRate =
  | { readonly rate: Rate; readonly warnings: readonly TextProblem[] }
  | { readonly member: 'numberOfRequests' | 'duration'; readonly problem: TextProblem };

/** Makes a rate of a number of requests and a duration text; both have to be such that a bucket can keep to them. */
export function rateOf(numberOfRequests: number, duration: string): ReadRate {
  if (!Number.isInteger(numberOfRequests) || numberOfRequests < 1 || numberOfRequests > maxRequests)
    return refuse(
      'numberOfRequests',
      `${numberOfRequests} is not a valid number of requests.`,
      `Enter a whole number from 1 to ${maxRequests}.`,
      String(numberOfRequests).length,
    );
  const parsed = parseDuration(duration);
  if ('problem' in parsed) return { member: 'duration', problem: parsed.problem };
  const { nanos, warnings } = parsed;
  if (nanos === 'unlimited' || nanos < minNanos || nanos > maxNanos)
    return refuse(
      'duration',
      nanos === 'unlimited' ? 'A rate needs a limited duration.' : `A rate over ${duration} is not possible.`,
      'Enter a duration from 1 ms to 75 days.',
      duration.length,
    );
  return { rate: makeRate(numberOfRequests, nanos, duration.trim()), warnings };
}

function makeRate(numberOfRequests: number, durationNanos: number, duration: string): Rate {
  const stepNanos = Math.ceil(durationNanos / numberOfRequests);
  const toleranceNanos = (numberOfRequests - 1) * stepNanos;
  return { numberOfRequests, durationNanos, duration, stepNanos, toleranceNanos };
}

function refuse(
  member: 'numberOfRequests' | 'duration',
  message: string,
  fix: string,
  length: number,
): ReadRate {
  return { member, problem: { code: 'throttling.rate-invalid', message, fix, offset: 0, length } };
}

/** True if two rates are the same to a bucket: `5 / 1 s` and `5 / 1000 ms` are. */
export function isSameRate(a: Rate, b: Rate): boolean {
  return a === b || (a.numberOfRequests === b.numberOfRequests && a.durationNanos === b.durationNanos);
}

/** A rate as people write it: `6/10 s`. */
export function rateText(rate: Rate | null): string {
  return rate === null ? '' : `${rate.numberOfRequests}/${rate.duration}`;
}
