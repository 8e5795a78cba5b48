import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { safe } from '@orpc/client';
import { describe, expect, test } from 'vitest';
import type { HostLink } from '#main/platform/host-link.ts';
import { noteRecentWorkspace } from '#main/workspace/index.ts';
import { connectByPort } from '#test/support/api-clients.ts';
import { twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

/** The problem with which a call fails; null where it does not. */
async function problemOf(call: Promise<unknown>): Promise<unknown> {
  const { error } = await safe(call);
  return error instanceof Error && 'data' in error ? error.data : error;
}

describe.each(twoTransports)('the installation over %s', (_name, connect) => {
  const asked: unknown[] = [];

  const hostLink: HostLink = {
    keyKeptIn: 'file',
    ask(name, input) {
      asked.push(input === null ? name : { [name]: input });
      return Promise.resolve((name === 'next-key' ? new Uint8Array(32).fill(8) : input) as never);
    },
  };
  const at = (name: string) => join(folder.path, name);
  const manifest = (directory: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(directory, 'gatehouse.json'), 'utf8')) as Record<string, unknown>;

  const folder = startedOnce(temporaryDirectory);
  const running = startedOnce(async () =>
    startTestEngine({ storage: await openTestStorage(at('state')), hostLink }),
  );
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  test('installation.recent and forgetRecent: what was opened, the last first, gone folders marked', async () => {
    const { ports, workspace } = running.engine;
    expect(await client.installation.recent()).toEqual([]);
    const note = (directory: string, openedAtMillis: number) =>
      noteRecentWorkspace(ports.userDirectory, { directory, name: directory, openedAtMillis }, ports.random);
    for (let index = 0; index < 25; index += 1) note(`/none/${index}`, index);
    note(workspace.directory, 100);
    const recent = await client.installation.recent();
    expect(recent).toHaveLength(20);
    expect(recent[0]).toMatchObject({ directory: workspace.directory, exists: true, isOpen: true });
    expect(recent[1]).toMatchObject({ directory: '/none/24', exists: false, isOpen: false });
    const left = await client.installation.forgetRecent({ directory: '/none/24' });
    expect(left[1]?.directory).toBe('/none/23');
    expect(await client.installation.recent()).toEqual(left);
  });

  test('a list of recent workspaces that is damaged counts as none and is moved aside', async () => {
    const { ports } = running.engine;
    const file = join(ports.userDirectory, 'recent.json');
    writeFileSync(file, '{ "workspaces": [');
    expect(await client.installation.recent()).toEqual([]);
    expect(readFileSync(`${file}.broken`, 'utf8')).toBe('{ "workspaces": [');
    noteRecentWorkspace(ports.userDirectory, { directory: '/x', name: 'x', openedAtMillis: 1 }, ports.random);
    expect(await client.installation.recent()).toHaveLength(1);
  });

  test('installation.preferences begin with the defaults, setPreferences keeps them for every workspace', async () => {
    const defaults = await client.installation.preferences();
    expect(defaults).toMatchObject({ theme: 'system', density: 'compact', keys: {} });
    const mine = { ...defaults, theme: 'dark' as const, keys: { 'go.home': 'g h', 'go.back': null } };
    expect(await client.installation.setPreferences(mine)).toEqual(mine);
    expect(await client.installation.preferences()).toEqual(mine);
    const file = join(running.engine.ports.userDirectory, 'preferences.json');
    writeFileSync(file, 'somebody’s bytes');
    expect(await client.installation.preferences()).toEqual(defaults);
    expect(existsSync(`${file}.broken`)).toBe(true);
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('installation.places proposes where workspaces lie, and installation.create makes one there', async () => {
    const { workspaces } = await client.installation.places();
    const directory = join(workspaces, 'not made yet', 'orders');
    expect(await client.installation.create({ directory, name: 'Orders', from: 'empty' })).toEqual({
      directory,
    });
    expect(readdirSync(directory)).toEqual(['gatehouse.json']);
    expect(manifest(directory)).toEqual({ id: expect.stringMatching(/^w-[0-9a-f]{18}$/), name: 'Orders' });
  });

  test('installation.create from the sample has its files, and an id and a name of its own', async () => {
    const directory = at('from sample');
    mkdirSync(directory);
    await client.installation.create({ directory, name: 'Mine', from: 'sample' });
    expect(manifest(directory)).toMatchObject({ name: 'Mine', vendor: { urn: 'gatehouse' } });
    expect(manifest(directory)['id']).not.toBe('sample');
    expect(readdirSync(join(directory, 'oauth/clients'))).toContain('portal-web.json');
  });

  test('installation.create refuses a folder with something in it, and a path that is not whole', async () => {
    const directory = at('full');
    mkdirSync(directory);
    writeFileSync(join(directory, '.hidden'), '');
    const create = (path: string) =>
      problemOf(client.installation.create({ directory: path, name: 'N', from: 'empty' }));
    expect(await create(directory)).toMatchObject({ code: 'workspace.not-empty', fix: expect.any(String) });
    expect(await create(join(directory, '.hidden'))).toMatchObject({ code: 'workspace.not-empty' });
    expect(await create('orders')).toMatchObject({ code: 'workspace.not-absolute' });
    expect(await create(join(directory, '.hidden', 'below'))).toMatchObject({ code: 'workspace.unwritable' });
    expect(readdirSync(directory)).toEqual(['.hidden']);
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('installation.duplicate copies the workspace files and nothing else', async () => {
    const { directory: from, id } = running.engine.workspace;
    const outside = at('outside.json');
    writeFileSync(outside, '{"secret":"planted-outside"}');
    symlinkSync(outside, join(from, 'oauth/clients/linked.json'));
    symlinkSync(folder.path, join(from, 'connectors'));
    for (const name of ['notes.txt', 'oauth/clients/.portal-web.json.00ff.tmp', 'oauth/users/.hidden.json'])
      writeFileSync(join(from, name), 'x');
    mkdirSync(join(from, '.git'));
    const directory = at('copy');
    await client.installation.duplicate({ directory, name: 'The copy' });
    expect(readdirSync(directory, { recursive: true }).map(String).toSorted()).toEqual(
      [
        'gatehouse.json',
        'oauth',
        'oauth/clients',
        ...['batch-job', 'orders-api', 'portal-web'].map((name) => `oauth/clients/${name}.json`),
        'oauth/users',
        'oauth/users/ann.json',
      ].map((path) => join(path)),
    );
    expect(manifest(directory)).toEqual({ id: expect.any(String), name: 'The copy' });
    expect(manifest(directory)['id']).not.toBe(id);
  });

  test('installation.importZip unpacks what workspace.exportZip packed', async () => {
    const { zipBase64, files } = await client.workspace.exportZip();
    const directory = at('imported');
    const imported = await client.installation.importZip({ directory, zipBase64 });
    expect(imported.files.toSorted()).toEqual(files.toSorted());
    expect(readdirSync(join(directory, 'oauth/clients'))).toContain('portal-web.json');
    expect(readFileSync(join(directory, 'oauth/clients/portal-web.json'), 'utf8')).not.toContain('planted');
    const again = client.installation.importZip({ directory, zipBase64 });
    expect(await problemOf(again)).toMatchObject({ code: 'workspace.not-empty' });
    const garbage = client.installation.importZip({ directory: at('none'), zipBase64: 'AAAA' });
    expect(await problemOf(garbage)).toMatchObject({ code: 'workspace.zip-invalid' });
    expect(existsSync(at('none'))).toBe(false);
  });

  test('installation.open asks the host', async () => {
    asked.length = 0;
    expect(await client.installation.open({ directory: '/other' })).toEqual({ directory: '/other' });
    expect(asked).toEqual([{ 'open-workspace': { directory: '/other' } }]);
  });

  test('sealing.status, rotate and forget: the host keeps the next key before it is used, and then as the key', async () => {
    await client.secrets.set({ name: 'one', value: 'planted-one' });
    expect(await client.sealing.status()).toEqual({ keptIn: 'file', rotatedAtMillis: null, unopened: 0 });
    asked.length = 0;
    expect((await client.sealing.rotate()).sealedAnew).toBeGreaterThan(0);
    expect(asked).toEqual(['next-key', 'keep-key']);
    const { rotatedAtMillis } = await client.sealing.status();
    expect(rotatedAtMillis).toBeGreaterThan(1_600_000_000_000);
    expect(await client.sealing.forget()).toEqual({ forgotten: 0 });
  });

  test('trust.root is the certificate that services really show', async () => {
    const root = await client.trust.root();
    const certificate = new X509Certificate(root.pem);
    expect(root.fileName).toBe('gatehouse-ca-test-workspace.pem');
    expect(root).toMatchObject({
      subject: 'CN=Gatehouse CA of Test workspace',
      sha256: certificate.fingerprint256,
      notAfterMillis: certificate.validToDate.getTime(),
    });
    expect(root.notBeforeMillis).toBeLessThan(root.notAfterMillis);
    expect(root.instructions.map(({ system }) => system)).toContain('java');
    expect(JSON.stringify(root.instructions)).toContain(root.fileName);
    const server = await running.engine.authority.serverCertificate(['127.0.0.1']);
    expect(new X509Certificate(server.cert).verify(certificate.publicKey)).toBe(true);
    expect((await client.trust.root()).sha256).toBe(root.sha256);
  });

  test('services.restart takes a service down and up with the settings in force then', async () => {
    const before = running.engine.hosting.url('sampleUpstreams');
    const restarted = await client.services.restart({ key: 'sampleUpstreams' });
    expect(restarted).toMatchObject({ state: 'running', requests: 0 });
    expect((await fetch(`${restarted.url}/orders`)).status).toBe(401);
    if (restarted.url !== before) await expect(fetch(`${before}/orders`)).rejects.toThrow();
    await client.services.stop({ key: 'sampleUpstreams' });
    expect((await client.services.restart({ key: 'sampleUpstreams' })).state).toBe('running');
  });

  test('app.status names the workspace and its environment', async () => {
    expect(await client.app.status()).toMatchObject({ workspaceId: 'test', environment: null });
  });
});

test('without a host behind it the engine keeps no key and opens nothing else, and says so', async () => {
  const running = await startTestEngine({ start: false });
  const { client, close } = await connectByPort(running.engine);
  expect(await client.sealing.status()).toEqual({ keptIn: 'memory', rotatedAtMillis: null, unopened: 0 });
  expect(await problemOf(client.installation.open({ directory: '/x' }))).toMatchObject({
    code: 'api.not-found',
  });
  await close();
  await running.stop();
});
