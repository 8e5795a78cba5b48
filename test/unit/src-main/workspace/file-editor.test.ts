import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import {
  createFileEditor,
  createUndoStore,
  type FileEditor,
  listSecrets,
  openSecretStore,
  type SecretStore,
  setSettings,
  settingsInForce,
  type Workspace,
} from '#main/workspace/index.ts';
import { maskedSecret } from '#shared/workspace/masked-secret.ts';
import { openedWorkspace } from '#test/support/opened-workspace.ts';

const random = { bytes: (count: number) => randomBytes(count) };
const clientFile = 'oauth/clients/c.json';
const clientText = `{
  // the portal
  "client_id": "c",
  "client_secret": "planted-client", // change it
  "x_team": { "a": [1, 2] },
  "scope": "read"
}
`;

let secrets: SecretStore;
let workspace: Workspace;
let editor: FileEditor;
let nowMillis = 0;

async function open(seal = true, files: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const written = { 'gatehouse.json': { name: 'W' }, [clientFile]: clientText, ...files };
  const { records } = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 });
  secrets = await openSecretStore(records);
  workspace = openedWorkspace(written, secrets.resolve, {
    clearSecretsAre: seal ? 'notice' : 'warning',
  });
  secrets.onChange(workspace.resolveSecretsAgain);
  const undo = createUndoStore({ records, random, clock: { nowMillis: () => nowMillis } });
  editor = createFileEditor({ workspace, secrets, undo, random, seal });
}

beforeEach(() => {
  nowMillis = 1_000;
  return open();
});

const onDisk = (file = clientFile) => readFileSync(join(workspace.directory, file), 'utf8');
function editOutside(text: string, file = clientFile): void {
  mkdirSync(dirname(join(workspace.directory, file)), { recursive: true });
  writeFileSync(join(workspace.directory, file), text);
}
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('an editor opens a file', () => {
  test('with its comments, and its clear secrets masked', () => {
    const opened = editor.read(clientFile);
    expect(opened.text).toBe(clientText.replace('planted-client', maskedSecret));
    expect(opened).toMatchObject({ file: clientFile, isReadOnly: false, version: expect.any(String) });
  });

  test('whose version changes with every byte, and is null where there is none', () => {
    const { version } = editor.read(clientFile);
    editOutside(clientText.replace('read', 'reae'));
    expect(editor.read(clientFile).version).not.toBe(version);
    expect(editor.read('oauth/clients/new.json')).toMatchObject({ text: '', version: null });
  });

  test.each([
    ['broken off', '{ "client_id": "c", "client_secret": "planted-client"'],
    ['no tree', '"client_secret": "planted-client"'],
    ['broken inside the secret', '{ "client_id": "c", "client_secret": "planted-client'],
    ['twice', '{ "client_id": "c", "client_secret": "planted-client", "client_secret": {"$secret":"x"} }'],
  ])('that is %s, and still no secret leaves', (_name, text) => {
    editOutside(text);
    expect(editor.read(clientFile).text).not.toContain('planted');
  });

  test('of a connector, whose secrets are found by name', () => {
    const text = '{"configurationProperties":{"clientSecret":"planted","serviceUri":"https://hr.example"}}';
    editOutside(text, 'connectors/provisioner.openicf-hr.json');
    expect(editor.read('connectors/provisioner.openicf-hr.json').text).toBe(
      text.replace('planted', maskedSecret),
    );
  });

  test.each(['../secret.json', 'notes.json', 'oauth/clients/../../x.json', 'oauth\\clients\\c.json'])(
    'and none at %s',
    (file) => {
      expect(() => editor.read(file)).toThrow(code('workspace.outside'));
    },
  );
});

