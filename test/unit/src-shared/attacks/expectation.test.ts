import { describe, expect, test } from 'vitest';
import { expectation } from '#shared/attacks/evidence.ts';
import { patternFault } from '#shared/attacks/expected-pattern.ts';

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
    const { text, isMetBy } = expectation('!/{{value}}/s', given('(a+)+$'));
    expect([isMetBy('aaa'), isMetBy('b(a+)+$c')]).toEqual([true, false]);
    expect(text).toBe(String.raw`!/\(a\+\)\+\$/s`);
  });

  test('is searched for in linear time, whatever the pattern is', () => {
    const { isMetBy } = expectation('/^(a|a)*(a|a)*(a|a)*$/', given(''));
    expect(isMetBy(`${'a'.repeat(5_000)}b`)).toBe(false);
    expect(() => isMetBy(`${'a'.repeat(3_000_000)}b`)).toThrow('too long');
  });

  test('is no pattern that would need to go back: that is said', () => {
    expect(patternFault('/^(?!a)/')).toContain('not supported');
    expect(patternFault('/a/g')).toContain('Only i and s');
    expect([patternFault('/{{value}}+/'), patternFault('(?!a)')]).toEqual([null, null]);
  });
});
