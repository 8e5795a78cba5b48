import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KnownValues } from '#main/services/controlled-browser/picture/known-values.ts';
import { property } from '#test/support/property.ts';

describe('a known value', () => {
  const known = new KnownValues(['Ann@x.test', 'pass "1" & ä', '314159', '']);

  test.each([
    'Hello ann@X.TEST!',
    'a n n @ x . t e s t',
    'user=ann%40x.test',
    'pass%20%221%22%20%26%20%C3%A4',
    'pass+%221%22+%26+%C3%A4',
    'Your code: 314 159',
    '３１４１５９',
    'ann\u200B@x.\u00ADtest',
  ])('is found in “%s”', (text) => expect(known.isIn(text)).toBe(true));

  test.each(['', 'Hello', 'ann at x.test', '31415'])('is not found in “%s”', (text) =>
    expect(known.isIn(text)).toBe(false),
  );

  test.each([
    'https://x.test/picture?of=ann%40x.test',
    'data:image/svg+xml,%3Ctext%3EAnn%40x.test%3C/text%3E',
    `data:image/svg+xml;base64,${Buffer.from('<text>Ann@x.test</text>').toString('base64')}`,
  ])('is found in the address %s', (address) => expect(known.isInAddress(address)).toBe(true));

  test('is found where it goes over several texts, and those beside it are left', () => {
    expect(known.among(['Code', '31', ' 41', '59', 'Next', 'ann@x.test'])).toEqual([1, 2, 3, 5]);
    expect(new KnownValues(['aa']).among(['b', 'a', 'a', 'a', 'b'])).toEqual([1, 2, 3]);
  });

  property([fc.array(fc.nat(12), { maxLength: 5 })])('is found however a text is cut', (cuts) => {
    const text = 'x ann@x.test y';
    const at = [0, ...cuts.map((cut) => cut + 1).toSorted((one, other) => one - other), text.length];
    const parts = at.slice(1).map((end, index) => text.slice(at[index], end));
    const shown = parts.filter((_part, index) => !known.among(parts).includes(index));
    return !shown.join('').includes('@');
  });

  test('does not take long in a page that repeats a part of it', () => {
    const started = performance.now();
    new KnownValues(['a'.repeat(1_000)]).among(Array.from({ length: 10_000 }, () => 'a'.repeat(50)));
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
