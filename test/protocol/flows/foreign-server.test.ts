import { X509Certificate } from 'node:crypto';
import { createServer as createTlsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { createCertificateAuthority } from '#main/platform/certificate-authority.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import type { FlowRun, FlowStartInput } from '#shared/api/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { closeServer, listeningPort } from '#test/support/listening.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { foreignTargetFile, startForeignServer, startRecordingProxy } from './foreign-parties.ts';
import { runToEnd, startRun, targetAt } from './parties.ts';

const foreign = startedOnce(startForeignServer);
const proxy = startedOnce(() => startRecordingProxy('ann', 'planted-proxy-password'));
const running = startedOnce(() => {
  const file = foreignTargetFile(foreign);
  const credentials = { url: proxy.url, username: 'ann', password: 'planted-proxy-password' };
  return startTestEngine({
    files: {
      ...ordinaryFiles,
      'targets/oidc.json': file,
      'targets/proxied.json': { ...file, proxy: credentials },
      'targets/mistaken.json': { ...file, issuer: foreign.issuer.replace('127.0.0.1', 'localhost') },
      'targets/lost.json': { ...file, ca_files: ['nowhere.pem'], issuer: 'https://127.0.0.1:1' },
    },
  });
});

const run = (kind: string, more: Partial<FlowStartInput> = {}) =>
  runToEnd(running, { kind, target: 'oidc', clientId: 'portal', username: 'ada', ...more });
const rows = (view: FlowRun) => view.steps.map(({ id, state, status }) => `${id} ${state} ${status}`);

describe('a server that others wrote', () => {
  test('is known from its file, and what can be run there from its metadata', async () => {
    const target = running.engine.flows.targets().find(({ name }) => name === 'oidc');
    expect(target).toMatchObject({
      title: 'The provider of others',
      issuer: foreign.issuer,
      usernames: ['ada'],
      clients: [
        { clientId: 'portal', authentication: 'client_secret_basic' },
        { clientId: 'poster', authentication: 'client_secret_post' },
        { clientId: 'signer', authentication: 'private_key_jwt' },
      ],
    });
    const kinds = await running.engine.flows.kinds('oidc');
    expect(kinds.find(({ kind }) => kind === 'introspect')?.suitableClients).toContain('portal');
    expect(kinds.find(({ kind }) => kind === 'code-pkce')?.steps).toEqual([
      { id: 'authorize', title: 'GET /auth' },
      { id: 'token', title: 'POST /token' },
      { id: 'resource', title: 'GET /me' },
    ]);
  });

  test('signs its user in on its own pages unattended, and its token opens userinfo', async () => {
    const view = await run('code-pkce');
    expect([view.state, view.note]).toEqual(['passed', 'The resource server accepted the token.']);
    expect(rows(view)).toEqual([
      'authorize done 303',
      'authorize/page done 200',
      'authorize/page done 303',
      'authorize/page done 303',
      'authorize/page done 200',
      'authorize/page done 303',
      'authorize/page done 303',
      'authorize/callback unseen null',
      'token done 200',
      'resource done 200',
    ]);
    expect(view.values.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['code', 'access_token', 'refresh_token', 'id_token']),
    );
    expect(JSON.stringify(view)).not.toContain('planted');
  });

  test.each([
    ['refresh', 'refresh done 200'],
    ['introspect', 'introspect done 200'],
    ['revoke', 'revoke done 200'],
    ['resource', 'resource done 200'],
  ])('%s works on a token that is obtained first', async (kind, row) => {
    const view = await run(kind);
    expect([view.state, rows(view)]).toEqual(['passed', expect.arrayContaining([row])]);
  });

  test.each(['poster', 'signer'])('the client %s shows who it is in its own way', async (clientId) => {
    const view = await run('client-credentials', { clientId });
    expect([view.note, rows(view)]).toEqual(['All steps completed.', ['token done 200']]);
  });

  test('refuses a client that does not show who it is', async () => {
    const options = { authentication: 'none' } as const;
    const view = await run('client-credentials', { clientId: 'poster', options });
    expect(view.note).toMatch(/^The server rejected the request with 401 invalid_client/);
  });

  test('tells an operation on its token through its own endpoints', async () => {
    const { flows } = running.engine;
    const view = await run('code-pkce');
    await flows.perform(view.id, 'revoke', 'access_token', undefined);
    const after = await flows.perform(view.id, 'resource', 'access_token', undefined);
    expect(rows(after).slice(-2)).toEqual(['revoke done 200', 'resource~2 failed 401']);
  });

  test('is reached by its own proxy, which is told who asks; everything passes there', async () => {
    const before = proxy.passed.length;
    const view = await run('client-credentials', { target: 'proxied', clientId: 'poster' });
    expect(view.state).toBe('passed');
    const expected = `Basic ${Buffer.from('ann:planted-proxy-password').toString('base64')}`;
    expect(proxy.passed.slice(before)).toEqual([
      { line: `GET ${foreign.issuer}/.well-known/openid-configuration`, authorization: expected },
      { line: `POST ${foreign.issuer}/token`, authorization: expected },
    ]);
  });

  test('whose metadata names another issuer is not used', async () => {
    await expect(
      startRun(running, { kind: 'code', target: 'mistaken', clientId: 'portal' }),
    ).rejects.toMatchObject({
      code: 'flow.no-metadata',
      message: expect.stringContaining(`contains the issuer ${foreign.issuer}`),
    });
    await expect(running.engine.flows.kinds('nowhere')).rejects.toMatchObject({
      code: 'flow.unknown-target',
    });
  });

  test('whose CA file is not there says which file', async () => {
    await expect(
      startRun(running, { kind: 'code', target: 'lost', clientId: 'portal' }),
    ).rejects.toMatchObject({
      code: 'flow.no-metadata',
      message: expect.stringContaining('nowhere.pem'),
    });
  });

  test('without an endpoint says which one a flow lacks', async () => {
    const { flows } = running.engine;
    const kinds = await flows.kinds('oidc');
    expect(kinds.find(({ kind }) => kind === 'saml-bearer')?.suitableClients).toContain('portal');
    await expect(
      startRun(running, { kind: 'code', target: 'oidc', clientId: 'nobody' }),
    ).rejects.toMatchObject({ code: 'flow.unknown-client' });
  });
});

