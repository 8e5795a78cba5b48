import { describe, expect, test } from 'vitest';
import { createPlatformClient } from '#main/services/consents/platform-client/client.ts';
import {
  acceptConsent,
  consentStateOf,
  readConsent,
} from '#main/services/consents/platform-client/consents.ts';
import type {
  SendToTarget,
  TokenTargetResponse,
} from '#main/services/consents/platform-client/worker-token.ts';
import { profile } from '../loading/parts.ts';

const { signal } = new AbortController();
type Request = Parameters<SendToTarget>[0];

/** A client of a server that a function is, with everything that it sent. */
function clientOf(
  answer: (request: Request, count: number) => Partial<TokenTargetResponse>,
  now = { millis: 0 },
) {
  const requests: Request[] = [];
  const send: SendToTarget = async (request) => {
    requests.push(request);
    const ofToken = requests.filter(({ url }) => url === profile.tokenEndpoint).length;
    const isToken = request.url === profile.tokenEndpoint;
    const token = { text: JSON.stringify({ access_token: `token-${ofToken}`, expires_in: 100 }) };
    return {
      status: 200,
      headers: [],
      text: '{}',
      exchangeId: 'x',
      ...(isToken ? token : {}),
      ...answer(request, requests.length),
    };
  };
  const clock = { nowMillis: () => now.millis };
  const client = createPlatformClient({ profile, send, clock, vendorHeader: 'Vendor', userAgent: 'Test' });
  return { client, requests };
}
const bearerOf = ({ headers }: Request) => headers.find(([name]) => name === 'Authorization')?.[1];
const ofPlatform = (requests: readonly Request[]) =>
  requests.filter(({ url }) => url !== profile.tokenEndpoint);
const ask = readConsent('user-1', 'agreement-1', 'import-1:1');

describe('the token of the worker', () => {
  test('is asked for once by all who need it, with the secret in the header alone', async () => {
    const { client, requests } = clientOf(() => ({}));
    await Promise.all(Array.from({ length: 10 }, () => client.request(ask, signal)));
    const tokens = requests.filter(({ url }) => url === profile.tokenEndpoint);
    expect(tokens).toHaveLength(1);
    expect(tokens.map(bearerOf)[0]).toMatch(/^Basic /);
    expect(tokens[0]?.body).toBe('grant_type=client_credentials');
    expect(new Set(ofPlatform(requests).map(bearerOf))).toEqual(new Set(['Bearer token-1']));
  });

  test('is renewed before it expires, and once when it is refused', async () => {
    const now = { millis: 0 };
    const { client, requests } = clientOf(
      (request) => (bearerOf(request) === 'Bearer token-2' ? { status: 401 } : {}),
      now,
    );
    await client.request(ask, signal);
    now.millis = 91_000;
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.request(ask, signal)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(requests.filter(({ url }) => url === profile.tokenEndpoint)).toHaveLength(3);
  });

  test('that is refused twice is answered as it is: nobody asks for ever', async () => {
    const { client, requests } = clientOf(({ url }) =>
      url === profile.tokenEndpoint ? {} : { status: 401 },
    );
    expect((await client.request(ask, signal)).status).toBe(401);
    expect(ofPlatform(requests)).toHaveLength(2);
  });

  test.each([
    [400, 'import.target-refused'],
    [401, 'import.target-refused'],
    [503, 'import.target-failed'],
    [429, 'import.target-failed'],
  ])('with status %i from its endpoint is %s', async (status, code) => {
    const { client } = clientOf(({ url }) => (url === profile.tokenEndpoint ? { status, text: 'no' } : {}));
    await expect(client.request(ask, signal)).rejects.toMatchObject({ code });
  });
});

describe('Retry-After', () => {
  const waitOf = async (value: string) => {
    const { client } = clientOf(
      ({ url }) => (url === profile.tokenEndpoint ? {} : { status: 429, headers: [['retry-after', value]] }),
      { millis: Date.parse('2026-01-01T00:00:00Z') },
    );
    return (await client.request(ask, signal)).retryAfterMillis;
  };

  test.each([
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
  ])('%j is %s ms', async (value, millis) => {
    expect(await waitOf(value)).toBe(millis);
  });
});

describe('links of answers', () => {
  const { client, requests } = clientOf(() => ({}));

  test('are followed where they stay with the platform', async () => {
    const link = client.linkOf('/v1/environments/env-1/users?cursor=a%20b');
    await client.follow(link, [], signal);
    expect(requests.at(-1)?.url).toBe('https://there.example/v1/environments/env-1/users?cursor=a%20b');
  });

  test.each([
    'https://elsewhere.example/v1/users',
    'http://there.example/v1/users',
    'https://there.example:8443/v1/users',
    'https://there.example.elsewhere.example/',
    '//elsewhere.example/v1',
    'https://user@elsewhere.example/',
    'file:///etc/passwd',
    'http://[',
  ])('to %s carry no credentials there', (href) => {
    expect(() => client.linkOf(href)).toThrow(expect.objectContaining({ code: 'import.target-failed' }));
  });
});

test.each(['a/b', '..', '.', '', 'a?b#c', '%2e%2e', 'ü ñ'])(
  'an id %j stays in its place of the path',
  async (id) => {
    const { client, requests } = clientOf(() => ({}));
    await client.request(readConsent(id, id, 't'), signal);
    const { pathname, search } = new URL(requests.at(-1)?.url ?? '');
    expect(pathname).toMatch(/^\/v1\/environments\/env-1\/users\/[^/]+\/agreementConsents\/[^/]+$/);
    expect(search).toBe('');
  },
);

test('a request says who sends it, and by what the platform finds it, cut to a hundred characters', async () => {
  const { client, requests } = clientOf(() => ({}));
  const text = { agreementId: 'a', languageId: 'l', revisionId: 'r', consentedAtMillis: 0 };
  await client.request(acceptConsent('u', text, 'vendor', 't'.repeat(200)), signal);
  expect(requests.at(-1)?.headers).toContainEqual(['X-Vendor-External-Transaction-ID', 't'.repeat(100)]);
  expect(requests.at(-1)?.headers).toContainEqual([
    'Content-Type',
    'application/vnd.vendor.consent.accept+json',
  ]);
  expect(requests.at(-1)?.body).toBe(
    '{"language":{"id":"l"},"revision":{"id":"r"},"consentedAt":"1970-01-01T00:00:00.000Z"}',
  );
});

test.each([
  [{}, ''],
  [{ status: 7, lastConsent: 'x' }, ''],
  [{ status: 'ACCEPTED', lastConsent: { at: 'never' } }, 'ACCEPTED'],
  [{ status: 'ACCEPTED', lastConsent: { at: 5 } }, 'ACCEPTED'],
])('a state %j holds no consent', (body, status) => {
  expect(consentStateOf({ body })).toEqual({ status, last: null });
});

test('ids of a hostile state never make a line of the journal that cannot be read', () => {
  const huge = 'x'.repeat(1_000_000);
  const { status, last } = consentStateOf({
    body: { status: huge, lastConsent: { at: '2026-01-01T00:00:00Z', language: { id: huge }, revision: [] } },
  });
  expect(status.length).toBeLessThanOrEqual(500);
  expect(last).toMatchObject({ languageId: '', revisionId: '' });
});
