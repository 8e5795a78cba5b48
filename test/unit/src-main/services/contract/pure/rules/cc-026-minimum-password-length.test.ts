import { describe, expect, test } from 'vitest';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type FixtureRequest, ruleContext } from '#test/support/contract.ts';
import { resource } from '../since-facts.ts';
import { environment, fixTitles, found, messages, parts, ruleOf } from './found.ts';

const policy = (body: JsonValue, method = 'POST'): readonly FixtureRequest[] => [
  { method, url: `${environment}/passwordPolicies`, body },
];
const ofLength = (min: JsonValue) => policy({ length: { min } });
const setsPassword = (body: JsonValue): readonly FixtureRequest[] => [
  { method: 'PUT', url: `${environment}/users/u1/password`, body },
];
const outside = 'The minimum length is not a whole number from 8 to 32.';

describe('the minimum length of a policy', () => {
  test.each([8, 9, 31, 32])('%i is one', (min) => {
    expect(messages('CC-026', ofLength(min))).toEqual([]);
    expect(messages('CC-026', policy({ minLength: min }))).toEqual([]);
  });

  test.each([
    [7, 8],
    [0, 8],
    [-1, 8],
    [33, 32],
    [255, 32],
    ['7', 8],
    ['12', 12],
    ['33', 32],
  ])('%j is none, and the nearest whole number is %i', (min, right) => {
    expect(messages('CC-026', ofLength(min))).toEqual([outside]);
    expect(fixTitles('CC-026', ofLength(min))).toEqual([`Set it to ${right}`]);
  });

  test.each<[JsonValue]>([
    [6.5],
    [12.5],
    [true],
    [null],
    [[6]],
    [{}],
    [''],
    ['1e1'],
    ['6.0'],
    ['-6'],
    [' 12 '],
    ['twelve'],
  ])('%j is none, and says no number to set', (min) => {
    expect(messages('CC-026', ofLength(min))).toEqual([outside]);
    expect(fixTitles('CC-026', ofLength(min))).toEqual([null]);
  });

  test('stands in one of two places', () => {
    expect(parts('CC-026', ofLength(7))).toEqual([{ part: 'body', path: ['length', 'min'] }]);
    expect(parts('CC-026', policy({ minLength: 7 }))).toEqual([{ part: 'body', path: ['minLength'] }]);
  });

  test('has to be there, but where only some members are changed', () => {
    const body = { name: 'strict', length: { max: 64 } };
    expect(messages('CC-026', policy(body))).toEqual(['The policy has no minimum length. It is required.']);
    expect(parts('CC-026', policy(body, 'PUT'))).toEqual([{ part: 'whole' }]);
    expect(messages('CC-026', policy(body, 'PATCH'))).toEqual([]);
    expect(messages('CC-026', policy({ length: { min: 7 } }, 'PATCH'))).toEqual([outside]);
  });

  test('of an answer is not what the client wrote', () => {
    const run = ruleOf('CC-026').begin(ruleContext());
    const value = { length: { min: 4 } };
    expect(run.check(resource('password-policy', value))).toHaveLength(1);
    expect(run.check(resource('password-policy', value, { in: 'response' }))).toEqual([]);
  });
});

describe('a password that is set', () => {
  test('of seven characters is warned of at its place', () => {
    const [first, ...others] = found('CC-026', setsPassword({ value: 'Secret7' }));
    expect(others).toEqual([]);
    expect(first?.finding).toEqual({
      part: { part: 'body', path: ['value'] },
      message: 'The password has fewer than 8 characters. No policy allows that.',
      subject: 'set-password-action.value',
      severity: 'warning',
    });
  });

  test('counts characters, not the units that hold them', () => {
    expect(messages('CC-026', setsPassword({ value: '🔑'.repeat(7) }))).toHaveLength(1);
    expect(messages('CC-026', setsPassword({ value: '🔑'.repeat(8) }))).toEqual([]);
  });

  test.each<[string, JsonValue]>([
    ['of eight characters', { value: 'Secret-8' }],
    ['that is empty', { value: '' }],
    ['that is no text', { value: 12345 }],
    ['that is missing', { forceChange: true }],
    ['only known when it is sent', { value: '{{pw}}' }],
    ['masked by stars', { value: '****' }],
    ['masked by one star', { value: '*' }],
    ['masked by dots', { value: '•••••' }],
  ])('%s is not too short', (_, body) => {
    expect(messages('CC-026', setsPassword(body))).toEqual([]);
  });

  test.each(['abc***', '***abc', '•a•'])('%s only has stars in it, and is too short', (value) => {
    expect(messages('CC-026', setsPassword({ value }))).toHaveLength(1);
  });
});