describe('an editor saves a file', () => {
  test('and what was typed in clear is sealed on the way; the text that was written comes back', async () => {
    const { text, version } = editor.read(clientFile);
    const typed = text.replace(maskedSecret, 'typed-secret').replace('"read"', '"read write"');
    const saved = await editor.write(clientFile, typed, version);
    expect(saved.text).toBe(typed.replace('"typed-secret"', '{"$secret":"client.c"}'));
    expect(onDisk()).toBe(saved.text);
    expect(secrets.resolve('client.c')).toBe('typed-secret');
    expect(workspace.registrations.client('c')?.scopes).toEqual(['read', 'write']);
    expect(workspace.credentials.clientSecret('c')).toBe('typed-secret');
  });

  test('unchanged but for its masks: the secrets stay what they are, sealed now', async () => {
    const { text, version } = editor.read(clientFile);
    await editor.write(clientFile, text, version);
    expect(secrets.resolve('client.c')).toBe('planted-client');
    expect(onDisk()).toBe(clientText.replace('"planted-client"', '{"$secret":"client.c"}'));
  });

  test('and leaves its secrets in clear where sealing is off, with a warning', async () => {
    await open(false);
    const { text, version } = editor.read(clientFile);
    const saved = await editor.write(clientFile, text.replace('"read"', '"write"'), version);
    expect(onDisk()).toBe(clientText.replace('"read"', '"write"'));
    expect(saved.text).not.toContain('planted');
    expect(secrets.names()).toEqual([]);
    expect(workspace.problems).toMatchObject([
      { code: 'secret.in-clear', severity: 'warning', actions: [{ kind: 'seal-file', file: clientFile }] },
    ]);
  });

  test('that is new', async () => {
    const saved = await editor.write('oauth/users/ann.json', '{"username":"ann","password":"typed"}', null);
    expect(saved.text).toBe('{"username":"ann","password":{"$secret":"user.ann.password"}}');
    expect(await workspace.registrations.user('ann')?.verifyPassword('typed')).toBe(true);
  });

  test('but not over what another wrote meanwhile', async () => {
    const { text, version } = editor.read(clientFile);
    editOutside('{"client_id":"c","scope":"theirs"}');
    await expect(editor.write(clientFile, text, version)).rejects.toThrow(code('workspace.conflict'));
    await expect(editor.write(clientFile, text, null)).rejects.toThrow(code('workspace.conflict'));
    expect(onDisk()).toBe('{"client_id":"c","scope":"theirs"}');
  });

  test('but not over what another writes while secrets are being stored', async () => {
    const { text, version } = editor.read(clientFile);
    const saving = editor.write(clientFile, text, version);
    editOutside('{"client_id":"c","scope":"theirs"}');
    await expect(saving).rejects.toThrow(code('workspace.conflict'));
    expect(onDisk()).toBe('{"client_id":"c","scope":"theirs"}');
  });

  test.each([
    ['workspace.syntax', '{ "client_id": '],
    ['workspace.invalid', '{ "scope": "x" }'],
    ['workspace.invalid', '[]'],
  ])('but not where it could not be read again: %s', async (problem, text) => {
    const { version } = editor.read(clientFile);
    await expect(editor.write(clientFile, text, version)).rejects.toThrow(code(problem));
    expect(onDisk()).toBe(clientText);
  });

  test('but not with a mask where no secret stood', async () => {
    const text = `{"username":"bob","password":"${maskedSecret}"}`;
    await expect(editor.write('oauth/users/bob.json', text, null)).rejects.toThrow(code('secret.masked'));
  });

  test('with a variable that the environment does not give: it may be there elsewhere', async () => {
    const { version } = editor.read(clientFile);
    await editor.write(clientFile, '{"client_id":"c","redirect_uris":["&{portal}/cb"]}', version);
    expect(workspace.problems.map(({ code: found }) => found)).toEqual(['workspace.unknown-variable']);
  });
});

describe('an editor is told what is wrong with a text before it is saved', () => {
  const check = (text: string, file = clientFile) => editor.check(file, text).map(({ code: found }) => found);

  test('all of it, with places', () => {
    const text = '{\n  "client_id": "",\n  "redirect_uris": [1, 2]\n}';
    const places = editor.check(clientFile, text).map(({ location }) => [location?.line, location?.pointer]);
    expect(places).toEqual([
      [2, '/client_id'],
      [3, '/redirect_uris/0'],
      [3, '/redirect_uris/1'],
      // The name of the file says something else.
      [undefined, undefined],
    ]);
  });

  test('its syntax, its name, who else defines the same, its secrets and variables', () => {
    expect(check('{')).toEqual(['workspace.syntax']);
    expect(check('{"client_id":"c"}', 'oauth/clients/d.json')).toEqual([
      'workspace.name-mismatch',
      'workspace.duplicate',
    ]);
    expect(check('{"client_id":"c","client_secret":{"$secret":"nobody"}}')).toEqual(['secret.unresolved']);
    expect(check('{"client_id":"c","client_secret":"typed"}')).toEqual(['secret.in-clear']);
    expect(check(`{"client_id":"c","client_secret":"${maskedSecret}"}`)).toEqual([]);
    expect(check('{"client_id":"c","client_name":"&{nobody}"}')).toEqual(['workspace.unknown-variable']);
    expect(check('{"variables":{"a":"b"},"title":"&{a}"}', 'environments/dev.json')).toEqual([]);
    expect(check('{"services":{"gateway":{"port":"x"}}}', 'environments/dev.json')).toEqual([
      'workspace.invalid',
    ]);
  });

  test('and nothing is written', () => {
    check('{"username":"ann","password":"typed"}', 'oauth/users/ann.json');
    expect(existsSync(join(workspace.directory, 'oauth/users/ann.json'))).toBe(false);
  });
});

