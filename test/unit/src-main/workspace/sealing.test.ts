import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import {
  loadWorkspace,
  openSecretStore,
  openWorkspaceManifest,
  sealClearSecrets,
} from '#main/workspace/index.ts';
import { maskClearSecrets } from '#main/workspace/masking.ts';
import { startedAnew } from '#test/support/started.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const random = { bytes: (count: number) => randomBytes(count) };
let directory: ReturnType<typeof writeWorkspace>;

const secrets = startedAnew(async () => {
  const { records } = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 });
  return openSecretStore(records);
});
afterEach(() => directory.remove());

const read = (file: string) => readFileSync(join(directory.path, file), 'utf8');
const seal = () => sealClearSecrets(directory.path, secrets, random);

function sealFile(file: string, text: string): Promise<string> {
  directory = writeWorkspace({ 'gatehouse.json': { name: 'W' }, [file]: text });
  return seal().then(() => read(file));
}

describe('secrets in clear are sealed at start', () => {
  test('each under a name from its file, with a notice that names it', async () => {
    directory = writeWorkspace(ordinaryFiles);
    const notices = await seal();
    expect(secrets.names()).toEqual([
      'client.batch-job',
      'client.orders-api',
      'client.portal-web',
      'user.ann.password',
    ]);
    expect(notices.map(({ code, severity }) => `${code} ${severity}`)).toEqual(
      Array(4).fill('secret.sealed notice'),
    );
    expect(notices[3]).toMatchObject({
      message: 'password in oauth/users/ann.json is now the stored secret user.ann.password.',
      location: { file: 'oauth/users/ann.json', pointer: '/password' },
    });
    expect(JSON.stringify(notices)).not.toContain('planted');
  });

  test('no file holds them any more, and clients and users still do what they did', async () => {
    directory = writeWorkspace(ordinaryFiles);
    await seal();
    expect(Object.keys(ordinaryFiles).map(read).join('')).not.toContain('planted');
    const { problems, credentials, registrations } = loadWorkspace(
      openWorkspaceManifest(directory.path),
      secrets.resolve,
    );
    expect(problems).toEqual([]);
    expect(credentials.clientSecret('portal-web')).toBe('planted-client-secret');
    expect(await registrations.user('ann')?.verifyPassword('planted-password')).toBe(true);
  });

  test('the rest of a file stays byte for byte', async () => {
    const text =
      '\uFEFF// c\r\n{ "client_id" :"c",\r\n\t"client_secret": "pl\\u0061nted", /* why */ "x":[1 ],\r\n}';
    expect(await sealFile('oauth/clients/c.json', text)).toBe(
      text.replace('"pl\\u0061nted"', '{"$secret":"client.c"}'),
    );
    expect(secrets.resolve('client.c')).toBe('planted');
  });

  test('a second start finds nothing to do and writes nothing', async () => {
    directory = writeWorkspace(ordinaryFiles);
    await seal();
    const after = Object.keys(ordinaryFiles).map(read);
    expect(await seal()).toEqual([]);
    expect(Object.keys(ordinaryFiles).map(read)).toEqual(after);
  });

  test('a start that was cut off between the two writes is finished by the next', async () => {
    directory = writeWorkspace(ordinaryFiles);
    await secrets.set('client.portal-web', 'planted-client-secret');
    await seal();
    expect(JSON.parse(read('oauth/clients/portal-web.json'))).toMatchObject({
      client_secret: { $secret: 'client.portal-web' },
    });
  });

  test('a member that stands twice leaves no secret behind', async () => {
    const text = '{ "client_secret": "first", "client_id": "c", "client_secret": "second" }';
    expect(await sealFile('oauth/clients/c.json', text)).toBe(
      '{ "client_secret": {"$secret":"client.c"}, "client_id": "c", "client_secret": {"$secret":"client.c"} }',
    );
    expect(secrets.resolve('client.c')).toBe('second');
  });

  test('identifiers that a name cannot spell do not share one', async () => {
    directory = writeWorkspace({
      'gatehouse.json': { name: 'W' },
      'oauth/clients/1.json': { client_id: 'a/b', client_secret: 'one' },
      'oauth/clients/2.json': { client_id: 'a_b', client_secret: 'two' },
      'oauth/clients/3.json': { client_id: 'a:b', client_secret: 'three' },
      'oauth/clients/4.json': { client_id: 'long'.repeat(60), client_secret: 'four' },
    });
    await seal();
    expect(new Set(secrets.names().map((name) => secrets.resolve(name)))).toEqual(
      new Set(['one', 'two', 'three', 'four']),
    );
    expect(
      loadWorkspace(openWorkspaceManifest(directory.path), secrets.resolve).credentials.clientSecret('a/b'),
    ).toBe('one');
  });

  test('references and broken files are left alone', async () => {
    const text = '{"client_id":"c","client_secret":"&{other}"}';
    expect(await sealFile('oauth/clients/c.json', text)).toBe(text);
    writeFileSync(join(directory.path, 'oauth/clients/c.json'), '{"client_secret":"planted"');
    expect(await seal()).toEqual([]);
    expect(secrets.names()).toEqual([]);
  });
});

