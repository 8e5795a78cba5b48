import { describe, expect, test } from 'vitest';
import { type AttackCheck, judge } from '#shared/attacks/index.ts';
import { evidenceFrom, type WrittenAnswer } from '#test/support/attack-evidence.ts';

type Are = Extract<AttackCheck, { check: 'pages' }>['are'];

function outcome(are: Are, answers: readonly WrittenAnswer[]): string {
  return judge({ check: 'pages', step: 'attack', are }, evidenceFrom({ answers })).outcome;
}

const signIn = '<form><input name="user"><input type="password" name="word"></form>';
const page = (headers: readonly string[], body = signIn): WrittenAnswer => ({ status: 200, headers, body });
const moved = (headers: readonly string[] = []): WrittenAnswer => ({ status: 303, headers });

describe('pages of any server are judged by what a walk saw of them', () => {
  test.each([
    ['neither header', [], 'broken'],
    ['frame-ancestors', ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"], 'met'],
    ['frame-ancestors of the same site', ['Content-Security-Policy', "frame-ancestors 'self'"], 'met'],
    [
      'frame-ancestors of all',
      ['Content-Security-Policy', 'frame-ancestors *', 'X-Frame-Options', 'DENY'],
      'broken',
    ],
    ['X-Frame-Options', ['X-Frame-Options', 'sameorigin'], 'met'],
    ['X-Frame-Options that no browser knows', ['X-Frame-Options', 'ALLOW-FROM https://a.example'], 'broken'],
  ])('in frames: %s', (_name, headers, wanted) => {
    expect(outcome('unframed', [page(headers)])).toBe(wanted);
  });

  test('one page of several is enough', () => {
    const safe = page([
      'X-Frame-Options',
      'DENY',
      'Referrer-Policy',
      'no-referrer',
      'Cache-Control',
      'no-store',
    ]);
    for (const are of ['unframed', 'without referrer', 'not kept'] as const) {
      expect(outcome(are, [safe, moved(), safe])).toBe('met');
      expect(outcome(are, [safe, moved(), page([])])).toBe('broken');
    }
  });

  test('a policy by which the address goes on is none', () => {
    expect(outcome('without referrer', [page(['Referrer-Policy', 'no-referrer-when-downgrade'])])).toBe(
      'broken',
    );
    expect(
      outcome('without referrer', [page([], `<meta name="referrer" content="no-referrer">${signIn}`)]),
    ).toBe('met');
  });

  test('without a page nothing is said', () => {
    expect(outcome('unframed', [moved()])).toBe('inconclusive');
  });
});

describe('the session begins anew with the sign-in', () => {
  const before = ['Set-Cookie', 'session=a; Path=/'];
  const consent = '<form><button name="decision" value="allow">Allow</button></form>';

  test.each<[string, readonly WrittenAnswer[], string]>([
    ['a new cookie', [page(before), moved(['Set-Cookie', 'session=b'])], 'met'],
    ['a new cookie later on', [page(before), moved(), page(['Set-Cookie', 'login=b'], consent)], 'met'],
    ['none', [page(before), moved(), page([], consent)], 'broken'],
    ['the same once more', [page(before), moved(before)], 'broken'],
    ['one that is taken away', [page(before), moved(['Set-Cookie', 'flash=; Max-Age=0'])], 'broken'],
    ['no cookies at all', [page([]), moved()], 'unknown'],
    ['nobody signs in', [page(before, consent), moved()], 'inconclusive'],
  ])('%s', (_name, answers, wanted) => {
    expect(outcome('of a new session', answers)).toBe(wanted);
  });
});
