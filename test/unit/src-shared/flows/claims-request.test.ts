import { describe, expect, test } from 'vitest';
import { isClaimsProblem, readClaims } from '#shared/flows/index.ts';

describe('a claims request as it is typed', () => {
  test.each([
    '{"userinfo":{"email":null},"id_token":{"acr":{"essential":true,"values":["2"]}}}',
    '{"id_token":null}',
    '{"verified_claims":{}}',
    '{}',
  ])('%s is one', (text) => {
    const read = readClaims(text);
    expect(isClaimsProblem(read)).toBe(false);
    expect(read).toEqual(JSON.parse(text));
  });

  test('no text is none', () => {
    expect(readClaims('  ')).toBeUndefined();
    expect(isClaimsProblem(readClaims(''))).toBe(false);
  });

  test.each([
    ['{"id_token":{', { kind: 'no-json' }],
    ['email', { kind: 'no-json' }],
    ['["email"]', { kind: 'wrong-member', path: '' }],
    ['{"id_token":["email"]}', { kind: 'wrong-member', path: 'id_token' }],
    ['{"id_token":{"email":true}}', { kind: 'wrong-member', path: 'id_token.email' }],
    [
      '{"userinfo":{"email":{"essential":"yes"}}}',
      { kind: 'wrong-member', path: 'userinfo.email.essential' },
    ],
  ] as const)('of %s it is said where it is wrong', (text, problem) => {
    const read = readClaims(text);
    expect([isClaimsProblem(read), read]).toEqual([true, problem]);
  });
});
