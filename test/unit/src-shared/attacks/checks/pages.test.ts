import { describe, expect, test } from 'vitest';
import { type AttackCheck, judge } from '#shared/attacks/index.ts';
import { evidenceFrom, type WrittenAnswer } from '#test/support/attack-evidence.ts';

const outcome = (check: AttackCheck, ...answers: readonly WrittenAnswer[]) =>
  judge(check, evidenceFrom({ answers })).outcome;
const page = (...headers: readonly string[]): WrittenAnswer => ({ status: 200, headers, body: '<p>' });
const csp = 'Content-Security-Policy';

describe('whether other sites may frame a page', () => {
  const frames: AttackCheck = { check: 'frames', step: 'attack' };

  test.each([
    ["frame-ancestors 'none'", 'met'],
    ["default-src 'self'; frame-ancestors 'self' https://portal.example", 'met'],
    ['frame-ancestors https://*.portal.example', 'met'],
    ['frame-ancestors *', 'broken'],
    ['frame-ancestors https:', 'broken'],
    ["default-src 'none'", 'broken'],
  ])('the policy %s: %s', (policy, expected) => {
    expect(outcome(frames, page(csp, policy))).toBe(expected);
  });

  test('X-Frame-Options alone is a remark, as RFC 9700 asks for the policy', () => {
    expect(outcome(frames, page('X-Frame-Options', 'SAMEORIGIN'))).toBe('otherwise');
    expect(outcome(frames, page('X-Frame-Options', 'ALLOW-FROM https://a.example'))).toBe('broken');
  });

  test('browsers that read the policy do not look at X-Frame-Options', () => {
    expect(outcome(frames, page(csp, 'frame-ancestors *', 'X-Frame-Options', 'DENY'))).toBe('broken');
  });

  test('a page with neither may be framed', () => {
    expect(outcome(frames, page())).toBe('broken');
  });
});

describe('whether cookies are kept to the server', () => {
  const cookies: AttackCheck = { check: 'cookies', step: 'attack' };

  test.each([
    ['sid=1; HttpOnly; SameSite=Lax', 'met'],
    ['sid=1; httponly; samesite=strict; Path=/', 'met'],
    ['sid=1; HttpOnly; SameSite=None; Secure', 'met'],
    ['sid=1; HttpOnly', 'broken'],
    ['sid=1; SameSite=Lax', 'broken'],
    ['sid=; Max-Age=0', 'met'],
    ['sid=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'met'],
  ])('%s: %s', (line, expected) => {
    expect(outcome(cookies, page('Set-Cookie', line))).toBe(expected);
  });

  test('those of every answer on the way count', () => {
    const found = judge(
      cookies,
      evidenceFrom({
        answers: [page('Set-Cookie', 'early=1; HttpOnly'), page('Set-Cookie', 'late=1; SameSite=Lax')],
      }),
    );
    expect(found.actual).toBe('early without SameSite, late without HttpOnly');
  });
});

describe('the answers on the way to the last one', () => {
  const redirect = (status: number): WrittenAnswer => ({ status, headers: ['Location', '/next'] });

  test('a 307 after a password posts it again, whatever comes then', () => {
    const check: AttackCheck = { check: 'status', step: 'attack', in: [200, 302, 303], every: true };
    expect(outcome(check, redirect(307), page())).toBe('broken');
    expect(outcome(check, redirect(303), page())).toBe('met');
    expect(outcome({ ...check, every: false }, redirect(307), page())).toBe('met');
  });

  test('a header that must not be there is looked for in all of them', () => {
    const check: AttackCheck = {
      check: 'header',
      step: 'attack',
      name: 'access-control-allow-origin',
      absent: true,
    };
    expect(outcome(check, { ...redirect(302), headers: ['Access-Control-Allow-Origin', '*'] }, page())).toBe(
      'broken',
    );
    expect(outcome(check, redirect(302), page())).toBe('met');
  });
});

test.each([
  ['<script src="https://cdn.example/a.js">', 'broken'],
  ["<link rel=stylesheet href='//cdn.example/a.css'>", 'broken'],
  ['<img src=/logo.png><script src="https://as.example/a.js">', 'met'],
  ['<a href="https://help.example/">Help</a>', 'met'],
])('what a page loads: %s', (body, expected) => {
  expect(outcome({ check: 'loads', step: 'attack' }, { status: 200, body })).toBe(expected);
});

test('a header that may be absent is judged where it is there', () => {
  const check: AttackCheck = {
    check: 'header',
    step: 'attack',
    name: 'referrer-policy',
    matches: '!/^unsafe-url/',
    orAbsent: true,
  };
  expect(outcome(check, page())).toBe('met');
  expect(outcome(check, page('Referrer-Policy', 'no-referrer'))).toBe('met');
  expect(outcome(check, page('Referrer-Policy', 'unsafe-url'))).toBe('broken');
});

test('markup in what is no page harms nobody', () => {
  const check: AttackCheck = { check: 'body', step: 'attack', has: [], lacks: ['<script>'], inPage: true };
  const body = '{"error_description":"unknown client <script>"}';
  expect(outcome(check, { status: 400, headers: ['Content-Type', 'application/json'], body })).toBe('met');
  expect(outcome(check, { status: 400, headers: ['Content-Type', 'text/html'], body })).toBe('broken');
  expect(outcome(check, { status: 400, headers: [], body })).toBe('broken');
});

test('the page that asks for a password is told from the one that asks for consent', () => {
  const check: AttackCheck = { check: 'answer', step: 'attack', is: 'SIGNIN' };
  const asks = { status: 200, body: '<form><input name="p" type="password"></form>' };
  expect(outcome(check, asks)).toBe('met');
  expect(outcome(check, { ...asks, body: '<form><button>Allow</button></form>' })).toBe('broken');
});
