import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { listeningOrigin } from '#test/support/listening.ts';
import { sendBytes, throttlingFilter } from './parties.ts';
import { resourceServer, type Setting, startSetting } from './people.ts';

let setting: Setting | null = null;
let other: Server | null = null;
afterEach(async () => {
  await setting?.stop();
  other?.close();
  other?.closeAllConnections();
  setting = null;
  other = null;
});

const echo = {
  type: 'StaticResponseHandler',
  config: {
    status: 200,
    entity:
      '${contexts.oauth2.accessToken.info.username} ${contexts.oauth2.accessToken.scopes} ${contexts.oauth2.accessToken.expiresAt}',
  },
};
const behind = (...filters: readonly unknown[]) => ({
  'routes/10-orders.json': { handler: { type: 'Chain', config: { filters, handler: echo } } },
});
const agentOf = (username: string, password: unknown) => ({
  type: 'HttpBasicAuthenticationClientFilter',
  config: { username, password },
});

async function start(...args: Parameters<typeof startSetting>): Promise<Setting> {
  setting = await startSetting(...args);
  expect(setting.engine.gateway.problems()).toEqual([]);
  return setting;
}

async function get(headers: Readonly<Record<string, string>> | [string, string][] = {}) {
  const response = await fetch(setting?.gateway ?? '', { headers });
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: await response.text(),
  };
}

async function failedRule() {
  const [exchange] = (await setting?.engine.recorder.page({ limit: 1, service: 'gateway' }))?.items ?? [];
  const own = exchange?.side === 'server' ? exchange : null;
  return own?.trace?.rules.find(({ outcome }) => outcome === 'failed') ?? null;
}

/** An authorization server that answers as it is told. */
async function startOther(answer: RequestListener): Promise<string> {
  other = createServer(answer);
  const server = other;
  return listeningOrigin(server);
}

const resolverAt = (endpoint: string) => ({
  accessTokenResolver: { type: 'TokenIntrospectionAccessTokenResolver', config: { endpoint } },
});

describe.each(['ValidateBearerAccessTokenResolver', 'TokenIntrospectionAccessTokenResolver'] as const)(
  'a route that asks after tokens by %s',
  (resolver) => {
    test('lets a valid one pass, and expressions see what is known of it', async () => {
      const { tokenOf, clock } = await start(behind(resourceServer({}, resolver)));
      const { status, body } = await get({ Authorization: `Bearer ${await tokenOf('ann')}` });
      expect([status, body.split(' ')[0]]).toEqual([200, 'ann']);
      expect(body).toContain('["orders.read","orders.write"]');
      const expiresAt = Number(body.split(' ').at(-1));
      expect(Math.abs(expiresAt - (clock.nowMillis() + 7_200_000))).toBeLessThanOrEqual(1_000);
    });

    test('RFC 6750 §3: no token is a bare challenge with the realm', async () => {
      await start(behind(resourceServer({}, resolver)));
      expect(await get()).toEqual({ status: 401, challenge: 'Bearer realm="orders"', body: '' });
      expect(await get({ Authorization: 'Basic YTpi' })).toMatchObject({
        challenge: 'Bearer realm="orders"',
      });
    });

    test('one that nobody issued, that has expired or was revoked is 401 invalid_token', async () => {
      const { tokenOf, clock } = await start(behind(resourceServer({}, resolver)));
      const challenge = 'Bearer realm="orders", error="invalid_token"';
      expect(await get({ Authorization: 'Bearer nobody-issued-this' })).toMatchObject({
        status: 401,
        challenge,
      });
      const token = await tokenOf('ann');
      clock.advance(7_200_000);
      expect(await get({ Authorization: `Bearer ${token}` })).toMatchObject({ status: 401, challenge });
    });

    test('one without the scope is 403 insufficient_scope, which it names', async () => {
      const { tokenOf } = await start(
        behind(resourceServer({ scopes: ['orders.read', 'orders.write'] }, resolver)),
      );
      const answer = await get({ Authorization: `Bearer ${await tokenOf('ann', 'orders.read')}` });
      expect(answer).toEqual({
        status: 403,
        challenge: 'Bearer realm="orders", error="insufficient_scope", scope="orders.read orders.write"',
        body: '',
      });
      expect(await failedRule()).toMatchObject({ got: 'orders.read', clause: 'RFC 6750 §3.1' });
    });

    test('a wrong agent credential is 500, never “the token is invalid”, and the trace names the agent', async () => {
      const { tokenOf } = await start(behind(resourceServer({}, resolver, agentOf('orders-api', 'wrong'))));
      const answer = await get({ Authorization: `Bearer ${await tokenOf('ann')}` });
      expect(answer).toEqual({ status: 500, challenge: null, body: '' });
      expect(await failedRule()).toMatchObject({
        id: 'tokens:token-known',
        detail: expect.stringMatching(/rejected the agent orders-api with status 401/),
      });
    });
  },
);

