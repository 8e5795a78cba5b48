import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RecordStore } from '#main/platform/ports.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import {
  answerUses,
  exportDocument,
  followOwners,
  loadWorkspace,
  openSecretStore,
  openWorkspaceManifest,
  type SecretStore,
  settleOwners,
  storeSecret,
  type Workspace,
  waitingUses,
} from '#main/workspace/index.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

const connectorOf = (name: string) => `connectors/provisioner.openicf-${name}.json`;
const naming = (name: string) => ({ configurationProperties: { authToken: `&{${name}}` } });

const clientFile = {
  'oauth/clients/portal-web.json': { client_id: 'portal-web', client_secret: '&{client.portal-web}' },
};

let records: RecordStore;
let directory: ReturnType<typeof writeWorkspace>;
let workspace: Workspace;
let secrets: SecretStore;

beforeEach(() => {
  ({ records } = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 }));
});
afterEach(() => {
  workspace.close();
  directory.remove();
});

/** Stores as a version did that asked nobody whose a secret is. */
function storedBefore(...names: readonly string[]): void {
  for (const name of names) records.put('secret', name, `text of ${name}`, { sealed: true });
}

/** Opens a workspace over the state, as a start does. */
async function open(files: Readonly<Record<string, unknown>>, environment: string | null = null) {
  directory = writeWorkspace({ 'gatehouse.json': { name: 'W' }, ...files });
  await openAgain(environment);
}

async function openAgain(environment: string | null = null) {
  secrets = await openSecretStore(records);
  workspace = loadWorkspace(openWorkspaceManifest(directory.path), secrets.resolve, {
    environment,
    grants: secrets.grants,
  });
  secrets.onChange(workspace.resolveSecretsAgain);
  await settleOwners(workspace, secrets);
}

const has = (file: string, name: string) => workspace.secretsOf(file).resolve(name) !== null;
const codes = () => workspace.problems.map(({ code }) => code).filter((code) => code.startsWith('secret.'));

describe('what is stored from now on', () => {
  test('belongs to the files that name it at that moment, and to no other that names it later', async () => {
    await open({ [connectorOf('hr')]: naming('hr-token') });
    expect(await storeSecret(workspace, secrets, { name: 'hr-token', value: 'x' })).toEqual([
      connectorOf('hr'),
    ]);
    writeFileSync(join(directory.path, connectorOf('evil')), JSON.stringify(naming('hr-token')));
    workspace.rescan();
    await followOwners(workspace, secrets);
    expect(has(connectorOf('hr'), 'hr-token')).toBe(true);
    expect(has(connectorOf('evil'), 'hr-token')).toBe(false);
    // Not even where its value is replaced meanwhile.
    await storeSecret(workspace, secrets, { name: 'hr-token', value: 'y' });
    expect(has(connectorOf('evil'), 'hr-token')).toBe(false);
  });

  test('belongs to whom its name speaks of, whoever names it', async () => {
    await open({
      'oauth/clients/portal.json': { client_id: 'portal-web', client_secret: '&{client.portal-web}' },
      [connectorOf('hr')]: naming('client.portal-web'),
    });
    const owners = await storeSecret(workspace, secrets, {
      name: 'client.portal-web',
      value: 'x',
      file: connectorOf('hr'),
    });
    expect(owners).toEqual(['oauth/clients/portal.json']);
    expect(has(connectorOf('hr'), 'client.portal-web')).toBe(false);
    expect(codes()).toEqual(['secret.not-allowed']);
  });

  test('waits for the file that its name speaks of, and then stays that file’s', async () => {
    await open({ [connectorOf('other')]: {} });
    expect(await storeSecret(workspace, secrets, { name: 'connector.hr.dev.authToken', value: 'x' })).toEqual(
      [],
    );
    writeFileSync(
      join(directory.path, connectorOf('hr')),
      JSON.stringify(naming('connector.hr.dev.authToken')),
    );
    workspace.rescan();
    await followOwners(workspace, secrets);
    expect(has(connectorOf('hr'), 'connector.hr.dev.authToken')).toBe(true);
    // A file with a longer name that comes later takes nothing away.
    writeFileSync(
      join(directory.path, connectorOf('hr.dev')),
      JSON.stringify(naming('connector.hr.dev.authToken')),
    );
    workspace.rescan();
    await followOwners(workspace, secrets);
    expect(has(connectorOf('hr.dev'), 'connector.hr.dev.authToken')).toBe(false);
  });
});

