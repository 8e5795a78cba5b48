import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { clientCredentials } from '#test/support/people.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

let running: TestEngine;
let token: string;

beforeAll(async () => {
  running = await startTestEngine({
    files: {
      ...ordinaryFiles,
      'oauth/clients/reader.json': {
        client_id: 'reader',
        client_secret: 's',
        grant_types: ['client_credentials'],
        scope: 'orders.read',
      },
      'oauth/clients/writer.json': {
        client_id: 'writer',
        client_secret: 's',
        grant_types: ['client_credentials'],
        scope: 'orders.write',
      },
      'oauth/clients/stranger.json': {
        client_id: 'stranger',
        client_secret: 's',
        grant_types: ['client_credentials'],
        scope: 'other',
      },
    },
  });
});
afterAll(() => running.stop());

async function tokenOf(clientId: string): Promise<string> {
  const { body } = await clientCredentials(running.authorizationServer, [clientId, 's']);
  return String(body['access_token']);
}

beforeEach(async () => {
  running.clock.reset();
  token = await tokenOf('reader');
});

const orders = (init: RequestInit = {}, query = '') => fetch(`${running.upstreams}/orders${query}`, init);
const metadata = () => `resource_metadata="${running.upstreams}/.well-known/oauth-protected-resource/orders"`;
const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

describe('the sample resource server (RFC 6750, check 28)', () => {
  test('takes the token in the header', async () => {
    const response = await orders(bearer(token));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      owner: 'reader',
      orders: [{ id: 'A-1001' }, { id: 'A-1002' }],
    });
  });

  test.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    '%s needs a valid token with the scope that fits, and no more',
    async (method) => {
      const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(method);
      const status = async (value: string) => (await orders({ method, ...bearer(value) })).status;
      expect(await status('unknown')).toBe(401);
      expect(await status(await tokenOf('stranger'))).toBe(403);
      expect(await status(token)).toBe(isSafe ? (method === 'OPTIONS' ? 204 : 200) : 403);
      expect(await status(await tokenOf('writer'))).toBe(isSafe ? 403 : 200);
    },
  );

  test('HEAD is GET without its body', async () => {
    const [get, head] = await Promise.all([
      orders(bearer(token)),
      orders({ method: 'HEAD', ...bearer(token) }),
    ]);
    const body = await get.text();
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  });

  test('OPTIONS tells the methods, also to whoever has no token yet', async () => {
    const answer = await orders({ method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  });

  test('takes the token in the query', async () => {
    expect((await orders({}, `?access_token=${token}`)).status).toBe(200);
  });

  test('takes the token in a form body, where the method may have one', async () => {
    const response = await orders(form({ access_token: token }));
    // The token was found and is valid; writing needs another scope.
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="orders", error="insufficient_scope", scope="orders.write", ${metadata()}`,
    );
  });

  test('no token: 401 with a challenge that names no error', async () => {
    const response = await orders();
    expect([response.status, response.headers.get('www-authenticate'), await response.text()]).toEqual([
      401,
      `Bearer realm="orders", scope="orders.read", ${metadata()}`,
      '',
    ]);
  });

  test.each([
    ['unknown', () => 'never-issued-token-0000000000'],
    ['a character more', () => `${token}x`],
  ])('a token that is not valid (%s): 401 invalid_token', async (_name, make) => {
    const response = await orders(bearer(make()));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="orders", error="invalid_token", scope="orders.read", ${metadata()}`,
    ]);
  });

  test('has each token judged by the authorization server: by validate_bearer, as a client of its own', async () => {
    const unknown = `never-issued-${token}`;
    expect((await orders(bearer(token))).status).toBe(200);
    expect((await orders(bearer(unknown))).status).toBe(401);
    running.engine.recorder.flush();
    const { items } = await running.engine.ports.storage.exchanges.page({
      limit: 100,
      service: 'sampleUpstreams',
    });
    const judged = (about: string) =>
      items.flatMap(({ side, request, response }) => {
        const sent = new URLSearchParams(Buffer.from(request.body.bytes ?? []).toString());
        const fields = request.headers.map(([name]) => name.toLowerCase());
        return side === 'client' && sent.get('token') === about
          ? [[sent.get('grant_type'), response?.status, fields.includes('authorization')]]
          : [];
      });
    const grant = 'urn:gatehouse:oauth2:grant_type:validate_bearer';
    expect(judged(token)).toEqual([[grant, 200, true]]);
    expect(judged(unknown)).toEqual([[grant, 400, true]]);
  });

  test('an expired token: valid to the last second, then 401 invalid_token', async () => {
    running.clock.freeze();
    const fresh = await tokenOf('reader');
    running.clock.advance(7_199_000);
    expect((await orders(bearer(fresh))).status).toBe(200);
    running.clock.advance(1_000);
    expect((await orders(bearer(fresh))).status).toBe(401);
  });

  test('two ways at once, or one of them twice: 400 invalid_request', async () => {
    for (const response of [
      await orders(bearer(token), `?access_token=${token}`),
      await orders({ ...form({ access_token: token }), ...bearer(token) }),
      await orders({}, `?access_token=${token}&access_token=${token}`),
      await orders({ headers: { authorization: 'Bearer not a token' } }),
    ])
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        400,
        'Bearer realm="orders", error="invalid_request"',
      ]);
  });

  test('a valid token without the scope: 403 insufficient_scope', async () => {
    const response = await orders(bearer(await tokenOf('stranger')));
    expect([response.status, await response.json()]).toEqual([403, { error: 'insufficient_scope' }]);
  });

  test('while the authorization server is down: 503 with Retry-After, not a refusal of the token', async () => {
    await running.engine.hosting.stop('authorizationServer');
    const response = await orders(bearer(token));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    await running.engine.hosting.start('authorizationServer');
    running = { ...running, authorizationServer: running.engine.hosting.url('authorizationServer') ?? '' };
  });

  test('a validation that is answered with rubbish is no permission', async () => {
    const rule = {
      id: 'x',
      service: 'authorizationServer',
      effect: { kind: 'status', status: 200, body: 'ok' },
    } as const;
    running.engine.faults.add(rule);
    expect((await orders(bearer(token))).status).toBe(503);
    running.engine.faults.remove('x');
  });
});