describe('a request for a protected route', () => {
  test('that is malformed, or brings two tokens, is 400 invalid_request', async () => {
    const { tokenOf, gateway } = await start(behind(resourceServer()));
    const challenge = 'Bearer realm="orders", error="invalid_request"';
    expect(await get({ Authorization: 'Bearer' })).toMatchObject({ status: 400, challenge });
    expect(await get({ Authorization: 'Bearer a b' })).toMatchObject({ status: 400, challenge });
    const token = await tokenOf('ann');
    const twice = `Authorization: Bearer ${token}\r\n`.repeat(2);
    const text = await sendBytes(
      Number(new URL(gateway).port),
      `GET / HTTP/1.1\r\nHost: localhost\r\n${twice}Connection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 [^]*error="invalid_request"/);
  });

  test('counts in Authorization alone: a token in the query or in a form is none', async () => {
    const { tokenOf, gateway } = await start(behind(resourceServer()));
    const token = await tokenOf('ann');
    expect((await fetch(`${gateway}/?access_token=${token}`)).status).toBe(401);
    const body = new URLSearchParams({ access_token: token });
    expect((await fetch(gateway, { method: 'POST', body })).status).toBe(401);
  });

  test('over plain HTTP is refused where the route asks for HTTPS, which is the default', async () => {
    const { tokenOf } = await start(behind(resourceServer({ requireHttps: undefined })));
    expect(await get({ Authorization: `Bearer ${await tokenOf('ann')}` })).toMatchObject({ status: 403 });
    expect(await failedRule()).toMatchObject({ id: 'tokens:https', want: 'https', got: 'http' });
  });

  test('is asked for its token before it is counted: who has none takes no turn from who has one', async () => {
    const throttle = throttlingFilter({
      requestGroupingPolicy: '${contexts.oauth2.accessToken.info.username}',
      rate: { numberOfRequests: 2, duration: '10 s' },
    });
    const { ask, tokenOf } = await start(behind(resourceServer(), throttle));
    const ann = { Authorization: `Bearer ${await tokenOf('ann')}` };
    expect(await ask(5, { Authorization: 'Bearer nobody-issued-this' })).toEqual(Array(5).fill('401'));
    expect(await ask(3, ann)).toEqual(['200', '200', '429 5']);
  });

  test('without a realm gets a challenge without one', async () => {
    await start(behind(resourceServer({ realm: undefined })));
    expect((await get()).challenge).toBe('Bearer');
  });
});

describe('when nobody can say what a token stands for', () => {
  const token = { Authorization: 'Bearer some-token' };

  test('the server is not there, answers nonsense, or fails: 502', async () => {
    const origin = await startOther((request, response) => {
      if (request.url === '/broken') response.writeHead(500).end();
      else if (request.url === '/page') response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>');
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('[1]');
    });
    for (const endpoint of [`${origin}/broken`, `${origin}/page`, `${origin}/list`, 'http://127.0.0.1:1/']) {
      await start(behind(resourceServer(resolverAt(endpoint))));
      expect(await get(token)).toEqual({ status: 502, challenge: null, body: '' });
      await setting?.stop();
    }
    setting = null;
  });

  test('the agent’s password is not stored: 500, and the trace says so', async () => {
    setting = await startSetting(
      behind(
        resourceServer(
          {},
          'TokenIntrospectionAccessTokenResolver',
          agentOf('orders-api', { $secret: 'nowhere' }),
        ),
      ),
    );
    expect(await get(token)).toMatchObject({ status: 500 });
    expect((await failedRule())?.detail).toBe(
      'The password of the agent orders-api is not stored, or this route has no access to it.',
    );
  });
});

describe('what is known of a token', () => {
  const cache = { enabled: true, defaultTimeout: '30 seconds', maxTimeout: '1 minute' };
  const introspection = (exp: number | null, asked: string[]) =>
    startOther((request, response) => {
      request.on('data', (chunk: Buffer) => asked.push(chunk.toString()));
      request.on('end', () => {
        const end = exp === null ? {} : { exp };
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ active: true, scope: 'orders.read', username: 'ann', ...end }));
      });
    });

  test('is asked for with each request, unless the route keeps it', async () => {
    const asked: string[] = [];
    await start(behind(resourceServer(resolverAt(await introspection(null, asked)))));
    await get({ Authorization: 'Bearer t' });
    await get({ Authorization: 'Bearer t' });
    expect(asked).toEqual(Array(2).fill('token=t&token_type_hint=access_token'));
  });

  test('is kept for defaultTimeout where it names no end, of each token by itself', async () => {
    const asked: string[] = [];
    const endpoint = await introspection(null, asked);
    const { clock } = await start(behind(resourceServer({ ...resolverAt(endpoint), cache })));
    const ask = async (token: string) => (await get({ Authorization: `Bearer ${token}` })).status;
    expect([await ask('t'), await ask('t'), await ask('u')]).toEqual([200, 200, 200]);
    expect(asked).toHaveLength(2);
    clock.advance(29_999);
    await ask('t');
    expect(asked).toHaveLength(2);
    clock.advance(1);
    await ask('t');
    expect(asked).toHaveLength(3);
  });

  test('is kept no longer than maxTimeout, and never beyond its end', async () => {
    const asked: string[] = [];
    const exp = Math.floor(Date.now() / 1_000) + 3_600;
    const endpoint = await introspection(exp, asked);
    const { clock } = await start(behind(resourceServer({ ...resolverAt(endpoint), cache })));
    const ask = async () => (await get({ Authorization: 'Bearer t' })).status;
    await ask();
    clock.advance(59_999);
    await ask();
    expect(asked).toHaveLength(1);
    clock.advance(1);
    await ask();
    expect(asked).toHaveLength(2);
    clock.advance(exp * 1_000 - clock.nowMillis() - 1_000);
    expect(await ask()).toBe(200);
    clock.advance(1_000);
    expect(await ask()).toBe(401);
  });

  test('is asked for once where many requests come at once', async () => {
    const asked: string[] = [];
    const endpoint = await introspection(null, asked);
    await start(behind(resourceServer({ ...resolverAt(endpoint), cache })));
    const answers = await Promise.all(Array.from({ length: 20 }, () => get({ Authorization: 'Bearer t' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(asked).toHaveLength(1);
  });

  test('the question is recorded beside the request that asked it, tagged with client and user', async () => {
    const { tokenOf, engine } = await start(behind(resourceServer()));
    await get({ Authorization: `Bearer ${await tokenOf('ann')}` });
    const { items } = await engine.recorder.page({ limit: 2, service: 'gateway' });
    expect(items.map(({ side }) => side).toSorted()).toEqual(['client', 'server']);
    expect(items.find(({ side }) => side === 'server')?.tags).toEqual([
      'route:10-orders',
      'client:app',
      'user:ann',
    ]);
  });
});

test('an agent’s password that stood in clear is sealed at the start, and the agent goes on with it', async () => {
  const route = behind(resourceServer({}, undefined, agentOf('orders-api', 'planted-resource-secret')));
  setting = await startSetting(route, {}, { seal: true });
  const { engine, tokenOf } = setting;
  const text = readFileSync(join(engine.workspace.directory, 'routes/10-orders.json'), 'utf8');
  expect(text).not.toContain('planted-resource-secret');
  expect((await get({ Authorization: `Bearer ${await tokenOf('ann')}` })).status).toBe(200);
});

test('HttpBasicAuthenticationClientFilter names the gateway to the upstream in place of the client', async () => {
  const seen: (string | undefined)[] = [];
  const origin = await startOther((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  const filters = [agentOf('gate', { $secret: 'agent-password' })];
  await start({
    'routes/10-all.json': {
      baseURI: origin,
      handler: { type: 'Chain', config: { filters, handler: 'ReverseProxyHandler' } },
    },
  });
  await get({ Authorization: 'Bearer of-the-client' });
  expect(seen).toEqual([`Basic ${Buffer.from('gate:planted-resource-secret').toString('base64')}`]);
});