describe('environments', () => {
  const environments = {
    'environments/stage.json': { secrets: { 'hr-token': 'stage.hr-token', plain: 'client.portal-web' } },
  };

  test('what an environment puts in the place of a name is the file’s that has the name', async () => {
    await open({ ...environments, [connectorOf('hr')]: naming('hr-token') });
    expect(await storeSecret(workspace, secrets, { name: 'stage.hr-token', value: 'x' })).toEqual([
      connectorOf('hr'),
    ]);
    workspace.setEnvironment('stage');
    expect(has(connectorOf('hr'), 'hr-token')).toBe(true);
  });

  test('an environment leads nobody to the secret of another', async () => {
    await open({
      ...environments,
      'oauth/clients/portal.json': { client_id: 'portal-web', client_secret: '&{client.portal-web}' },
      [connectorOf('hr')]: naming('plain'),
    });
    await storeSecret(workspace, secrets, { name: 'client.portal-web', value: 'x' });
    await storeSecret(workspace, secrets, { name: 'plain', value: 'own' });
    expect(workspace.secretsOf(connectorOf('hr')).resolve('plain')).toBe('own');
    workspace.setEnvironment('stage');
    expect(has(connectorOf('hr'), 'plain')).toBe(false);
    expect(workspace.problems).toContainEqual(
      expect.objectContaining({
        code: 'secret.not-allowed',
        actions: [{ kind: 'allow-secret', file: connectorOf('hr'), name: 'client.portal-web' }],
      }),
    );
  });

  test('the settings and the environments that are laid over them have the same secrets', async () => {
    await open({
      'gatehouse.json': {
        name: 'W',
        network: { proxy: { url: 'http://127.0.0.1:9', password: '&{way-out}' } },
      },
      'environments/stage.json': {
        network: { proxy: { url: 'http://127.0.0.1:10', password: '&{way-out}' } },
      },
    });
    expect(await storeSecret(workspace, secrets, { name: 'way-out', value: 'x' })).toEqual([
      'gatehouse.json',
    ]);
    expect(has('environments/stage.json', 'way-out')).toBe(true);
  });
});

describe('a state from before secrets knew their owners', () => {
  const files = {
    'oauth/clients/portal.json': { client_id: 'portal-web', client_secret: '&{client.portal-web}' },
    [connectorOf('hr')]: naming('connector.hr.authToken'),
    [connectorOf('old')]: naming('client.portal-web'),
    [connectorOf('hand')]: naming('named-by-hand'),
  };

  test('what its names say is owned; the other uses work, and wait for an answer', async () => {
    storedBefore('client.portal-web', 'connector.hr.authToken', 'named-by-hand');
    await open(files);
    expect(codes()).toEqual([]);
    expect(has(connectorOf('hr'), 'connector.hr.authToken')).toBe(true);
    expect(has(connectorOf('old'), 'client.portal-web')).toBe(true);
    expect(secrets.grants.allowances()).toEqual([
      { file: connectorOf('old'), name: 'client.portal-web', answer: 'waiting' },
      { file: connectorOf('hand'), name: 'named-by-hand', answer: 'waiting' },
    ]);
    expect(waitingUses(secrets)).toMatchObject([
      { severity: 'notice', code: 'secret.uses-to-answer', actions: [{ kind: 'open-secrets' }] },
    ]);
  });

  test('answers are kept, and what comes later has to be allowed', async () => {
    storedBefore('client.portal-web', 'named-by-hand');
    await open(files);
    await answerUses(secrets, [{ file: connectorOf('hand'), name: 'named-by-hand' }], 'allowed');
    await answerUses(secrets, [{ file: connectorOf('old'), name: 'client.portal-web' }], 'refused');
    writeFileSync(join(directory.path, connectorOf('new')), JSON.stringify(naming('client.portal-web')));
    workspace.close();
    await openAgain();
    expect(waitingUses(secrets)).toEqual([]);
    expect(has(connectorOf('hand'), 'named-by-hand')).toBe(true);
    expect(has(connectorOf('old'), 'client.portal-web')).toBe(false);
    expect(has(connectorOf('new'), 'client.portal-web')).toBe(false);
  });

  test('a file that gives the use up has to ask anew', async () => {
    storedBefore('client.portal-web');
    await open(files);
    const write = (document: object) => {
      writeFileSync(join(directory.path, connectorOf('old')), JSON.stringify(document));
      workspace.rescan();
      return followOwners(workspace, secrets);
    };
    await write(naming('connector.old.authToken'));
    expect(waitingUses(secrets)).toEqual([]);
    await write(naming('client.portal-web'));
    expect(has(connectorOf('old'), 'client.portal-web')).toBe(false);
  });

  test('a fresh state has nothing to answer', async () => {
    await open(files);
    expect(secrets.grants.allowances()).toEqual([]);
    expect(waitingUses(secrets)).toEqual([]);
  });

  test('two connectors whose long names were cut to one keep what both have used', async () => {
    const long = 'directory-of-people-in-the-northern-offices';
    const cut = `connector.${long.slice(0, 40)}.authToken`;
    storedBefore(cut);
    await open({ [connectorOf(`${long}-a`)]: naming(cut), [connectorOf(`${long}-b`)]: naming(cut) });
    expect([has(connectorOf(`${long}-a`), cut), has(connectorOf(`${long}-b`), cut)]).toEqual([true, true]);
  });
});

