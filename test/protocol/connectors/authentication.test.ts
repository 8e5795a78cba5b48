import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RemoteStep } from '#shared/connectors/index.ts';
import { type Answer, answerJson, makeConnector, startRemote } from '#test/support/connectors.ts';
import { startedAnew } from '#test/support/started.ts';

/** Tokens that the issuer has handed out. */
let issued: string[];
let lifetimeSeconds: number | undefined;

const issueToken: Answer = (request, response) => {
  const token = `token-${issued.length + 1}`;
  issued.push(token);
  answerJson({ access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds })(request, response);
};

const api = startedAnew(startRemote);
const issuer = startedAnew(() => startRemote(issueToken));
beforeEach(() => {
  issued = [];
  lifetimeSeconds = 600;
});

const oauth = (more: Readonly<Record<string, unknown>> = {}) => ({
  serviceUri: api.origin,
  authenticationMethod: 'OAUTH',
  tokenEndpoint: `${issuer.origin}/token`,
  grantType: 'client_credentials',
  clientId: 'portal:hr',
  clientSecret: 's3cret+/with space',
  ...more,
});
const authorizations = () => api.seen.map(({ headers }) => headers.authorization);
const formOf = (index: number) => Object.fromEntries(new URLSearchParams(issuer.seen[index]?.body));

/** Performs the Test of a connector, which needs credentials, and lets it go. */
async function testOnce(properties: Readonly<Record<string, unknown>>): Promise<void> {
  const { connector } = makeConnector(properties);
  await connector.test({});
}

describe('BASIC', () => {
  test('login and password are sent at once, before the remote asks for them', async () => {
    await testOnce({ serviceUri: api.origin, authenticationMethod: 'BASIC', login: 'ann', password: 'pä55' });
    expect(api.seen).toHaveLength(1);
    expect(authorizations()).toEqual([`Basic ${Buffer.from('ann:pä55').toString('base64')}`]);
  });

  test('a refusal is a failure at once: there is nothing else to show', async () => {
    api.answer = answerJson({}, 401);
    const properties = {
      serviceUri: api.origin,
      authenticationMethod: 'BASIC',
      login: 'ann',
      password: 'wrong',
    };
    await expect(testOnce(properties)).rejects.toMatchObject({
      type: 'UNAUTHORIZED',
      code: 'connector.unauthorized',
    });
    expect(api.seen).toHaveLength(1);
  });

  test('a password that cannot be had is a configuration failure that names the property', async () => {
    const password = { $secret: 'hr' };
    const properties = { serviceUri: api.origin, authenticationMethod: 'BASIC', login: 'ann', password };
    await expect(testOnce(properties)).rejects.toMatchObject({
      type: 'CONFIGURATION',
      message: expect.stringContaining('password'),
    });
    expect(api.seen).toHaveLength(0);
  });
});

test('NONE sends no credentials, not even those that are left in the document', async () => {
  await testOnce({
    serviceUri: api.origin,
    authenticationMethod: 'NONE',
    login: 'ann',
    password: 'left over',
    authToken: 'left over',
  });
  expect(authorizations()).toEqual([undefined]);
});

describe('TOKEN', () => {
  test.each([
    [{}, 'Bearer t0ken-value'],
    [{ authorizationTokenPrefix: 'SSWS' }, 'SSWS t0ken-value'],
    [{ authorizationTokenPrefix: '' }, 't0ken-value'],
  ])('the prefix %j makes the field %s', async (more, field) => {
    await testOnce({ serviceUri: api.origin, authToken: 't0ken-value', ...more });
    expect(authorizations()).toEqual([field]);
  });
});

