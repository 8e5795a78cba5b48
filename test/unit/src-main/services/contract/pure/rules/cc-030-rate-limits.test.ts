import { describe, expect, test } from 'vitest';
import type { FixtureRequest } from '#test/support/contract.ts';
import { factsOf, ruleContext } from '#test/support/contract.ts';
import { environment, found, isTarget, messages, ruleOf } from './found.ts';

const consents = `${environment}/users/u1/agreementConsents`;
const noon = Date.UTC(2021, 2, 1, 12);
/** A request so many milliseconds after noon. */
const at = (millis: number, request: FixtureRequest): FixtureRequest => ({
  ...request,
  startedAt: new Date(noon + millis).toISOString(),
});
const limitOf = (limit: number) => ({ limitPerSecond: () => limit });
const consent: FixtureRequest = { method: 'POST', url: `${consents}/a1`, body: {} };

describe('consents that are sent', () => {
  const sentAt = (...millis: readonly number[]) => millis.map((each) => at(each, consent));
  const tooFast = (max: number) => [
    `More than ${max} consents are sent within one second. The limit is ${max}.`,
  ];

  test('as many as the limit within a second are not too many, and one more is', () => {
    expect(messages('CC-030', sentAt(0, 10, 20), limitOf(3))).toEqual([]);
    expect(messages('CC-030', sentAt(0, 10, 20, 999), limitOf(3))).toEqual(tooFast(3));
    expect(messages('CC-030', sentAt(0, 10, 20, 1_000), limitOf(3))).toEqual([]);
  });

  test('each is held against the one that came as many before it as the limit allows', () => {
    expect(messages('CC-030', sentAt(0, 1_500, 1_600, 1_700, 1_800), limitOf(3))).toEqual(tooFast(3));
    expect(messages('CC-030', sentAt(0, 500, 1_000, 1_500, 2_000, 2_500, 3_000), limitOf(2))).toEqual([]);
  });

  test('it is said once', () => {
    expect(messages('CC-030', sentAt(0, 1, 2, 3, 4, 5), limitOf(1))).toEqual(tooFast(1));
  });

  test('a limit below one is one, and of one that is broken its whole part counts', () => {
    expect(messages('CC-030', sentAt(0, 999), limitOf(0.5))).toEqual(tooFast(1));
    expect(messages('CC-030', sentAt(0, 1, 2), limitOf(2.9))).toEqual(tooFast(2));
  });

  test('without a time nothing is known of their pace', () => {
    expect(messages('CC-030', [consent, consent, consent], limitOf(1))).toEqual([]);
  });

  test.each<[string, FixtureRequest]>([
    ['consents that are read', { url: `${consents}/a1`, response: { status: 429 } }],
    ['requests to all consents', { method: 'POST', url: consents, body: {} }],
    ['requests for something else', { url: `${environment}/users`, response: { status: 429 } }],
  ])('%s have no such limit', (_, request) => {
    expect(messages('CC-030', [at(0, request), at(1, request), at(2, request)], limitOf(1))).toEqual([]);
  });
});

describe('a pace that a job was told', () => {
  const told = (perSecond: number, request = consent): FixtureRequest => ({
    ...request,
    client: { perSecond },
  });

  test('above the limit is said once, with both', () => {
    expect(messages('CC-030', [told(11), told(12)], limitOf(10))).toEqual([
      'Up to 11 consents per second are configured. The limit is 10.',
    ]);
    expect(messages('CC-030', [told(10)], limitOf(10))).toEqual([]);
  });

  test('is only held against a limit that is known', () => {
    expect(messages('CC-030', [told(50)])).toEqual([]);
  });

  test.each<[string, FixtureRequest]>([
    ['consents that are read', { url: `${consents}/a1`, response: { status: 429 } }],
    ['requests to all consents', { method: 'POST', url: consents, body: {} }],
  ])('does not hold for %s', (_, request) => {
    expect(messages('CC-030', [told(50, request)], limitOf(10))).toEqual([]);
  });
});

describe('several consents in one body', () => {
  const bodyOf = (length: number, request = consent): FixtureRequest => ({
    ...request,
    body: Array.from({ length }, () => ({})),
  });

  test('are found at the top of the body', () => {
    const [first, ...others] = found('CC-030', [bodyOf(2)]);
    expect(others).toEqual([]);
    expect(first?.finding).toEqual({
      part: { part: 'body', path: [] },
      message: 'The body contains several consents. Each consent needs its own request.',
      subject: 'agreement-consent',
    });
    expect(messages('CC-030', [bodyOf(2, { ...consent, url: consents })])).toHaveLength(1);
  });

  test('one in a list is not several', () => {
    expect(messages('CC-030', [bodyOf(1), bodyOf(0)])).toEqual([]);
  });

  test.each<[string, FixtureRequest]>([
    ['to another path', { method: 'POST', url: `${environment}/users`, response: { status: 429 } }],
    ['by another method', { method: 'PUT', url: `${consents}/a1`, response: { status: 429 } }],
  ])('a list that is sent %s is none of consents', (_, request) => {
    expect(messages('CC-030', [bodyOf(2, request)])).toEqual([]);
  });
});