describe('what was allowed', () => {
  beforeEach(async () => {
    await open({ ...clientFile, [connectorOf('hr')]: naming('client.portal-web') });
    await storeSecret(workspace, secrets, { name: 'client.portal-web', value: 'x' });
    expect(has(connectorOf('hr'), 'client.portal-web')).toBe(false);
    await answerUses(secrets, [{ file: connectorOf('hr'), name: 'client.portal-web' }], 'allowed');
  });

  test('goes with the connector', async () => {
    expect(has(connectorOf('hr'), 'client.portal-web')).toBe(true);
    rmSync(join(directory.path, connectorOf('hr')));
    workspace.rescan();
    workspace.rescan();
    await followOwners(workspace, secrets);
    expect(secrets.grants.allowances()).toEqual([]);
  });

  test('goes with the secret', async () => {
    await secrets.remove('client.portal-web');
    expect(secrets.grants.allowances()).toEqual([]);
    await storeSecret(workspace, secrets, { name: 'client.portal-web', value: 'y' });
    expect(has(connectorOf('hr'), 'client.portal-web')).toBe(false);
    expect((await openSecretStore(records)).grants.allowances()).toEqual([]);
  });
});

describe('a target of the flow debugger', () => {
  const target = (port: number, more: object = {}) => ({
    issuer: `http://127.0.0.1:${port}`,
    clients: [{ client_id: 'portal-web', client_secret: '&{client.portal-web}' }],
    ...more,
  });
  const secretOf = (name: string) =>
    workspace.targets.find((each) => each.name === name)?.clients[0]?.secret() ?? null;

  test('that is the hosted server has the secrets of its clients; any other has to be allowed', async () => {
    await open({
      'gatehouse.json': { name: 'W', services: { authorizationServer: { port: 9031 } } },
      ...clientFile,
      'targets/hosted.json': target(9031),
      'targets/elsewhere.json': target(9032),
      'targets/partly.json': target(9031, { token_endpoint: 'http://stranger.example/token' }),
      'targets/through.json': target(9031, { proxy: { url: 'http://stranger.example:8080' } }),
    });
    await storeSecret(workspace, secrets, { name: 'client.portal-web', value: 'x' });
    expect(['hosted', 'elsewhere', 'partly', 'through'].map(secretOf)).toEqual(['x', null, null, null]);
    await answerUses(secrets, [{ file: 'targets/elsewhere.json', name: 'client.portal-web' }], 'allowed');
    expect(secretOf('elsewhere')).toBe('x');
  });
});

test('a document is carried away without the secret of another, under whatever key', async () => {
  await open({ ...clientFile, [connectorOf('hr')]: naming('client.portal-web') });
  await storeSecret(workspace, secrets, { name: 'client.portal-web', value: 'planted' });
  await storeSecret(workspace, secrets, { name: 'key.mine', value: Buffer.alloc(16, 7).toString('base64') });
  const carried = () => exportDocument(workspace, connectorOf('hr'), 'mine', createSystemRandom());
  expect(carried().leftOut).toEqual(['/configurationProperties/authToken']);
  await answerUses(secrets, [{ file: connectorOf('hr'), name: 'client.portal-web' }], 'allowed');
  expect(carried().leftOut).toEqual([]);
});