describe('an edit here meets an edit outside', () => {
  const merge = (
    mineText: string,
    choices: Readonly<Record<string, 'mine' | 'theirs'>> = {},
    baseText = base,
  ) => editor.merge({ file: clientFile, baseText, mineText, choices });
  let base = '';
  beforeEach(() => {
    base = editor.read(clientFile).text;
  });

  test('of different members: both stand, with the comments of the file and the secret that nobody changed', async () => {
    editOutside(clientText.replace('// the portal', '// the new portal').replace('[1, 2]', '[3]'));
    const { mergedText, conflicts, theirs } = merge(base.replace('"read"', '"write"'));
    expect(conflicts).toEqual([]);
    const saved = await editor.write(clientFile, mergedText ?? '', theirs.version);
    expect(saved.text).toContain('// the new portal');
    expect(saved.text).toContain('[3]');
    expect(saved.text).toContain('"write"');
    expect(secrets.resolve('client.c')).toBe('planted-client');
  });

  test('of one member: a conflict at its pointer, which a choice decides', () => {
    editOutside(clientText.replace('"read"', '"theirs"'));
    const mine = base.replace('"read"', '"mine"');
    expect(merge(mine)).toMatchObject({
      mergedText: null,
      conflicts: [{ pointer: '/scope', base: '"read"', mine: '"mine"', theirs: '"theirs"' }],
    });
    expect(merge(mine, { '/scope': 'mine' }).mergedText).toContain('"mine"');
    expect(merge(mine, { '/scope': 'theirs' }).mergedText).toContain('"theirs"');
  });

  test('a member that one side took away is gone', () => {
    editOutside(clientText.replace('  "x_team": { "a": [1, 2] },\n', ''));
    const { mergedText } = merge(base.replace('"read"', '"write"'));
    expect(mergedText).not.toContain('x_team');
    editOutside(clientText.replace('"read"', '"theirs"'));
    expect(merge(base.replace('  "x_team": { "a": [1, 2] },\n', '')).mergedText).not.toContain('x_team');
  });

  test('that is half typed is a conflict of the whole document', () => {
    editOutside(clientText.replace('"read"', '"theirs"'));
    const mine = '{ "client_id": "c", ';
    expect(merge(mine).conflicts).toMatchObject([{ pointer: '', base, mine, theirs: expect.any(String) }]);
    expect(merge(mine, { '': 'mine' }).mergedText).toBe(mine);
    expect(merge(mine, { '': 'theirs' }).mergedText).toContain('"theirs"');
  });

  test('with a file that is gone: mine brings it back, theirs leaves it removed', async () => {
    const { text } = editor.read(clientFile);
    await editor.remove(clientFile);
    const mine = text.replace('"read"', '"mine"');
    expect(merge(mine).conflicts).toMatchObject([{ pointer: '', theirs: null }]);
    expect(merge(mine, { '': 'mine' }).mergedText).toBe(mine);
    expect(merge(mine, { '': 'theirs' })).toMatchObject({ mergedText: null, conflicts: [] });
  });

  test('that changed nothing: my text stands, comments and all', () => {
    const mine = base.replace('// the portal', '// my portal');
    expect(merge(mine).mergedText).toBe(mine);
    editOutside(clientText.replace('"read"', '"theirs"'));
    expect(merge(base).mergedText).toContain('"theirs"');
  });
});

