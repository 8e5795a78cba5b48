import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { expect, test } from 'vitest';
import { startTestEngine } from '#test/support/engine.ts';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { runToEnd } from './parties.ts';

/** A provider that others wrote, at which clients register themselves with a token, and end it again. */
const provider = startedOnce(async () => {
  const server = createServer();
  const issuer = await listeningOrigin(server);
  const keys = await generateKeyPair('RS256', { extractable: true });
  const instance = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the test'] },
    features: {
      registration: { enabled: true, initialAccessToken: 'planted-initial-token' },
      registrationManagement: { enabled: true, rotateRegistrationAccessToken: false },
      clientCredentials: { enabled: true },
    },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => Promise.resolve({ sub: id }),
    }),
  });
  const answer = instance.callback();
  server.on('request', (request, response) => void answer(request, response));
  return { issuer, close: () => closeServer(server) };
});

/** A server that registers clients and gives no way back. RFC 7591 without RFC 7592 */
const oneWay = startedOnce(async () => {
  const server = createServer((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ client_id: 'kept-for-ever', client_secret: 'planted-one-way-secret' }));
  });
  const issuer = await listeningOrigin(server);
  return { issuer, close: () => closeServer(server) };
});

const running = startedOnce(() =>
  startTestEngine({
    seal: true,
    files: {
      ...ordinaryFiles,
      'targets/provider.json': `{\n  // Kept by hand.\n  "issuer": "${provider.issuer}",\n  "users": [{ "username": "ada", "password": "any" }]\n}\n`,
      'targets/one-way.json': {
        issuer: oneWay.issuer,
        discovery: false,
        registration_endpoint: `${oneWay.issuer}/register`,
        clients: [{ client_id: 'by-hand' }],
      },
    },
  }),
);

const code = {
  authentication: 'client_secret_basic',
  grantTypes: ['authorization_code'],
  scope: 'openid',
  initialToken: 'planted-initial-token',
} as const;
const fileOf = (name: string) =>
  readFileSync(join(running.engine.workspace.directory, `targets/${name}.json`), 'utf8');

test('a client registers itself with a token, signs a user in, and is unregistered again', async () => {
  const { serverClients } = running.engine;
  await expect(
    serverClients.register({
      target: 'provider',
      ...code,
      grantTypes: [...code.grantTypes],
      initialToken: null,
    }),
  ).rejects.toMatchObject({ code: 'flow.registration-refused' });
  const made = await serverClients.register({
    target: 'provider',
    ...code,
    grantTypes: [...code.grantTypes],
  });
  expect(made).toMatchObject({ target: 'provider', canUnregister: true });
  expect(serverClients.list()).toEqual([made]);

  const text = fileOf('provider');
  expect(text).toContain('// Kept by hand.');
  expect(text).toContain(made.clientId);
  expect(text).toMatch(/"client_secret": \{\s*"\$secret"/);
  expect(text).toMatch(/"registration_access_token": \{\s*"\$secret"/);
  expect(text).not.toContain('planted-initial-token');

  const run = await runToEnd(running, {
    kind: 'code-pkce',
    target: 'provider',
    clientId: made.clientId,
    username: 'ada',
  });
  expect(run).toMatchObject({ state: 'passed' });

  expect(await serverClients.unregister('provider', made.clientId)).toEqual({ isGone: true });
  expect(serverClients.list()).toEqual([]);
  expect(fileOf('provider')).not.toContain(made.clientId);
  const refused = await fetch(`${provider.issuer}/auth?client_id=${made.clientId}&response_type=code`);
  expect(await refused.text()).toContain('invalid_client');
});

test('where a server gives no way back, it is said that the client stays', async () => {
  const { serverClients } = running.engine;
  const made = await serverClients.register({ target: 'one-way', ...code, grantTypes: [...code.grantTypes] });
  expect(made).toEqual({ target: 'one-way', clientId: 'kept-for-ever', canUnregister: false });
  expect(await serverClients.unregister('one-way', 'kept-for-ever')).toEqual({ isGone: false });
  expect(JSON.parse(fileOf('one-way'))).toMatchObject({ clients: [{ client_id: 'by-hand' }] });
});

test('a client that cannot be kept in the file is not left at the server', async () => {
  const { serverClients, workspace } = running.engine;
  const path = join(workspace.directory, 'targets/provider.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, `${text}}`);
  await expect(
    serverClients.register({ target: 'provider', ...code, grantTypes: [...code.grantTypes] }),
  ).rejects.toMatchObject({ code: 'workspace.syntax' });
  writeFileSync(path, text);
  const { items } = await running.engine.recorder.page({ limit: 2, tag: 'registration' });
  expect(items.map(({ request, response }) => [request.method, response?.status])).toEqual([
    ['DELETE', 204],
    ['POST', 201],
  ]);
});

test('a client that its operator has removed can be taken out of the file', async () => {
  const { serverClients } = running.engine;
  const made = await serverClients.register({
    target: 'provider',
    ...code,
    grantTypes: [...code.grantTypes],
  });
  const { recorder } = running.engine;
  const [{ id } = { id: '' }] = (await recorder.page({ limit: 1, tag: 'registration' })).items;
  const answer = (await recorder.get(id))?.response?.body.bytes ?? new Uint8Array();
  const { registration_client_uri: uri, registration_access_token: token } = JSON.parse(
    Buffer.from(answer).toString('utf8'),
  ) as Record<string, string>;
  await fetch(uri ?? '', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  expect(await serverClients.unregister('provider', made.clientId)).toEqual({ isGone: false });
  expect(fileOf('provider')).not.toContain(made.clientId);
});

test('what went over the wire can be looked at', async () => {
  const { items } = await running.engine.recorder.page({ limit: 20, tag: 'registration' });
  expect(items.map(({ request }) => request.method).toSorted()).toEqual([
    'DELETE',
    'DELETE',
    'DELETE',
    ...Array.from({ length: 5 }, () => 'POST'),
  ]);
});