describe('OAUTH', () => {
  test('with serviceUri alone, requests carry no credentials', async () => {
    await testOnce({ serviceUri: api.origin });
    await testOnce({ serviceUri: api.origin, authenticationMethod: 'OAUTH' });
    expect(authorizations()).toEqual([undefined, undefined]);
  });

  test('client_credentials: id and secret are form-encoded and sent by Basic, the scope in the form', async () => {
    await testOnce(oauth({ scope: 'users:read users:write' }));
    const [call] = issuer.seen;
    expect(call).toMatchObject({ method: 'POST', url: '/token' });
    expect(call?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const basic = Buffer.from('portal%3Ahr:s3cret%2B%2Fwith+space').toString('base64');
    expect(call?.headers.authorization).toBe(`Basic ${basic}`);
    expect(formOf(0)).toEqual({ grant_type: 'client_credentials', scope: 'users:read users:write' });
    expect(authorizations()).toEqual(['Bearer token-1']);
  });

  test('useBasicAuthForOauthTokenNeg false sends id and secret as header fields', async () => {
    await testOnce(oauth({ useBasicAuthForOauthTokenNeg: false }));
    const [call] = issuer.seen;
    expect(call?.headers).toMatchObject({ client_id: 'portal:hr', client_secret: 's3cret+/with space' });
    expect(call?.headers.authorization).toBeUndefined();
    expect(formOf(0)).toEqual({ grant_type: 'client_credentials' });
  });

  test('clientCredentialsInForm sends them as form fields instead', async () => {
    await testOnce(oauth({ useBasicAuthForOauthTokenNeg: false, clientCredentialsInForm: true }));
    expect(issuer.seen[0]?.headers).not.toHaveProperty('client_secret');
    expect(formOf(0)).toMatchObject({ client_id: 'portal:hr', client_secret: 's3cret+/with space' });
  });

  test('fields of every request do not make another request of the token call', async () => {
    const defaultHeaders = {
      'Content-Type': 'application/json',
      Authorization: 'Basic other',
      'X-Tenant': 'acme',
    };
    api.answer = issueToken;
    await testOnce(oauth({ defaultHeaders, clientId: null, tokenEndpoint: `${api.origin}/token` }));
    const { headers } = api.seen[0] ?? { headers: {} };
    expect(headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'x-tenant': 'acme',
    });
    expect(authorizations()).toEqual([undefined, 'Bearer token-1']);
  });

  test('fields of every request are not told the token endpoint of another server', async () => {
    await testOnce(oauth({ defaultHeaders: { 'X-Api-Key': 'k3y', Cookie: 'a=b', 'X-Tenant': 'acme' } }));
    expect(api.seen[0]?.headers).toMatchObject({ 'x-api-key': 'k3y', cookie: 'a=b' });
    for (const name of ['x-api-key', 'cookie', 'x-tenant'])
      expect(issuer.seen[0]?.headers).not.toHaveProperty(name);
  });

  test('jwt_bearer: the assertion is signed, says who asks and whom, and needs no client secret', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const jwtPem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const jwtClaims = { sub: 'service@hr.example', scope: 'users' };
    await testOnce(
      oauth({ grantType: 'jwt_bearer', clientSecret: null, jwtPem, jwtClaims, jwtExpiration: 3 }),
    );
    const form = formOf(0);
    expect(form['grant_type']).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(form['client_id']).toBe('portal:hr');
    const { payload } = await jwtVerify(form['assertion'] ?? '', publicKey, {
      issuer: 'portal:hr',
      audience: `${issuer.origin}/token`,
      subject: 'service@hr.example',
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(180);
    expect(payload.jti).toMatch(/^[\w-]{22}$/);
  });

  test('20 operations at once need one token', async () => {
    const { connector } = makeConnector(oauth());
    issuer.answer = (request, response) => void setTimeout(() => issueToken(request, response), 50);
    await Promise.all(Array.from({ length: 20 }, () => connector.test({})));
    expect(issuer.seen).toHaveLength(1);
    expect(new Set(authorizations())).toEqual(new Set(['Bearer token-1']));
  });

  test('whoever waits for a token gets it although the operation that began to ask was stopped', async () => {
    const { connector } = makeConnector(oauth());
    issuer.answer = (request, response) => void setTimeout(() => issueToken(request, response), 80);
    const stop = new AbortController();
    const first = connector.test({ signal: stop.signal });
    const second = connector.test({});
    setTimeout(() => stop.abort(), 20);
    await expect(first).rejects.toMatchObject({ message: 'The operation was stopped.' });
    await second;
    expect(issuer.seen).toHaveLength(1);
  });

  test('an operation that is stopped asks for no token, and its end harms nobody', async () => {
    const { connector } = makeConnector(oauth());
    issuer.answer = answerJson({}, 500);
    const signal = AbortSignal.abort();
    await expect(connector.test({ signal })).rejects.toMatchObject({ message: 'The operation was stopped.' });
    expect([...issuer.seen, ...api.seen]).toEqual([]);
  });

  test('one that is stopped while its request is refused is not sent again', async () => {
    const stop = new AbortController();
    const record = ({ status }: { readonly status: number | null }) => {
      if (status === 401) stop.abort();
      return 'exchange';
    };
    const { connector } = makeConnector(oauth(), { record });
    api.answer = (request, response) => {
      issuer.answer = answerJson({}, 503);
      answerJson({}, 401)(request, response);
    };
    const steps: RemoteStep[] = [];
    await expect(connector.test({ steps, signal: stop.signal })).rejects.toMatchObject({
      message: 'The operation was stopped.',
    });
    expect([issuer.seen.length, api.seen.length]).toEqual([1, 1]);
    expect(steps.at(-1)?.notes).toEqual([]);
  });

  test('a token is used until a tenth of its time is left, and then renewed before it expires', async () => {
    const { connector, clock } = makeConnector(oauth());
    await connector.test({});
    clock.advance(539_000);
    await connector.test({});
    expect(issued).toEqual(['token-1']);
    clock.advance(2_000);
    await connector.test({});
    expect(authorizations()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  test('a token of no stated lifetime is used until it is refused', async () => {
    lifetimeSeconds = undefined;
    const { connector, clock } = makeConnector(oauth());
    await connector.test({});
    clock.advance(30 * 86_400_000);
    await connector.test({});
    expect(issued).toEqual(['token-1']);
  });

  test('after a 401 the request is sent once more with a new token, and both are shown', async () => {
    const { connector } = makeConnector(oauth());
    api.answer = (request, response) =>
      answerJson({}, request.headers.authorization === 'Bearer token-2' ? 200 : 401)(request, response);
    const steps: RemoteStep[] = [];
    await connector.test({ steps });
    expect(steps.map(({ purpose, response }) => [purpose.kind, response?.status])).toEqual([
      ['token', 200],
      ['test', 401],
      ['token', 200],
      ['test', 200],
    ]);
  });

  test('a second 401 is the end of it', async () => {
    api.answer = answerJson({}, 401);
    await expect(testOnce(oauth())).rejects.toMatchObject({ type: 'UNAUTHORIZED' });
    expect(authorizations()).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('many refusals of one token ask for one new token', async () => {
    const { connector } = makeConnector(oauth());
    api.answer = (request, response) =>
      answerJson({}, request.headers.authorization === 'Bearer token-1' ? 401 : 200)(request, response);
    await Promise.all(Array.from({ length: 8 }, () => connector.test({})));
    expect(issued).toEqual(['token-1', 'token-2']);
  });

  test.each([
    [400, { error: 'invalid_grant', error_description: 'gone' }, 'UNAUTHORIZED', /invalid_grant: gone/],
    [401, { error: 'invalid_client' }, 'UNAUTHORIZED', /invalid_client/],
    [503, {}, 'RETRYABLE', /503/],
    [200, { token: 'elsewhere' }, 'OTHER', /no access_token/],
  ])(
    'a token endpoint that answers %i %j is a failure of the type %s',
    async (status, body, type, message) => {
      issuer.answer = answerJson(body, status);
      const { connector, records } = makeConnector(oauth());
      const steps: RemoteStep[] = [];
      await expect(connector.test({ steps })).rejects.toMatchObject({
        type,
        message: expect.stringMatching(message),
      });
      expect(api.seen).toHaveLength(0);
      expect(steps).toHaveLength(1);
      expect(steps[0]).toMatchObject({
        purpose: { kind: 'token', grant: 'client_credentials' },
        response: { status },
      });
      expect(steps[0]?.failure).not.toBeNull();
      expect(records.map(({ tags }) => tags)).toEqual([['system:hr', 'operation:token']]);
    },
  );

  test('neither id, secret, token nor assertion stands in a step', async () => {
    const { connector } = makeConnector(oauth({ useBasicAuthForOauthTokenNeg: false }));
    const steps: RemoteStep[] = [];
    await connector.test({ steps });
    expect(steps).toHaveLength(2);
    const text = JSON.stringify(steps);
    expect(text).toContain('Bearer ••••••••');
    for (const secret of ['s3cret', 'token-1']) expect(text).not.toContain(secret);
  });

  test('a dry run shows the token call and the request, and sends neither', async () => {
    const { connector, records } = makeConnector(oauth());
    const steps: RemoteStep[] = [];
    await connector.test({ steps, isDryRun: true });
    expect(steps.map(({ purpose, request, response }) => [purpose.kind, request.method, response])).toEqual([
      ['token', 'POST', null],
      ['test', 'GET', null],
    ]);
    expect([...issuer.seen, ...api.seen, ...records]).toEqual([]);
  });

  test('a recording without a token call is played without one, and one with it is not asked twice', async () => {
    const { connector } = makeConnector(oauth());
    await connector.test({ steps: [] });
    const recorded: RemoteStep[] = [];
    await connector.test({ steps: recorded });
    expect(recorded.map(({ purpose }) => purpose.kind)).toEqual(['test']);
    const played: RemoteStep[] = [];
    const replay = {
      answer: (_request: unknown, { kind }: { readonly kind: string }) =>
        kind === 'test' ? (recorded[0]?.response ?? null) : null,
    };
    await makeConnector(oauth()).connector.test({ steps: played, replay });
    expect(played.map(({ request }) => request)).toEqual(recorded.map(({ request }) => request));
    expect(issuer.seen).toHaveLength(1);
  });

  test('a tokenEndpoint without a grant, or a grant without its token, is a configuration failure', async () => {
    await expect(testOnce(oauth({ grantType: null }))).rejects.toMatchObject({ type: 'CONFIGURATION' });
    await expect(testOnce(oauth({ grantType: 'refresh_token' }))).rejects.toMatchObject({
      type: 'CONFIGURATION',
    });
    expect(issuer.seen).toHaveLength(0);
  });
});
