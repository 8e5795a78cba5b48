import { describe, expect, test } from 'vitest';
import { limitOf, shareOf } from '#main/platform/descriptors.ts';

const limits = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax processes             100                  100                  processes\nMax open files            ${soft}                 4096                 files\n`;

describe('the connections of a listener', () => {
  test.each([256, 1_024, 4_096, 524_288])('of all together leave a quarter of %i descriptors', (limit) => {
    expect(7 * shareOf(limit)).toBeLessThanOrEqual(limit - Math.max(128, Math.floor(limit / 4)));
  });

  test('are some, however low the limit is', () => {
    expect(shareOf(64)).toBe(16);
  });

  test('go by what the system says, if it says anything', () => {
    expect([limitOf(limits('1024')), limitOf(limits('unlimited')), limitOf('')]).toEqual([
      1_024, 1_048_576, 10_240,
    ]);
  });
});
