import { createLimiter, rateOf } from '#shared/throttle/index.ts';
import { announce } from './announce.ts';

// Measures the memory of a million groups beyond their keys.
const groups = 1_000_000;

function usedBytes(): number {
  if (globalThis.gc === undefined) throw new Error('Start with --expose-gc.');
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const read = rateOf(6, '10 s');
if (!('rate' in read)) throw new Error(read.problem.message);
const keys = Array.from({ length: groups }, (_, index) => `client-${index}@example.com`);
// Strings are hashed, and flat, before anything is measured.
const warm = new Set(keys);
if (warm.size !== groups) throw new Error('Two keys are the same.');
warm.clear();
const before = usedBytes();
const limiter = createLimiter({ maxGroups: 2 * groups });
for (const key of keys) limiter.decide(key, read.rate, 1_000);
const bytes = usedBytes() - before;
if (limiter.size !== groups) throw new Error('Groups are missing.');
announce({ bytes: bytes / groups });
