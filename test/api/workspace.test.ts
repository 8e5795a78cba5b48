import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { maskedSecret } from '#shared/workspace/masked-secret.ts';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { hasTool } from '#test/support/tools.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const files = {
  ...ordinaryFiles,
  'gatehouse.json': '{\n  "id": "test",\n  "name": "Orders at work" // ours\n}\n',
  'environments/stage.json': {
    title: 'Staging',
    secrets: { shared: 'stage.shared' },
    services: { authorizationServer: { codeLifetimeSeconds: 5 } },
  },
  'routes/10-orders.json': { name: 'orders' },
};
const batch = 'oauth/clients/batch-job.json';

describe.each(twoTransports)('the workspace over %s', (_name, connect) => {
  const running = startedOnce(() => startTestEngine({ files, start: false }));
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  const path = (file: string) => join(running.engine.workspace.directory, file);

  function draftOf(file: string, baseVersion: string | null, savedText: string, text: string) {
    return {
      file,
      baseVersion,
      savedText,
      baseText: savedText,
      text,
      edits: [{ at: 0, removed: savedText, inserted: text, group: 1 }],
      cursor: 0,
      changedAtMillis: 1,
    };
  }

  test('workspace.info and workspace.files say what is there', async () => {
    expect(await client.workspace.info()).toMatchObject({
      id: 'test',
      name: 'Orders at work',
      directory: running.engine.workspace.directory,
      isReadOnly: false,
      environment: null,
      environments: [{ name: 'stage', title: 'Staging', isActive: false, problem: null }],
    });
    const listed = await client.workspace.files();
    expect(listed.map(({ file, kind, name }) => [file, kind, name])).toEqual([
      ['gatehouse.json', 'manifest', 'Orders at work'],
      ['environments/stage.json', 'environment', 'Staging'],
      [batch, 'client', 'batch-job'],
      ['oauth/clients/orders-api.json', 'client', 'orders-api'],
      ['oauth/clients/portal-web.json', 'client', 'portal-web'],
      ['oauth/users/ann.json', 'user', 'ann'],
      ['routes/10-orders.json', 'route', '10-orders'],
    ]);
  });

  test('workspace.readFile, checkFile and writeFile: a file is opened, judged and saved, and no secret comes out', async () => {
    const opened = await client.workspace.readFile({ file: 'oauth/users/ann.json' });
    expect(opened.text).toContain(maskedSecret);
    const broken = opened.text.replace('"username"', 'username');
    expect(await client.workspace.checkFile({ file: opened.file, text: broken })).toMatchObject([
      { code: 'workspace.syntax', location: { line: 2 } },
    ]);
    const text = opened.text.replace('"Ann"', '"Ann Archer"');
    const saved = await client.workspace.writeFile({ file: opened.file, text, baseVersion: opened.version });
    expect(saved.text).toContain('"$secret"');
    expect((await client.identity.users())[0]?.claims).toEqual({ name: 'Ann Archer' });
    const again = client.workspace.writeFile({ file: opened.file, text, baseVersion: opened.version });
    expect(await codeOf(again)).toBe('workspace.conflict');
    expect(JSON.stringify([opened, saved])).not.toContain('planted');
  });

  test('workspace.mergeFile: a branch is checked out under an open draft, and both edits stand', async ({
    skip,
  }) => {
    skip(!hasTool('git'), 'git is not installed');
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
        cwd: running.engine.workspace.directory,
        stdio: 'pipe',
      });
    const file = 'routes/20-git.json';
    const base = '{\n  // of the team\n  "name": "git",\n  "baseURI": "http://one.example"\n}\n';
    writeFileSync(path(file), base);
    git('init', '-q', '-b', 'main');
    git('add', file);
    git('commit', '-q', '-m', 'one');
    git('checkout', '-q', '-b', 'theirs');
    writeFileSync(
      path(file),
      base.replace('of the team', 'of the other team').replace('one.example', 'two.example'),
    );
    git('commit', '-q', '-a', '-m', 'two');
    git('checkout', '-q', 'main');
    running.engine.workspace.rescan();

    const opened = await client.workspace.readFile({ file });
    const mine = opened.text.replace('"git"', '"mine"');
    await client.drafts.put(draftOf(file, opened.version, opened.text, mine));
    git('checkout', '-q', 'theirs');
    const saving = client.workspace.writeFile({ file, text: mine, baseVersion: opened.version });
    expect(await codeOf(saving)).toBe('workspace.conflict');
    const { theirs, mergedText, conflicts } = await client.workspace.mergeFile({
      file,
      baseText: opened.text,
      mineText: mine,
      choices: {},
    });
    expect(conflicts).toEqual([]);
    await client.workspace.writeFile({ file, text: mergedText ?? '', baseVersion: theirs.version });
    expect(readFileSync(path(file), 'utf8')).toBe(
      base
        .replace('of the team', 'of the other team')
        .replace('one.example', 'two.example')
        .replace('"git"', '"mine"'),
    );
    await client.drafts.discard({ file });
  });

  test('workspace.removeFile and restoreFile: a client goes and comes back', async () => {
    const ids = async () => (await client.identity.clients()).map(({ clientId }) => clientId);
    const { undoId } = await client.workspace.removeFile({ file: batch });
    expect(await ids()).not.toContain('batch-job');
    expect(await client.workspace.restoreFile({ undoId })).toEqual({ file: batch });
    expect(await ids()).toContain('batch-job');
    expect(await codeOf(client.workspace.restoreFile({ undoId }))).toBe('api.not-found');
  });

  test('workspace.setSettings and settings: a setting acts at once, and its file keeps its comments', async () => {
    const pointer = '/services/authorizationServer/profile';
    const { version } = await client.workspace.setSettings({ members: [{ pointer, value: 'strict' }] });
    expect((await client.workspace.readFile({ file: 'gatehouse.json' })).version).toBe(version);
    expect((await client.app.status()).profile).toBe('strict');
    expect(await client.workspace.settings()).toMatchObject({
      services: { authorizationServer: { profile: 'strict' } },
    });
    expect(readFileSync(path('gatehouse.json'), 'utf8')).toContain('// ours');
    await client.workspace.setSettings({ members: [{ pointer, value: null }] });
    expect((await client.app.status()).profile).toBe('product');
    const refused = client.workspace.setSettings({ members: [{ pointer, value: 'lax' }] });
    expect(await codeOf(refused)).toBe('workspace.invalid');
  });

  test('workspace.setEnvironment: another environment is in force, and remembered', async () => {
    const lifetime = async () => {
      const { services } = await client.workspace.settings();
      return (services as { authorizationServer: { codeLifetimeSeconds: number } }).authorizationServer
        .codeLifetimeSeconds;
    };
    const { workspaceRevision } = await client.app.status();
    expect(await client.workspace.setEnvironment({ name: 'stage' })).toEqual({ environment: 'stage' });
    expect(await lifetime()).toBe(5);
    expect(await client.app.status()).toMatchObject({ environment: 'stage' });
    expect((await client.app.status()).workspaceRevision).toBeGreaterThan(workspaceRevision);
    expect(await running.engine.ports.storage.records.get('setting', 'environment')).toBe('stage');
    expect(await codeOf(client.workspace.setEnvironment({ name: 'prod' }))).toBe('workspace.no-environment');
    expect(await client.workspace.setEnvironment({ name: null })).toEqual({ environment: null });
    expect(await lifetime()).toBe(60);
  });

  test('workspace.exportZip: all files, and no secret', async () => {
    writeFileSync(path('oauth/users/bob.json'), '{"username":"bob","password":"planted-bob"}');
    const { fileName, zipBase64, files: packed, redacted } = await client.workspace.exportZip();
    const entries = unzipSync(Buffer.from(zipBase64, 'base64'));
    expect(fileName).toBe('orders-at-work.zip');
    expect(Object.keys(entries)).toEqual(packed);
    expect(redacted).toContain('oauth/users/bob.json /password');
    expect(
      Object.values(entries)
        .map((bytes) => Buffer.from(bytes).toString())
        .join(''),
    ).not.toContain('planted');
  });

  test('drafts.put, list and discard: what was typed is kept, and the list of files shows it', async () => {
    const { text, version } = await client.workspace.readFile({ file: 'routes/10-orders.json' });
    const draft = draftOf('routes/10-orders.json', version, text, `${text} `);
    expect(await client.drafts.put(draft)).toEqual({ kept: true });
    expect(await client.drafts.list()).toEqual([draft]);
    const drafted = (await client.workspace.files()).filter(({ hasDraft }) => hasDraft);
    expect(drafted.map(({ file }) => file)).toEqual(['routes/10-orders.json']);
    expect(await client.drafts.discard({ file: draft.file })).toEqual({ discarded: true });
    expect(await client.drafts.discard({ file: draft.file })).toEqual({ discarded: false });
  });

  test('a draft that is saved is done with, though its secrets stand in the file as references', async () => {
    const file = 'oauth/users/eve.json';
    const text = '{"username":"eve","password":"typed-by-eve"}';
    await client.drafts.put(draftOf(file, null, '', text));
    await client.workspace.writeFile({ file, text, baseVersion: null });
    expect(await client.drafts.list()).toEqual([]);
  });

  test('session.put and get: how the window was left', async () => {
    const session = {
      panes: [{ tabs: [{ id: 'a', path: '/flows?token=planted' }], activeTabId: 'a' }],
      activePane: 0,
      split: 'rows' as const,
      ratio: 30,
      isWireOpen: true,
    };
    expect(await client.session.put(session)).toEqual({ kept: true });
    const tabs = [{ id: 'a', path: '/flows' }];
    expect(await client.session.get()).toEqual({ ...session, panes: [{ tabs, activeTabId: 'a' }] });
  });

  test('secrets.list, set, remove and restore: by name, never by value', async () => {
    await client.secrets.set({ name: 'shared', value: 'planted-shared' });
    await client.workspace.writeFile({
      file: 'oauth/users/dan.json',
      text: '{"username":"dan","password":"&{shared}"}',
      baseVersion: null,
    });
    const of = async (name: string) => (await client.secrets.list()).find((secret) => secret.name === name);
    expect(await of('shared')).toEqual({
      name: 'shared',
      isStored: true,
      usedBy: ['oauth/users/dan.json /password'],
      owners: [],
      others: [],
    });
    const { undoId } = await client.secrets.remove({ name: 'shared' });
    expect(await of('shared')).toMatchObject({ isStored: false });
    const missing = async () =>
      (await client.app.status()).problems.find(({ location }) => location?.file === 'oauth/users/dan.json');
    expect(await missing()).toMatchObject({
      code: 'secret.unresolved',
      actions: [{ kind: 'store-secret', name: 'shared', file: 'oauth/users/dan.json' }],
    });
    expect(await client.secrets.restore({ undoId })).toEqual({ name: 'shared' });
    expect(await missing()).toBeUndefined();
    expect(await codeOf(client.secrets.remove({ name: 'nobody' }))).toBe('api.not-found');
    expect(await codeOf(client.secrets.restore({ undoId }))).toBe('api.not-found');
    expect(JSON.stringify(await client.secrets.list())).not.toContain('planted');
  });

  test('secrets.allow and refuse: a file uses a secret of another as long as it may', async () => {
    const file = 'webhooks/siem.json';
    const isNamed = () =>
      client.app
        .status()
        .then(({ problems }) => problems.find(({ location }) => location?.file === file) ?? null);
    const othersOf = async (name: string) =>
      (await client.secrets.list()).find((secret) => secret.name === name)?.others;
    expect(await client.secrets.set({ name: 'shop.key', value: 'planted', file: 'routes/10.json' })).toEqual({
      name: 'shop.key',
      owners: ['routes/10.json'],
    });
    await client.workspace.writeFile({
      file,
      text: '{"url":"http://127.0.0.1:9/","secret":{"$secret":"shop.key"},"events":["*"]}',
      baseVersion: null,
    });
    expect(await isNamed()).toMatchObject({
      code: 'secret.not-allowed',
      location: { file, pointer: '/secret' },
      actions: [{ kind: 'allow-secret', file, name: 'shop.key' }],
    });
    expect(await othersOf('shop.key')).toEqual([{ file, standing: 'foreign' }]);
    await client.secrets.allow({ uses: [{ file, name: 'shop.key' }] });
    expect(await isNamed()).toBeNull();
    // The decision about it comes back with it.
    const { undoId } = await client.secrets.remove({ name: 'shop.key' });
    expect(await othersOf('shop.key')).toEqual([]);
    await client.secrets.restore({ undoId });
    expect(await othersOf('shop.key')).toEqual([{ file, standing: 'allowed' }]);
    expect(await isNamed()).toBeNull();
    await client.secrets.refuse({ uses: [{ file, name: 'shop.key' }] });
    expect(await isNamed()).toMatchObject({ code: 'secret.not-allowed' });
    expect(await codeOf(client.secrets.allow({ uses: [{ file: 'nobody', name: 'shop.key' }] }))).toBe(
      'api.not-found',
    );
  });
});
