import { describe, expect, test } from 'vitest';
import { createOneTimeCodes } from '#main/services/sign-ins/one-time-codes.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';

/** ASCII “12345678901234567890”, and its longer forms, in Base32. RFC 6238 Appendix B */
const seeds = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  SHA512:
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA',
};

function codesAt(seconds: number) {
  let nowMillis = seconds * 1_000;
  const waits: number[] = [];
  const codes = createOneTimeCodes({
    clock: { nowMillis: () => nowMillis },
    async wait(millis) {
      waits.push(millis);
      nowMillis += millis;
    },
  });
  return { codes, waits };
}

const address = (algorithm: keyof typeof seeds, more = '') =>
  `otpauth://totp/Gatehouse:alice?secret=${seeds[algorithm]}&algorithm=${algorithm}&digits=8${more}`;

describe('one-time codes', () => {
  test.each([
    ['SHA1', 59, '94287082'],
    ['SHA256', 59, '46119246'],
    ['SHA512', 59, '90693936'],
    ['SHA1', 1_111_111_109, '07081804'],
    ['SHA256', 1_234_567_890, '91819424'],
    ['SHA512', 20_000_000_000, '47863826'],
  ] as const)('are those of RFC 6238 Appendix B: %s at %i', async (algorithm, seconds, code) => {
    expect(await codesAt(seconds).codes.next(address(algorithm))).toBe(code);
  });

  test('have six digits, SHA-1 and 30 seconds where a seed is Base32 alone, however it is written', async () => {
    const spaced = seeds.SHA1.toLowerCase().replace(/(.{4})/g, '$1 ');
    expect(await codesAt(59).codes.next(spaced)).toBe('287082');
  });

  test('are given out once: the next one waits until its time has come', async () => {
    const { codes, waits } = codesAt(50);
    const first = await codes.next(seeds.SHA1);
    const second = await codes.next(address('SHA1').replace('digits=8', 'digits=6'));
    const third = await codes.next(seeds.SHA1);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(waits).toEqual([10_000, 30_000]);
  });

  test('are not given out again after a restart', async () => {
    const { records } = createMemoryStorage({ maxExchanges: 10, maxExchangeBytes: 10_000 });
    const waits: number[] = [];
    let nowMillis = 50_000;
    const start = () =>
      createOneTimeCodes({
        clock: { nowMillis: () => nowMillis },
        async wait(millis) {
          waits.push(millis);
          nowMillis += millis;
        },
        records,
      });
    const first = await start().next(seeds.SHA1);
    expect(await start().next(seeds.SHA1)).not.toBe(first);
    expect(waits).toEqual([10_000]);
  });

  test('of several who ask at once differ', async () => {
    const { codes } = codesAt(0);
    const found = await Promise.all([1, 2, 3].map(() => codes.next(seeds.SHA1)));
    expect(new Set(found).size).toBe(3);
  });

  test('follow the period of the address', async () => {
    const { codes, waits } = codesAt(61);
    await codes.next(address('SHA1', '&period=60'));
    await codes.next(address('SHA1', '&period=60'));
    expect(waits).toEqual([59_000]);
  });

  test.each([
    '',
    'not base 32!',
    'otpauth://hotp/a?secret=GEZDGNBV&counter=1',
    'otpauth://totp/a?secret=GEZDGNBV&digits=12',
    'otpauth://totp/a?secret=GEZDGNBV&period=86400',
    'otpauth://totp/a?secret=GEZDGNBV&algorithm=MD5',
  ])('refuse the seed “%s” without quoting it', async (seed) => {
    const failure = await codesAt(0)
      .codes.next(seed)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'sign-in.seed-invalid' });
    if (seed !== '') expect(JSON.stringify(failure) + String(failure)).not.toContain(seed);
  });
});
