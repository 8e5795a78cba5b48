import { describe, expect, test } from 'vitest';
import { expectation } from '#shared/attacks/evidence.ts';

const given = (value: string) => (template: string) => template.replaceAll('{{value}}', value);

describe('what a value is held against', () => {
  test('is a text, or a pattern between slashes', () => {
    expect(expectation('no-store', given('')).isMetBy('no-store')).toBe(true);
    expect(expectation('/NO-store/i', given('')).isMetBy('private, no-store')).toBe(true);
  });

  test('takes what a server gave for no pattern', () => {
    const whole = expectation('{{value}}', given('/./'));
    expect([whole.isPattern, whole.isMetBy('a'), whole.isMetBy('/./')]).toEqual([false, false, true]);
  });

  test('takes what a server gave for no part of a pattern', () => {
    const { text, isMetBy } = expectation('/^(?!.*{{value}}).*$/s', given('(a+)+$'));
    expect([isMetBy('aaa'), isMetBy('b(a+)+$c')]).toEqual([true, false]);
    expect(text).toBe(String.raw`/^(?!.*\(a\+\)\+\$).*$/s`);
  });
});
