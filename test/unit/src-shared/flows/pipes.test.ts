import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPipe, type PipeName, pipes } from '#shared/flows/index.ts';
import { property } from '#test/support/property.ts';
import { contextOf } from './parties.ts';

const { sha256 } = contextOf({});
const piped = (name: PipeName, value: string, argument = '') => pipes[name](value, argument, { sha256 });

/** One line a pipe: each has to stand here. */
const examples: Readonly<
  Record<PipeName, readonly (readonly [value: string, argument: string, made: string])[]>
> = {
  form: [['a b+ü', '', 'a+b%2B%C3%BC']],
  percent: [['a b/', '', 'a%20b%2F']],
  'percent-all': [['aü', '', '%61%C3%BC']],
  base64: [['>>>?', '', 'Pj4+Pw==']],
  base64url: [['>>>?', '', 'Pj4-Pw']],
  'to-base64': [
    ['Pj4-Pw', '', 'Pj4+Pw=='],
    ['no base64url!', '', 'bm8gYmFzZTY0dXJsIQ=='],
  ],
  // RFC 7636 Appendix B.
  s256: [['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', '', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM']],
  upper: [['aBc', '', 'ABC']],
  lower: [['aBc', '', 'abc']],
  'swap-case': [['aBc1', '', 'AbC1']],
  flip: [
    ['abc', '', 'abA'],
    ['abA', '', 'abB'],
    ['', '', 'A'],
  ],
  'flip-first': [['abc', '', 'Bbc']],
  'flip-middle': [['xyz', '', 'xAz']],
  cut: [
    ['abc', '', 'ab'],
    ['abc', '2', 'a'],
    ['abc', '0', 'abc'],
    ['abc', '9', ''],
  ],
  first: [
    ['abc', '', 'a'],
    ['abc', '2', 'ab'],
    ['abc', '0', ''],
  ],
  pad: [['abc', '', 'abcA']],
  repeat: [
    ['ab', '', 'ab'],
    ['ab', '3', 'ababab'],
    ['ab', '0', ''],
    ['ab', 'many', 'ab'],
  ],
  reverse: [['a🙂b', '', 'b🙂a']],
  before: [
    ['a.b.c', '.', 'a'],
    ['abc', '.', 'abc'],
  ],
  after: [
    ['a.b.c', '.', 'b.c'],
    ['abc', '.', ''],
  ],
  'url-origin': [['https://as.example:8443/a/b?c=d#e', '', 'https://as.example:8443']],
  'url-path': [['https://as.example:8443/a/b?c=d#e', '', '/a/b?c=d']],
  lines: [['x'.repeat(80), '', `${'x'.repeat(76)}\r\nxxxx`]],
};

describe('what is done to a value on its way', () => {
  test.each(Object.entries(examples))('%s', (name, cases) => {
    expect(isPipe(name)).toBe(true);
    for (const [value, argument, made] of cases) expect(piped(name as PipeName, value, argument)).toBe(made);
  });

  test('each has its example, and nothing else is one', () => {
    expect(Object.keys(examples).toSorted()).toEqual(Object.keys(pipes).toSorted());
    expect(isPipe('toString')).toBe(false);
  });

  property([
    fc.constantFrom(...(Object.keys(pipes) as PipeName[])),
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.constantFrom('', '1', '-1', '1e9', '3', 'x', '.'),
  ])(
    'none fails, whatever the value',
    (name, value, argument) => typeof piped(name, value, name === 'repeat' ? '2' : argument) === 'string',
  );

  test('a value is never repeated beyond what a text can hold', () => {
    expect(piped('repeat', 'x'.repeat(1_048_576), '99999999').length).toBe(64 * 1_048_576);
  });

  property([fc.string({ minLength: 1, maxLength: 30 })])(
    'a flipped value is never the same one, and a challenge is that of an independent digest',
    (value) => {
      for (const name of ['flip', 'flip-first', 'flip-middle'] as const)
        expect(piped(name, value)).not.toBe(value);
      expect(piped('s256', value)).toBe(createHash('sha256').update(value, 'utf8').digest('base64url'));
    },
  );
});
