import { describe, expect, test } from 'vitest';
import { type AttackCheck, judge } from '#shared/attacks/index.ts';
import { callback, evidenceFrom, jsonError, type WrittenAnswer } from '#test/support/attack-evidence.ts';

const json = (status: number, body: object): WrittenAnswer => ({ status, body: JSON.stringify(body) });

describe('a scope that is left out is not granted. RFC 6749 §3.3, §5.1', () => {
  const check: AttackCheck = { check: 'granted', step: 'attack', within: 'openid', asked: 'openid profile' };
  const tokens = (more: object) => json(200, { access_token: 'a', ...more });

  test.each([
    ['refused', jsonError('invalid_scope'), 'met'],
    ['left out, and said so', tokens({ scope: 'openid' }), 'met'],
    ['left out, beside one that nobody asked for', tokens({ scope: 'openid offline_access' }), 'met'],
    ['granted', tokens({ scope: 'profile openid' }), 'broken'],
    ['granted by silence', tokens({}), 'broken'],
  ])('%s', (_name, answer, wanted) => {
    expect(judge(check, evidenceFrom({ answers: [answer] })).outcome).toBe(wanted);
  });
});

describe('iss is demanded of answers where the server declares it. RFC 9207 §2.3', () => {
  const check: AttackCheck = {
    check: 'callback',
    step: 'attack',
    parameters: { iss: 'https://as.example' },
    in: 'any',
    orAbsent: true,
  };
  const evidence = evidenceFrom({ end: callback('error=invalid_scope') });

  test('else it may be absent', () => {
    expect(judge(check, evidence).outcome).toBe('met');
    expect(judge(check, { ...evidence, namesIssuer: true }).outcome).toBe('broken');
  });
});

test('what no page may hold is looked for on every page of a walk', () => {
  const check: AttackCheck = { check: 'body', step: 'attack', has: [], lacks: ['<script>alert(1)'] };
  const pages = [{ status: 200, body: '<!-- <script>alert(1)</script> -->' }, { status: 303 }];
  expect(judge(check, evidenceFrom({ answers: pages })).outcome).toBe('broken');
});

describe('guesses are throttled where later ones are refused in another way', () => {
  const check: AttackCheck = { check: 'throttled', step: 'attack', within: 50 };
  const guesses = (answer: (attempt: number) => WrittenAnswer) =>
    judge(check, evidenceFrom({ answers: Array.from({ length: 50 }, (_unused, at) => answer(at)) })).outcome;

  test('a number of the request in each answer is none', () => {
    expect(guesses((at) => json(401, { error: 'invalid_client', trace_id: `t-${at}` }))).toBe('broken');
  });

  test('other words from some attempt on are one', () => {
    const error = (at: number) => (at < 9 ? 'invalid_client' : 'locked');
    expect(guesses((at) => json(401, { error: error(at), trace_id: `t-${at}` }))).toBe('met');
  });

  test('tokens for wrong secrets are none', () => {
    expect(guesses((at) => json(200, { access_token: `a-${at}` }))).toBe('broken');
  });
});

describe('users are told apart by what stays, in the first answers or the last', () => {
  const check: AttackCheck = { check: 'same', step: 'attack', as: ['other'], of: 'answer' };
  const told = (own: readonly string[], other: readonly string[]) => {
    const series = (words: readonly string[], name: string) =>
      words.map((error_description, at) =>
        json(400, { error: 'invalid_grant', error_description, trace_id: `${name}-${at}` }),
      );
    return judge(check, evidenceFrom({ answers: series(own, 'a'), others: { other: series(other, 'b') } }))
      .outcome;
  };

  test.each([
    ['the same words beside a number of the request', ['no', 'no'], ['no', 'no'], 'met'],
    ['other words', ['no user', 'no user'], ['no', 'no'], 'broken'],
    ['other words until a throttle', ['no user', 'no user', 'slow'], ['no', 'no', 'slow'], 'broken'],
    ['a throttle for one of them', ['no', 'no', 'no'], ['no', 'no', 'locked'], 'broken'],
  ])('%s', (_name, own, other, wanted) => {
    expect(told(own, other)).toBe(wanted);
  });
});

test('a prefix, or the header of a JWT, does not make values easy to guess', () => {
  const check: AttackCheck = { check: 'entropy', step: 'attack', member: 'access_token', bits: 128 };
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const value = (at: number) =>
    Array.from({ length: 40 }, (_unused, place) => letters[(at * 17 + place * 7 + at * place * 3) % 32]).join(
      '',
    );
  const outcome = (prefix: string, part: (at: number) => string) =>
    judge(
      check,
      evidenceFrom({
        answers: Array.from({ length: 200 }, (_unused, at) => json(200, { access_token: prefix + part(at) })),
      }),
    ).outcome;
  expect(outcome('eyJhbGciOiJSUzI1NiJ9.', (at) => `${value(at)}${at}`)).toBe('met');
  expect(outcome('access-', (at) => String((at * 7919) % 1000).padStart(4, '0'))).toBe('broken');
});