describe('a request that was refused with 429', () => {
  const users = `${environment}/users`;
  const refused = (retryAfter: string | null, more: Partial<FixtureRequest> = {}): FixtureRequest => ({
    url: users,
    response: { status: 429, headers: retryAfter === null ? {} : { 'Retry-After': retryAfter } },
    ...more,
  });
  const again: FixtureRequest = { url: users, response: { status: 200 } };
  const early = ['The request was rejected with 429 and is repeated before its Retry-After has passed.'];
  const repeated = (retryAfter: string | null, millis: number) =>
    messages('CC-030', [at(0, refused(retryAfter)), at(millis, again)]);

  test.each(['10', ' 10 ', 'Mon, 01 Mar 2021 12:00:10 GMT', ' Mon, 01 Mar 2021 12:00:10 GMT'])(
    'waits until Retry-After has passed: “%s” at noon',
    (retryAfter) => {
      expect(repeated(retryAfter, 9_999)).toEqual(early);
      expect(repeated(retryAfter, 10_000)).toEqual([]);
    },
  );

  test.each(['', 'soon', '0', '1.5', '1e1', '-5', '5 s', 'Mon, 01 Mar 2021 11:59:00 GMT'])(
    'need not wait for “%s”',
    (retryAfter) => {
      expect(repeated(retryAfter, 1)).toEqual([]);
    },
  );

  test('counts the seconds from its answer', () => {
    const slow = at(0, refused('10', { durationMillis: 5_000 }));
    expect(messages('CC-030', [slow, at(14_999, again)])).toEqual(early);
    expect(messages('CC-030', [slow, at(15_000, again)])).toEqual([]);
  });

  test('without Retry-After it may be repeated before it is answered', () => {
    const slow = at(0, refused(null, { durationMillis: 5_000 }));
    expect(messages('CC-030', [slow, at(2_000, again)])).toEqual([]);
  });

  test('is told once, and again only after another refusal', () => {
    expect(messages('CC-030', [at(0, refused('10')), at(2_000, again), at(4_000, again)])).toEqual(early);
    const twice = [at(0, refused('10')), at(2_000, refused('10')), at(4_000, again)];
    expect(messages('CC-030', twice)).toEqual([...early, ...early]);
  });

  test('is another than one by another method or to another path', () => {
    const others = [
      { ...again, method: 'POST' },
      { ...again, url: `${users}/u1` },
    ];
    const requests = [at(0, refused('10')), ...others.map((other) => at(1_000, other))];
    expect(messages('CC-030', requests)).toEqual([]);
  });

  test('without a time is not known to be early', () => {
    expect(messages('CC-030', [refused('10'), again])).toEqual([]);
    expect(messages('CC-030', [refused('10'), refused('10')])).toEqual([]);
  });

  test('by an authorization server is not one of the platform', () => {
    const token = { method: 'POST', url: 'https://auth.platform.example/e1/as/token' };
    const requests = [at(0, refused('10', token)), at(1_000, refused('10', token))];
    expect(isTarget('CC-030', requests)).toBe(false);
    expect(messages('CC-030', requests)).toEqual([]);
  });
});

describe('what the rule has to look at', () => {
  const users: FixtureRequest = { url: `${environment}/users`, response: { status: 200 } };

  test('what loads consents or was refused, and no other request', () => {
    expect(isTarget('CC-030', [consent])).toBe(true);
    expect(isTarget('CC-030', [{ ...users, response: { status: 429 } }])).toBe(true);
    expect(isTarget('CC-030', [at(0, users), at(1, { url: consents })])).toBe(false);
  });

  test('where one has to wait, whatever has a time', () => {
    const headers = { 'Retry-After': '10' };
    const requests = [at(0, { ...users, response: { status: 429, headers } }), at(1, users), users];
    const run = ruleOf('CC-030').begin(ruleContext());
    const [first, timed, untimed] = factsOf(JSON.stringify({ requests }));
    if (first === undefined || timed === undefined || untimed === undefined) throw new Error('Three facts.');
    expect([first, timed, untimed].map((fact) => run.applies(fact))).toEqual([true, false, false]);
    run.check(first);
    expect([timed, untimed].map((fact) => run.applies(fact))).toEqual([true, false]);
  });
});
