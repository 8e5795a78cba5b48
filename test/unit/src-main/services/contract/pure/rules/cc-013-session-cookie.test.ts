import { describe, expect, test } from 'vitest';
import { type FixtureRequest, factsOf, lintFacts } from '#test/support/contract.ts';
import { environment, isTarget, messages, parts } from './found.ts';

const server = 'https://auth.platform.example/e1';
const begins: FixtureRequest = { url: `${server}/as/authorize?response_type=code&client_id=c1` };
const step = (cookie?: string): FixtureRequest => ({
  method: 'POST',
  url: `${server}/flows/f1`,
  ...(cookie === undefined ? {} : { headers: { Cookie: cookie } }),
});
const users = (cookie: string): FixtureRequest => ({
  url: `${environment}/users`,
  headers: { Cookie: cookie },
});
const early = ['The request contains a session cookie that no response of this sign-on has set.'];

describe('a recorded sign-on', () => {
  test.each(['ST=x', 'lang=en; ST=x', 'ST=x; lang=en', 'ST-NO-SS=x', 'session_token=x', 'lang=en;  st = x'])(
    'sends “%s”, which no answer has set',
    (cookie) => {
      expect(messages('CC-013', [begins, step(cookie)])).toEqual(early);
      expect(parts('CC-013', [begins, step(cookie)])).toEqual([{ part: 'header', name: 'cookie' }]);
    },
  );

  test.each(['LAST=x', 'ST2=x', 'lang=ST', 'x', ''])('sends “%s”, which is no session', (cookie) => {
    expect(messages('CC-013', [begins, step(cookie)])).toEqual([]);
  });

  test('is told of once', () => {
    expect(messages('CC-013', [begins, step('ST=x'), step('ST=x')])).toEqual(early);
    expect(messages('CC-013', [begins, step('ST=x'), begins, step('ST=x')])).toEqual([...early, ...early]);
  });

  test('may send a cookie that another answer has set since', () => {
    const sets = (cookie: string): FixtureRequest => ({
      ...step(),
      response: { headers: { 'Set-Cookie': cookie } },
    });
    expect(messages('CC-013', [begins, sets('ST=x; Secure'), step('ST=x')])).toEqual([]);
    expect(messages('CC-013', [begins, sets('lang=en\nST=x; Secure'), step('ST=x')])).toEqual([]);
    expect(messages('CC-013', [begins, sets('lang=en'), step('ST=x')])).toEqual(early);
  });

  test('may send one that the browser had when it began', () => {
    expect(messages('CC-013', [{ ...begins, headers: { Cookie: 'ST=x' } }, step('ST=x')])).toEqual([]);
  });

  test('is not what else carries the cookie', () => {
    expect(messages('CC-013', [begins, users('ST=x')])).toEqual([]);
    expect(messages('CC-013', [step('ST=x')])).toEqual([]);
  });

  test('is all there is to look at: other requests only once it has begun', () => {
    expect(isTarget('CC-013', [users('ST=x')])).toBe(false);
    expect(isTarget('CC-013', [step()])).toBe(true);
    expect(isTarget('CC-013', [begins])).toBe(true);
  });
});

describe('a script', () => {
  const readAt = (script: string) =>
    lintFacts(factsOf(JSON.stringify({ script }))).flatMap(({ rule, finding }) =>
      rule.id === 'CC-013' && finding.part.part === 'text'
        ? [script.slice(finding.part.at, finding.part.at + finding.part.length)]
        : [],
    );
  const begin = "get('/as/authorize');";
  const read = "expect(headers['set-cookie']);";
  const identify = "post('/flows/f1');";

  test('that reads the cookie of the answer that begins is found where it names the header', () => {
    expect(readAt(`${begin} ${read}`)).toEqual(["'set-cookie'"]);
    expect(readAt(`${begin} ${read} ${identify} ${read}`)).toEqual(["'set-cookie'"]);
    expect(readAt(`${identify} ${begin} ${read}`)).toEqual(["'set-cookie'"]);
  });

  test.each([
    ['after the user was identified', `${begin} ${identify} ${read}`],
    ['before it begins', `${read} ${begin}`],
    ['in a comment', `${begin} // ${read}`],
    ['without beginning any', read],
  ])('that reads it %s is right', (_, script) => {
    expect(readAt(script)).toEqual([]);
  });
});
