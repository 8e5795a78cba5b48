import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import {
  createFileEditor,
  createInterchange,
  createUndoStore,
  type Interchange,
  loadWorkspace,
  openSecretStore,
  openWorkspaceManifest,
  packProduct,
  readDroppedFiles,
  readProductPath,
  type SecretStore,
  type Workspace,
  writeFilled,
} from '#main/workspace/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

const random = { bytes: (count: number) => randomBytes(count) };
const connectorFile = 'connectors/provisioner.openicf-hr.json';
const connector = {
  connectorRef: { connectorName: 'x' },
  configurationProperties: {
    serviceUri: '&{services.hr}/v1',
    authToken: 'planted-token',
    clientSecret: {
      $crypto: { type: 'x-simple-encryption', value: { key: 'system-sym', cipher: 'x', data: 'x' } },
    },
  },
};
const clients = (...items: readonly object[]) => ({ 'clients.json': { items } });
const portal = (more: object = {}) => ({
  clientId: 'portal',
  grantTypes: ['CLIENT_CREDENTIALS'],
  clientAuth: { type: 'SECRET', secret: 'planted-portal' },
  restrictScopes: true,
  ...more,
});

let secrets: SecretStore;
let workspace: Workspace;
let interchange: Interchange;
let editing: Parameters<typeof writeFilled>[2];
let nowMillis = 1_000;

const directory = startedAnew(() => writeWorkspace({ 'gatehouse.json': { name: 'W' } }));
const product = startedAnew(temporaryDirectory);
beforeEach(async () => {
  const { records } = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 });
  secrets = await openSecretStore(records);
  workspace = loadWorkspace(openWorkspaceManifest(directory.path), secrets.resolve);
  secrets.onChange(workspace.resolveSecretsAgain);
  const clock = { nowMillis: () => nowMillis };
  const undo = createUndoStore({ records, random, clock });
  // Secrets are sealed even where the editor leaves them.
  const editor = createFileEditor({ workspace, secrets, undo, random, seal: false });
  editing = { workspace, editor, secrets, random };
  interchange = createInterchange({ workspace, editor, secrets, records, clock, random });
});
afterEach(() => workspace.close());