describe('a server that asks for a certificate', () => {
  const authority = createCertificateAuthority({
    records: createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1_000 }).records,
    clock: systemClock,
    random: createSystemRandom(),
    workspaceName: 'Mutual',
  });

  test('is shown that of the client, and is trusted by the CA file of its own', async () => {
    const shown: string[] = [];
    const own = await authority.serverCertificate(['127.0.0.1']);
    const server = createTlsServer(
      { ...own, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        shown.push((request.socket as TLSSocket).getPeerCertificate().fingerprint256 ?? 'none');
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ access_token: 'bound', token_type: 'Bearer' }));
      },
    );
    const origin = `https://127.0.0.1:${await listeningPort(server)}`;
    const client = await authority.serverCertificate(['client.example']);
    const target = (key: string) =>
      targetAt(origin, {
        ca_files: ['targets/ca.pem'],
        clients: [
          {
            client_id: 'mutual',
            token_endpoint_auth_method: 'tls_client_auth',
            certificate: client.cert,
            certificate_key: key,
          },
        ],
      });
    const engine = await startTestEngine({
      files: {
        ...ordinaryFiles,
        'targets/ca.pem': await authority.root(),
        'targets/mutual.json': target(client.key),
        'targets/broken.json': target('no key at all'),
      },
    });
    const start = { kind: 'client-credentials', clientId: 'mutual' } as const;
    const view = await runToEnd(engine, { ...start, target: 'mutual' });
    expect(view.note).toBe('All steps completed.');
    expect(shown).toEqual([new X509Certificate(client.cert).fingerprint256]);

    const broken = await runToEnd(engine, { ...start, target: 'broken' });
    expect([broken.state, broken.note]).toEqual([
      'failed',
      'The TLS client certificate of mutual cannot be used.',
    ]);
    await engine.stop();
    await closeServer(server);
  });
});
