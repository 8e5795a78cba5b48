import { expect, test } from 'vitest';
import { judge } from '#shared/attacks/index.ts';
import { evidenceFrom, type WrittenAnswer } from '#test/support/attack-evidence.ts';

const outcome = (answer: WrittenAnswer, is: 'active' | 'inactive', scope?: string) =>
  judge(
    { check: 'token-state', step: 'attack', is, ...(scope === undefined ? {} : { scope }) },
    evidenceFrom({ answers: [answer], reached: ['POST as /token'] }),
  ).outcome;

test.each([
  ['introspection that knows it', { status: 200, body: '{"active":true}' }, 'met', 'broken'],
  ['introspection that does not', { status: 200, body: '{"active":false}' }, 'broken', 'met'],
  ['userinfo', { status: 200, body: '{"sub":"ann"}' }, 'met', 'broken'],
  ['userinfo that refuses it', { status: 401 }, 'broken', 'met'],
  ['validation that refuses it', { status: 400, body: '{"error":"invalid_grant"}' }, 'broken', 'met'],
] as const)('%s', (_name, answer, active, inactive) => {
  expect([outcome(answer, 'active'), outcome(answer, 'inactive')]).toEqual([active, inactive]);
});

test('a server that breaks says nothing of a token', () => {
  expect(outcome({ status: 500 }, 'inactive')).toBe('otherwise');
});

test('a scope is compared where the answer tells one', () => {
  const told = { status: 200, body: '{"active":true,"scope":"a b"}' };
  expect(outcome(told, 'active', '/(^| )b( |$)/')).toBe('met');
  expect(outcome(told, 'active', '/(^| )c( |$)/')).toBe('broken');
  expect(outcome({ status: 200, body: '{"active":true}' }, 'active', '/b/')).toBe('unknown');
});