function lay(files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(product.path, name)), { recursive: true });
    writeFileSync(join(product.path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}
const preview = () => interchange.preview(readProductPath(product.path));
const writeAll = () => {
  const { id, entities } = preview();
  return interchange.write(id, new Set(entities.map(({ file }) => file)));
};
const onDisk = (file: string) => readFileSync(join(directory.path, file), 'utf8');

describe('taking over from a product', () => {
  test('a preview says what is new and what has no counterpart, and writes nothing', () => {
    lay({
      ...clients(portal(), { clientId: 'off', enabled: false }),
      'conf/provisioner.openicf-hr.json': connector,
      'conf/sync.json': { mappings: [] },
      'config/routes/orders.json': { handler: 'ReverseProxyHandler' },
      'script/a.groovy': 'return 1',
    });
    const { entities, notTaken } = preview();
    expect(
      entities.map(({ kind, name, state, file, secrets: sealed }) => [kind, name, state, file, sealed]),
    ).toEqual([
      ['client', 'portal', 'new', 'oauth/clients/portal.json', 1],
      ['connector', 'hr', 'new', connectorFile, 1],
      ['route', 'orders', 'new', 'routes/10-orders.json', 0],
    ]);
    expect(notTaken.map(({ name }) => name).toSorted()).toEqual(['a.groovy', 'off', 'sync.json']);
    expect(entities[1]?.remarks[0]?.message).toMatch(/clientSecret is encrypted.*key\.system-sym/);
    expect(workspace.files.map(({ file }) => file)).toEqual(['gatehouse.json']);
  });

  test('secrets are sealed, variables and encrypted values stay as they are', async () => {
    lay({ ...clients(portal()), 'conf/provisioner.openicf-hr.json': connector });
    const { written, failed } = await writeAll();
    expect(failed).toEqual([]);
    expect(written).toHaveLength(2);
    const text = onDisk('oauth/clients/portal.json') + onDisk(connectorFile);
    expect(text).not.toContain('planted');
    expect(text).toContain('&{services.hr}/v1');
    expect(text).toContain('system-sym');
    expect(secrets.resolve('client.portal')).toBe('planted-portal');
    expect(workspace.registrations.client('portal')?.grantTypes).toEqual(new Set(['client_credentials']));
  });

  test('the secrets of many clients are stored at once, before a file refers to them', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      portal({ clientId: `c-${at}`, clientAuth: { type: 'SECRET', secret: `planted-${at}` } }),
    );
    lay(clients(...many));
    const files: number[] = [];
    secrets.onChange(() => files.push(workspace.files.length));
    const { written } = await writeAll();
    expect(written).toHaveLength(40);
    expect(files).toEqual([1]);
    expect(secrets.resolve('client.c-39')).toBe('planted-39');
    expect(workspace.registrations.client('c-39')?.grantTypes).toEqual(new Set(['client_credentials']));
  });

  test('a route with a name of its own is found again under the number that it got, beside one that has it there', async () => {
    lay({ 'config/routes/door.json': { name: 'The door', handler: 'ClientHandler' } });
    await writeAll();
    lay({ 'config/routes/gate.json': { handler: 'ClientHandler' } });
    const files = () => preview().entities.map(({ state, file }) => [state, file]);
    expect(files()).toEqual([
      ['same', 'routes/10-door.json'],
      ['new', 'routes/20-gate.json'],
    ]);
    lay({ 'config/routes/10-door.json': { name: 'The door', handler: 'ClientHandler' } });
    expect(files()[0]).toEqual(['same', 'routes/10-door.json']);
    expect(files().map(([, file]) => file)).toHaveLength(new Set(files().map(([, file]) => file)).size);
  });

  test('the same once more changes nothing; what differs is changed, and what only this side knows stays', async () => {
    lay({
      ...clients(portal()),
      'conf/provisioner.openicf-hr.json': connector,
      'config/routes/a.json': { handler: 'ClientHandler' },
    });
    await writeAll();
    expect(preview().entities.map(({ state }) => state)).toEqual(['same', 'same', 'same']);
    const file = join(directory.path, 'oauth/clients/portal.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), audience: ['urn:a'] }));
    workspace.rescan();
    lay(clients(portal({ name: 'Portal', clientAuth: { type: 'SECRET' } })));
    expect(preview().entities.map(({ state }) => state)).toEqual(['changed', 'same', 'same']);
    await writeAll();
    expect(JSON.parse(onDisk('oauth/clients/portal.json'))).toMatchObject({
      client_name: 'Portal',
      audience: ['urn:a'],
      client_secret: { $secret: 'client.portal' },
    });
    // The products take a secret in the header and in the form.
    expect(onDisk('oauth/clients/portal.json')).not.toContain('token_endpoint_auth_method');
  });

  test('undo takes new files away, puts changed ones back, and their secrets', async () => {
    lay(clients(portal()));
    await writeAll();
    const before = onDisk('oauth/clients/portal.json');
    lay(
      clients(
        portal({ name: 'Other', clientAuth: { type: 'SECRET', secret: 'planted-other' } }),
        portal({ clientId: 'second' }),
      ),
    );
    const { undoId } = await writeAll();
    expect(secrets.resolve('client.portal')).toBe('planted-other');
    const { restored, kept } = await interchange.undo(undoId);
    expect({ restored: restored.length, kept }).toEqual({ restored: 2, kept: [] });
    expect(onDisk('oauth/clients/portal.json')).toBe(before);
    expect(existsSync(join(directory.path, 'oauth/clients/second.json'))).toBe(false);
    expect(secrets.resolve('client.portal')).toBe('planted-portal');
    expect(secrets.names()).toEqual(['client.portal']);
    await expect(interchange.undo(undoId)).rejects.toMatchObject({ code: 'api.not-found' });
  });

  test('what was edited after it was written is somebody’s work, and undo leaves it', async () => {
    lay(clients(portal()));
    const { undoId } = await writeAll();
    writeFileSync(join(directory.path, 'oauth/clients/portal.json'), '{"client_id":"portal"}');
    expect(await interchange.undo(undoId)).toEqual({ restored: [], kept: ['oauth/clients/portal.json'] });
    expect(onDisk('oauth/clients/portal.json')).toBe('{"client_id":"portal"}');
  });

  test('a secret that was changed after it was taken over is somebody’s work, and undo leaves it', async () => {
    lay(clients(portal(), portal({ clientId: 'second' })));
    const { undoId } = await writeAll();
    await secrets.set('client.portal', 'rotated');
    expect((await interchange.undo(undoId)).restored).toHaveLength(2);
    expect(secrets.resolve('client.portal')).toBe('rotated');
    expect(secrets.resolve('client.second')).toBeNull();
  });

  test('undo puts a file back that was broken before, and leaves none out for one that it cannot write', async () => {
    lay({
      'conf/provisioner.openicf-hr.json': connector,
      ...clients(portal({ clientId: 'loader' }), portal()),
    });
    const broken = '{"configurationProperties": ';
    mkdirSync(join(directory.path, 'connectors'));
    writeFileSync(join(directory.path, connectorFile), broken);
    const { written, undoId } = await writeAll();
    expect(written).toContain(connectorFile);
    // A folder where the file was: it can be neither read nor removed as one.
    const taken = join(directory.path, 'oauth/clients/loader.json');
    rmSync(taken);
    mkdirSync(taken);
    const { restored, kept } = await interchange.undo(undoId);
    expect(kept).toEqual(['oauth/clients/loader.json']);
    expect(restored.toSorted()).toEqual([connectorFile, 'oauth/clients/portal.json']);
    expect(onDisk(connectorFile)).toBe(broken);
  });

  test('undo is offered for ten minutes', async () => {
    lay(clients(portal()));
    const { undoId } = await writeAll();
    nowMillis += 600_000;
    await expect(interchange.undo(undoId)).rejects.toMatchObject({ code: 'api.not-found' });
  });

  test('a file that changed since the preview is not written over', async () => {
    lay(clients(portal()));
    const { id } = preview();
    mkdirSync(join(directory.path, 'oauth/clients'), { recursive: true });
    writeFileSync(join(directory.path, 'oauth/clients/portal.json'), '{"client_id":"portal"}');
    const { written, failed } = await interchange.write(id, new Set(['oauth/clients/portal.json']));
    expect(written).toEqual([]);
    expect(failed[0]?.problem.code).toBe('workspace.conflict');
    expect(secrets.names()).toEqual([]);
  });
});

