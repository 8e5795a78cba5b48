import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { UsedProofs } from '#main/platform/dpop/replays.ts';

const digestOf = (number: number): Buffer => createHash('sha256').update(String(number)).digest();
const now = 1_800_000_000;

test('a proof is new once, and new again when it has ended', () => {
  const used = new UsedProofs(100);
  expect(used.use(digestOf(1), now + 61, now)).toBe('new');
  expect(used.use(digestOf(1), now + 61, now + 60)).toBe('used');
  expect(used.use(digestOf(2), now + 61, now)).toBe('new');
  expect(used.use(digestOf(1), now + 122, now + 61)).toBe('new');
});

test('each of many proofs is known, and a full store takes none until one ends', () => {
  const used = new UsedProofs(5_000);
  for (let number = 0; number < 5_000; number += 1)
    expect(used.use(digestOf(number), now + 10 + (number % 50), now)).toBe('new');
  for (let number = 0; number < 5_000; number += 1)
    expect(used.use(digestOf(number), now + 60, now)).toBe('used');
  expect(used.use(digestOf(5_000), now + 61, now)).toBe('full');
  expect(used.use(digestOf(5_000), now + 61, now + 9)).toBe('full');
  for (let number = 5_000; number < 5_100; number += 1)
    expect(used.use(digestOf(number), now + 71, now + 10)).toBe('new');
  expect(used.use(digestOf(5_100), now + 71, now + 10)).toBe('full');
  expect(used.use(digestOf(49), now + 59, now + 10)).toBe('used');
});

test('what was forgotten stays used where the clock is set back', () => {
  const used = new UsedProofs(2);
  used.use(digestOf(1), now + 61, now);
  used.use(digestOf(2), now + 61, now);
  expect(used.use(digestOf(3), now + 200, now + 139)).toBe('new');
  expect(used.use(digestOf(1), now + 61, now)).toBe('used');
});
