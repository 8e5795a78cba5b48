import { assertNever } from '#shared/errors/index.ts';
import type { OnRefused } from '#shared/throttle/traffic/schema.ts';
import type { SeededRandom } from './random.ts';

const nanosPerSecond = 1_000_000_000;

/**
 * How long a client waits after a refused attempt, in nanoseconds; null: it gives up. `attempt` counts from 1, and
 * `retryAfterSeconds` is what the answer said.
 */
export function retryDelayNanos(
  onRefused: OnRefused,
  attempt: number,
  retryAfterSeconds: number,
  random: Pick<SeededRandom, 'unit'>,
): number | null {
  if (onRefused.kind === 'drop' || attempt > onRefused.maximumRetries) return null;
  switch (onRefused.kind) {
    case 'honour':
      return retryAfterSeconds * nanosPerSecond;
    case 'jitter':
      return Math.round((retryAfterSeconds + random.unit() * onRefused.maximumSeconds) * nanosPerSecond);
    case 'back-off': {
      const { initialSeconds, factor, maximumSeconds } = onRefused;
      return Math.round(
        Math.min(maximumSeconds, initialSeconds * power(factor, attempt - 1)) * nanosPerSecond,
      );
    }
    case 'impatient':
      return Math.round(onRefused.everySeconds * nanosPerSecond);
    default:
      return assertNever(onRefused);
  }
}

/** By multiplication, so that it is the same on every machine. */
function power(base: number, exponent: number): number {
  let result = 1;
  for (let count = 0; count < exponent && result < 1e12; count += 1) result *= base;
  return result;
}
