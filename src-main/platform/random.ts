import { randomFillSync } from 'node:crypto';
import type { Random } from '#shared/time/clock.ts';

const poolBytes = 8_192;

/** Random bytes from the system, drawn in pools because one call per token costs 25 times as much. */
export function createSystemRandom(): Random {
  let pool = Buffer.alloc(0);
  let used = 0;
  return {
    bytes(count) {
      if (count > poolBytes) return randomFillSync(Buffer.alloc(count));
      if (used + count > pool.length) {
        // A new pool each time: bytes that were handed out are never written over.
        pool = randomFillSync(Buffer.allocUnsafeSlow(poolBytes));
        used = 0;
      }
      const bytes = pool.subarray(used, used + count);
      used += count;
      return bytes;
    },
  };
}