describe('a file that is removed', () => {
  test('is gone at once, and comes back within ten minutes of real time', async () => {
    const id = await editor.remove(clientFile);
    expect(existsSync(join(workspace.directory, clientFile))).toBe(false);
    expect(workspace.registrations.client('c')).toBeUndefined();
    nowMillis += 599_000;
    expect(await editor.restore(id)).toBe(clientFile);
    expect(onDisk()).toBe(clientText);
    expect(workspace.registrations.client('c')).toBeDefined();
    await expect(editor.restore(id)).rejects.toThrow(code('api.not-found'));
  });

  test('does not come back later, nor over another that took its place', async () => {
    const id = await editor.remove(clientFile);
    editOutside('{"client_id":"c"}');
    await expect(editor.restore(id)).rejects.toThrow(code('workspace.conflict'));
    const later = await editor.remove(clientFile);
    nowMillis += 600_000;
    await expect(editor.restore(later)).rejects.toThrow(code('api.not-found'));
  });

  test('stays where somebody wrote to it at that moment', async () => {
    const removing = editor.remove(clientFile);
    editOutside('{"client_id":"c","scope":"theirs"}');
    await expect(removing).rejects.toThrow(code('workspace.conflict'));
    expect(onDisk()).toContain('theirs');
  });

  test('has to be there', async () => {
    await expect(editor.remove('oauth/clients/none.json')).rejects.toThrow(code('api.not-found'));
  });
});

describe('settings', () => {
  const manifest =
    '{\n  "name": "W", // ours\n  "x_own": 1,\n  "services": {\n    "gateway": { "port": 9033 }\n  }\n}\n';
  beforeEach(() => {
    editOutside(manifest, 'gatehouse.json');
    workspace.rescan();
  });
  const set = (...members: readonly { readonly pointer: string; readonly value: unknown }[]) =>
    setSettings(editor, workspace, members);

  test('are set at their pointers; comments, order and members of others stay', async () => {
    await set({ pointer: '/services/gateway/port', value: 9133 });
    expect(onDisk('gatehouse.json')).toBe(manifest.replace('9033', '9133'));
    expect(workspace.manifest.services.gateway.port).toBe(9133);
  });

  test('are made with the objects around them, and removed by null', async () => {
    await set(
      { pointer: '/services/authorizationServer/profile', value: 'strict' },
      { pointer: '/services/gateway', value: null },
      { pointer: '/network/proxyLoopback', value: null },
    );
    expect(workspace.manifest.services.authorizationServer.profile).toBe('strict');
    expect(onDisk('gatehouse.json')).not.toContain('gateway');
    expect(onDisk('gatehouse.json')).toContain('// ours');
  });

  test('that do not fit are refused, and nothing is written', async () => {
    await expect(set({ pointer: '/services/gateway/port', value: 'x' })).rejects.toThrow(
      code('workspace.invalid'),
    );
    await expect(set({ pointer: 'services', value: 1 })).rejects.toThrow(code('workspace.invalid'));
    expect(onDisk('gatehouse.json')).toBe(manifest);
  });

  test('that are secret are sealed, and shown by their names', async () => {
    await set({ pointer: '/services/connectorHost/password', value: 'typed-password' });
    expect(onDisk('gatehouse.json')).not.toContain('typed-password');
    expect(secrets.resolve('settings.connectorHost.password')).toBe('typed-password');
    expect(settingsInForce(workspace)).toMatchObject({
      services: {
        connectorHost: { password: { $secret: 'settings.connectorHost.password' }, username: 'admin' },
      },
    });
  });

  test('in clear are masked where they are shown', () => {
    editOutside('{"name":"W","services":{"connectorHost":{"password":"planted"}}}', 'gatehouse.json');
    workspace.rescan();
    expect(JSON.stringify(settingsInForce(workspace))).not.toContain('planted');
    expect(settingsInForce(workspace)).toMatchObject({
      services: { connectorHost: { password: maskedSecret } },
    });
  });
});

test('secrets are listed with the files that name them, through the environment in force', async () => {
  await open(true, {
    'oauth/users/ann.json': { username: 'ann', password: '&{people}' },
    'environments/stage.json': { secrets: { people: 'stage.people', unused: 'other' } },
    'connectors/provisioner.openicf-hr.json': { configurationProperties: { clientSecret: '&{hr}' } },
  });
  await secrets.set('stage.people', 'x');
  await secrets.set('lonely', 'x');
  const listed = () =>
    listSecrets(workspace, secrets).map(({ name, isStored, usedBy }) => [name, isStored, usedBy]);
  const ann = 'oauth/users/ann.json /password';
  const mapped = 'environments/stage.json /secrets/people';
  const rest = [
    ['hr', false, ['connectors/provisioner.openicf-hr.json /configurationProperties/clientSecret']],
    ['lonely', true, []],
    ['other', false, ['environments/stage.json /secrets/unused']],
  ];
  expect(listed()).toEqual([...rest, ['people', false, [ann]], ['stage.people', true, [mapped]]]);
  workspace.setEnvironment('stage');
  expect(listed()).toEqual([...rest, ['stage.people', true, [mapped, ann]]]);
});
