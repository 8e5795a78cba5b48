import { afterEach, describe, expect, test } from 'vitest';
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { Browser, callback, member, postToken } from './parties.ts';
import { form, sendAsIs } from './weaknesses/wire.ts';

let as: TestAuthorizationServer;
afterEach(() => as.close());

const metadata = { method: 'GET', path: '/.well-known/oauth-authorization-server' };
const statusFor = async (host: string) => (await sendAsIs(as, { ...metadata, headers: { host } })).status;

describe('what every request has to be, whatever its endpoint', () => {
  test('it names this server by its own address, as localhost or as it is configured: no name that a page made up', async () => {
    as = await startAuthorizationServer();
    const { host, port } = new URL(as.origin);
    for (const own of [host, `localhost:${port}`, 'localhost', 'as.localhost', '[::1]:9031'])
      expect(await statusFor(own)).toBe(200);
    for (const other of [
      'rebind.attacker.example',
      '192.168.1.7:9031',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
    ])
      expect(await statusFor(other)).toBe(421);
  });

  test('a path at which nothing is has the same door', async () => {
    as = await startAuthorizationServer();
    const status = async (host: string) =>
      (await sendAsIs(as, { method: 'GET', path: '/nothing', headers: { host } })).status;
    expect(await status('localhost')).toBe(404);
    expect(await status('evil.example')).toBe(421);
  });

  test('the refusal is no answer of an endpoint, and its trace says which name was meant', async () => {
    as = await startAuthorizationServer();
    const headers = { host: 'evil.example', ...form };
    const refused = await sendAsIs(as, { method: 'POST', path: '/as/token.oauth2', headers, body: 'x=1' });
    expect([refused.status, refused.headers['cache-control']]).toEqual([421, 'no-store']);
    expect(as.trace()).toMatchObject({
      pipeline: 'door',
      rules: [
        { id: 'host-ours', outcome: 'failed', got: 'evil.example', want: new URL(as.origin).host },
        {},
        {},
        {},
        {},
      ],
      effect: 'Nothing was done.',
    });
  });

  test('headers of a proxy that nobody set up change nothing', async () => {
    as = await startAuthorizationServer();
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    };
    const { text } = await sendAsIs(as, { ...metadata, headers });
    expect(text).not.toContain('evil.example');
    expect((JSON.parse(text) as { issuer: string }).issuer).toBe(as.origin);
  });

  test('another method is told which ones there are, and a body is bounded', async () => {
    as = await startAuthorizationServer();
    for (const [method, path, allow] of [
      ['GET', '/as/token.oauth2', 'POST'],
      ['PUT', '/as/authorization.oauth2', 'GET, POST'],
      ['HEAD', '/as/authorization.oauth2', 'GET, POST'],
      ['TRACE', '/as/authorization.oauth2', 'GET, POST'],
      ['POST', '/as/jwks', 'GET, HEAD'],
    ] as const) {
      const { status, headers } = await sendAsIs(as, { method, path });
      expect([path, method, status, headers['allow']]).toEqual([path, method, 405, allow]);
    }
    const body = `padding=${'x'.repeat(65_536)}`;
    expect(
      (await sendAsIs(as, { method: 'POST', path: '/as/token.oauth2', headers: form, body })).status,
    ).toBe(413);
  });

  test('it stands in no trace of a request that passes', async () => {
    as = await startAuthorizationServer();
    await postToken(as, { grant_type: 'client_credentials' }, 'batch-job');
    expect(as.trace().rules.map(({ id }) => id)).not.toContain('host-ours');
  });
});

describe('guesses at secrets (RFC 6749 §2.3.1)', () => {
  const attempt = (secret: string, clientId = 'batch-job') =>
    postToken(as, { grant_type: 'client_credentials', client_id: clientId, client_secret: secret });

  test('after twenty nothing is compared, not even the right one, until a token of the bucket is back', async () => {
    as = await startAuthorizationServer();
    for (let count = 0; count < 20; count += 1) expect((await attempt(`guess-${count}`)).status).toBe(401);
    as.advance(1_000);
    const refused = await attempt('batch-job-secret');
    expect([refused.status, refused.body['error'], refused.headers.get('retry-after')]).toEqual([
      429,
      'invalid_client',
      '2',
    ]);
    as.advance(2_000);
    expect((await attempt('another guess')).status).toBe(401);
    expect((await attempt('batch-job-secret')).status).toBe(429);
    as.advance(3_000);
    expect((await attempt('batch-job-secret')).status).toBe(200);
  });

  test('other clients are not touched, nor one that has proved itself with that very header', async () => {
    as = await startAuthorizationServer();
    expect((await postToken(as, { grant_type: 'client_credentials' }, 'batch-job')).status).toBe(200);
    for (let count = 0; count < 25; count += 1) await attempt('guess');
    expect((await postToken(as, { grant_type: 'client_credentials' }, 'batch-job')).status).toBe(200);
    expect((await attempt('x', 'orders-api')).status).toBe(401);
  });

  test('a client that nobody knows is answered like one that is known', async () => {
    as = await startAuthorizationServer();
    const answers = async (clientId: string) => {
      const seen: string[] = [];
      for (let count = 0; count < 22; count += 1) {
        const { status, text } = await attempt('guess', clientId);
        seen.push(`${status} ${text}`);
      }
      return seen;
    };
    expect(await answers('nobody')).toEqual(await answers('batch-job'));
  });
});

describe('guesses at passwords, one for many names (RFC 6819 §4.4.3.6)', () => {
  const clients = [
    { clientId: 'till', secret: 'till-secret', scopes: ['orders.read'], grantTypes: ['password'] },
  ] as const;
  const attempt = (username: string, password: string) =>
    postToken(as, { grant_type: 'password', username, password }, 'till');

  test('after twenty names in vain none is compared for a minute; the words are the same', async () => {
    as = await startAuthorizationServer({ clients });
    let wrong = '';
    for (let count = 0; count < 20; count += 1) wrong = (await attempt(`name-${count}`, 'Summer2026')).text;
    expect((await attempt('ann', 'ann-password')).text).toBe(wrong);
    as.advance(60_000);
    expect(member(await attempt('ann', 'ann-password'), 'access_token')).not.toBe('');
  });

  test('one name that is mistyped often shuts out nobody else', async () => {
    as = await startAuthorizationServer({ clients });
    for (let count = 0; count < 30; count += 1) await attempt('bob', 'mistyped');
    expect((await attempt('ann', 'ann-password')).status).toBe(200);
  });
});

test('an address that a browser would run is never led to, though it is registered', async () => {
  const scripted = {
    clientId: 'scripted',
    redirectUris: ['javascript:alert(1)', callback],
    grantTypes: ['authorization_code'],
    responseTypes: ['code'],
  };
  as = await startAuthorizationServer({ clients: [scripted] });
  const ask = (redirect_uri: string) => new Browser(as).authorize({ client_id: 'scripted', redirect_uri });
  expect((await ask(callback)).status).toBe(200);
  const refused = await ask('javascript:alert(1)');
  expect([refused.status, refused.location]).toEqual([400, '']);
});