describe('what comes from elsewhere is not trusted', () => {
  test('links are not followed, and names lead nowhere else', () => {
    lay({ 'secret.json': { items: [portal()] } });
    const inner = join(product.path, 'inner');
    mkdirSync(inner);
    symlinkSync(join(product.path, 'secret.json'), join(inner, 'link.json'));
    symlinkSync(product.path, join(inner, 'folder'));
    const { entities, notTaken } = interchange.preview(readProductPath(inner));
    expect(entities).toEqual([]);
    expect(notTaken.map(({ reason }) => reason)).toEqual([
      'This is a link. Links are not followed.',
      'This is a link. Links are not followed.',
    ]);
    const dropped = readDroppedFiles([{ name: '../clients.json', bytes: new Uint8Array() }]);
    expect(dropped).toMatchObject({
      files: [],
      notTaken: [{ reason: 'The name points outside the folder.' }],
    });
    const zip = zipSync({ '../x.json': Buffer.from('{}') });
    expect(() => readDroppedFiles([{ name: 'a.zip', bytes: zip }])).toThrow(/not safe as a path/);
  });

  test('a client whose id is a path stays in the folder of the clients', async () => {
    lay(
      clients(
        portal({ clientId: '../../gatehouse' }),
        portal({ clientId: '..' }),
        portal({ clientId: '__proto__' }),
      ),
    );
    const { entities, notTaken } = preview();
    expect(entities.map(({ file }) => file)).toEqual(['oauth/clients/__proto__.json']);
    expect(notTaken.map(({ name }) => name)).toEqual(['../../gatehouse', '..']);
  });

  test('members named __proto__ are members, and depth and size have an end', () => {
    const text = '{"items":[{"clientId":"p","__proto__":{"isAdmin":true},"clientAuth":{"type":"NONE"}}]}';
    const deep = `{"handler":${'['.repeat(300)}${']'.repeat(300)}}`;
    lay({ 'clients.json': text, 'deep.json': deep, 'broken.json': '{', 'latin.json': '{}' });
    writeFileSync(join(product.path, 'latin.json'), Buffer.from([0x7b, 0xff, 0x7d]));
    writeFileSync(join(product.path, 'large.json'), Buffer.alloc(4 * 1_048_576 + 1, 0x20));
    const { entities, notTaken } = preview();
    expect(entities[0]?.notUnderstood).toContain('__proto__');
    expect('isAdmin' in {}).toBe(false);
    expect(notTaken.map(({ name }) => name).toSorted()).toEqual([
      'broken.json',
      'deep.json',
      'large.json',
      'latin.json',
    ]);
  });

  test('two of one name are not both taken', () => {
    lay({ 'a.json': portal(), 'b.json': portal({ name: 'Second' }) });
    const { entities, notTaken } = preview();
    expect(entities.map(({ from }) => from)).toEqual(['a.json']);
    expect(notTaken).toMatchObject([{ from: 'b.json', name: 'portal' }]);
  });

  test('a place must be whole and be there', () => {
    expect(() => readProductPath('conf')).toThrow(
      expect.objectContaining({ code: 'workspace.not-absolute' }),
    );
    expect(() => readProductPath(join(product.path, 'none'))).toThrow(
      expect.objectContaining({ code: 'workspace.unreadable' }),
    );
  });
});