test('a file that cannot be written is left, works, and is warned about', async () => {
  const text = '{"client_id":"c","client_secret":"planted"}';
  directory = writeWorkspace({ 'gatehouse.json': { name: 'W' }, 'oauth/clients/c.json': text });
  // The file to be written beside it first finds its name taken.
  writeFileSync(join(directory.path, 'oauth/clients/.c.json.000000000000.tmp'), '');
  const problems = await sealClearSecrets(directory.path, secrets, {
    bytes: (count) => new Uint8Array(count),
  });
  expect(problems).toMatchObject([{ code: 'workspace.unwritable', severity: 'warning' }]);
  expect(read('oauth/clients/c.json')).toBe(text);
  const workspace = loadWorkspace(openWorkspaceManifest(directory.path), secrets.resolve, {
    clearSecretsAre: 'warning',
  });
  expect(workspace.problems).toMatchObject([{ code: 'secret.in-clear', severity: 'warning' }]);
  expect(workspace.credentials.clientSecret('c')).toBe('planted');
});

test('a secret that is clear beside a reference is not sealed, which would hide the reference, but warned about', async () => {
  const text = JSON.stringify({
    configurationProperties: {
      serviceUri: 'https://hr.example.com',
      defaultHeaders: { 'X-Api-Key': 'planted-key-&{suffix}' },
    },
  });
  const file = 'connectors/provisioner.openicf-hr.json';
  directory = writeWorkspace({ 'gatehouse.json': { name: 'W' }, [file]: text });
  await seal();
  expect(read(file)).toBe(text);
  const workspace = loadWorkspace(openWorkspaceManifest(directory.path), secrets.resolve);
  expect(workspace.problems).toContainEqual(
    expect.objectContaining({
      code: 'secret.in-clear',
      message: `${file} contains part of configurationProperties.defaultHeaders.X-Api-Key in clear text.`,
    }),
  );
  expect(maskClearSecrets(file, text)).not.toContain('planted');
});

test('every kind of file that holds secrets is sealed in the form of its own', async () => {
  directory = writeWorkspace({
    'gatehouse.json': {
      name: 'W',
      services: { connectorHost: { password: 'planted-host' } },
      network: { proxy: { url: 'http://proxy.example', username: 'w', password: 'planted-proxy' } },
    },
    'environments/stage.json': { services: { connectorHost: { password: 'planted-stage' } } },
    'connectors/provisioner.openicf-hr.json': {
      configurationProperties: {
        clientSecret: 'planted-connector',
        tokenEndpoint: 'https://hr.example/token',
        authToken: '&{hr.token}',
        defaultHeaders: { 'X-Api-Key': 'planted-header', Accept: 'application/json' },
        objectTypes: {
          account: { schema: { password: { type: 'String' } }, requestMapping: { password: 'a.b' } },
        },
      },
    },
    'routes/10-orders.json': {
      handler: { config: { password: '${env.secret}', bindPassword: 'planted-route' } },
    },
  });
  await seal();
  const documents = [
    'gatehouse.json',
    'environments/stage.json',
    'connectors/provisioner.openicf-hr.json',
    'routes/10-orders.json',
  ].map(read);
  expect(documents.join('')).not.toContain('planted');
  expect(documents.map((text) => JSON.parse(text))).toMatchObject([
    {
      services: { connectorHost: { password: { $secret: 'settings.connectorHost.password' } } },
      network: { proxy: { password: { $secret: 'settings.proxy.password' } } },
    },
    { services: { connectorHost: { password: { $secret: 'environment.stage.connectorHost.password' } } } },
    {
      configurationProperties: {
        clientSecret: '&{connector.hr.clientSecret}',
        tokenEndpoint: 'https://hr.example/token',
        authToken: '&{hr.token}',
        defaultHeaders: {
          'X-Api-Key': '&{connector.hr.defaultHeaders.X-Api-Key}',
          Accept: 'application/json',
        },
        objectTypes: { account: { requestMapping: { password: 'a.b' } } },
      },
    },
    {
      handler: {
        config: { password: '${env.secret}', bindPassword: '&{route.10-orders.handler.config.bindPassword}' },
      },
    },
  ]);
  expect(secrets.resolve('settings.proxy.password')).toBe('planted-proxy');
  expect(secrets.resolve('connector.hr.defaultHeaders.X-Api-Key')).toBe('planted-header');
});
