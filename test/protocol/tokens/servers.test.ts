import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { openGate } from '#main/platform/gate.ts';
import { outgoingThrough } from '#main/platform/outgoing.ts';
import { createSender } from '#main/services/activity/index.ts';
import type { TokenInspector } from '#main/services/tokens/index.ts';
import {
  ordersApi,
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { codeOf } from '#test/support/refusals.ts';
import { startedOnce } from '#test/support/started.ts';
import { inspectorOf, signer } from './parties.ts';

const resourceServer = ordersApi;
const batch = {
  clientId: 'batch-job',
  secret: 'batch-job-secret',
  grantTypes: ['client_credentials'],
  scopes: ['orders.read'],
};
const publicClient = { clientId: 'mobile-app', grantTypes: ['authorization_code'] };

describe('asking the hosted server', () => {
  let inspector: TokenInspector;
  const sent: ExchangeDraft[] = [];
  const as = startedOnce(() =>
    startAuthorizationServer({ clients: [resourceServer, batch, publicClient, signer] }),
  );
  beforeAll(() => {
    inspector = inspectorOf(
      as,
      createSender((exchange) => `x-${sent.push(exchange)}`, as, outgoingThrough(openGate)),
    );
  });

  async function issue(): Promise<string> {
    const answer = await fetch(`${as.origin}/as/token.oauth2`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('batch-job:batch-job-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  const ask = (token: string, how: 'validate' | 'introspect', clientId: string) =>
    inspector.ask({ source: { token }, how, clientId });

  test('says what the server knows, as the client that is named, and where the exchange stands', async () => {
    const token = await issue();
    const validated = await ask(token, 'validate', 'orders-api');
    expect(validated).toMatchObject({ status: 200, isActive: true, exchangeId: `x-${sent.length}` });
    expect(JSON.parse(validated.body)).toMatchObject({ client_id: 'batch-job', scope: 'orders.read' });
    expect(as.tags()).toContain('client:orders-api');
    // A client without a secret is none that anybody can be.
    expect(await ask(token, 'introspect', 'signer')).toMatchObject({ status: 200, isActive: false });
    expect(as.tags()).toContain('client:signer');
    const introspected = await ask(token, 'introspect', 'batch-job');
    expect(introspected).toMatchObject({
      status: 200,
      isActive: true,
      sentence: 'The server reports the token as active.',
    });
    expect(sent.at(-1)).toMatchObject({
      side: 'client',
      tags: ['token-inspector'],
      target: '/as/introspect.oauth2',
    });
    expect(JSON.stringify([validated, introspected])).not.toContain('-secret');
  });

  test('tells a token that is over from a server that does not answer', async () => {
    const token = await issue();
    as.advance(24 * 3_600_000);
    expect(await ask(token, 'validate', 'orders-api')).toMatchObject({ status: 400, isActive: false });
    expect(await ask(token, 'introspect', 'batch-job')).toMatchObject({ status: 200, isActive: false });
    expect(await ask(token, 'validate', 'batch-job')).toMatchObject({ isActive: null });
    expect(await ask(token, 'introspect', 'mobile-app')).toMatchObject({ isActive: null });
  });

  test('is refused for a client that is not there, and for another machine that nobody confirmed', async () => {
    const source = { token: 'AAAA' };
    expect(await codeOf(inspector.ask({ source, how: 'introspect', clientId: 'nobody' }))).toBe(
      'flow.unknown-client',
    );
    const url = 'https://as.example/introspect';
    expect(await codeOf(inspector.ask({ source, how: 'introspect', clientId: 'batch-job', url }))).toBe(
      'token.target-unconfirmed',
    );
    const elsewhere = await inspector.ask({
      source,
      how: 'introspect',
      clientId: 'batch-job',
      url: `${as.origin}/as/introspect.oauth2?a=b`,
    });
    expect(elsewhere).toMatchObject({ status: 200, isActive: false });
    expect(sent.at(-1)?.target).toBe('/as/introspect.oauth2?a=b');
  });

  test('while it does not run is a problem with a way out', async () => {
    const stopped = inspectorOf(as, () => Promise.reject(new Error('Nothing is to be sent')), null);
    expect(
      await codeOf(stopped.ask({ source: { token: 'A' }, how: 'introspect', clientId: 'batch-job' })),
    ).toBe('flow.service-stopped');
  });

  test('its own tokens are verified by its own keys, and by the key set that it publishes', async () => {
    as.configure({ accessTokenFormat: 'jwt' });
    const token = await issue();
    const url = `${as.origin}/as/jwks`;
    const byUrl = await inspector.verify({
      source: { token },
      with: { kind: 'url', url, isConfirmed: false },
      issuer: as.origin,
    });
    expect(byUrl).toMatchObject({ isVerified: true, exchangeId: `x-${sent.length}`, key: { origin: url } });
    const byStore = await inspector.verify({
      source: { token },
      with: { kind: 'hosted' },
      issuer: as.origin,
    });
    expect(byStore).toMatchObject({
      isVerified: true,
      exchangeId: null,
      key: { thumbprint: byUrl.key?.thumbprint },
    });
    as.advance(24 * 3_600_000);
    const over = await inspector.verify({ source: { token }, with: { kind: 'hosted' } });
    expect(over).toMatchObject({ isVerified: false, isSignatureRight: true });
  });
});

describe('key sets of other servers', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answers: Record<string, readonly [status: number, body: string]> = {
      '/html': [200, '<html></html>'],
      '/missing': [404, '{}'],
      '/empty': [200, '{"keys":[]}'],
      '/redirect': [302, ''],
      '/large': [200, `{"keys":[],"x":"${'x'.repeat(2_000_000)}"}`],
    };
    const [status, body] = answers[request.url ?? ''] ?? [200, JSON.stringify({ keys: [jwk] })];
    response.writeHead(status, { location: '/jwks' }).end(body);
  });
  let jwk: object = {};
  let origin = '';
  let as: TestAuthorizationServer;
  beforeAll(async () => {
    jwk = { ...(await exportJWK(publicKey)), kid: 'theirs' };
    origin = await listeningOrigin(server);
    as = await startAuthorizationServer();
  });
  afterAll(async () => {
    server.close();
    await as.close();
  });

  test('verify their tokens; what is no key set is a problem', async () => {
    const inspector = inspectorOf(
      as,
      createSender(() => 'x', as, outgoingThrough(openGate)),
    );
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey);
    const verify = (path: string) =>
      inspector.verify({
        source: { token },
        with: { kind: 'url', url: `${origin}${path}`, isConfirmed: false },
      });
    expect(await verify('/jwks?x=1')).toMatchObject({
      isVerified: true,
      key: { kid: 'theirs', type: 'ED25519' },
    });
    expect(asked).toEqual(['/jwks?x=1']);
    for (const path of ['/html', '/missing', '/empty', '/redirect'])
      expect(await codeOf(verify(path))).toBe('token.key-unreadable');
    expect(await codeOf(verify('/large'))).toBe('upstream.too-large');
    expect(asked.filter((path) => path === '/jwks')).toEqual([]);
  });

  test('that a token names itself are never fetched', async () => {
    const inspector = inspectorOf(as, () => Promise.reject(new Error('Nothing is to be sent')), null);
    const jku = `${origin}/canary`;
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'EdDSA', jku, x5u: jku }).sign(privateKey);
    await inspector.inspect({ token });
    await inspector.verify({ source: { token }, with: { kind: 'hosted' } });
    expect(asked).not.toContain('/canary');
  });
});