test('what is given back comes in the products’ own files, without secrets, and is the same when it comes again', async () => {
  lay({
    ...clients(portal({ ciba: 1 })),
    'conf/provisioner.openicf-hr.json': connector,
    'config/routes/orders.json': { handler: 'ReverseProxyHandler' },
  });
  await writeAll();
  const { zip, files, leftOut } = packProduct(
    workspace,
    { kinds: ['client', 'connector', 'route'], files: null, keyAlias: null },
    random,
  );
  expect(files).toEqual(['clients.json', 'conf/provisioner.openicf-hr.json', 'config/routes/orders.json']);
  expect(leftOut).toContain('oauth/clients/portal.json /client_secret');
  expect(Buffer.from(zip).toString('latin1')).not.toContain('planted');
  const again = interchange.preview(readDroppedFiles([{ name: 'x.zip', bytes: zip }]));
  expect(again.notTaken).toEqual([]);
  expect(again.entities.map(({ state }) => state)).toEqual(['same', 'same', 'same']);
});

test('a route that is made from a template comes after all others where the gateway compares their names', async () => {
  const document = { handler: 'ReverseProxyHandler' };
  mkdirSync(join(directory.path, 'routes'));
  for (const name of ['20-orders', '100-early'])
    writeFileSync(join(directory.path, `routes/${name}.json`), JSON.stringify(document));
  workspace.rescan();
  expect(await writeFilled('route', { name: 'new', document }, editing)).toBe('routes/30-new.json');
});
