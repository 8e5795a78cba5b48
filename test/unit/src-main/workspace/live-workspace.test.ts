import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRestartNotices, type Workspace } from '#main/workspace/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { openedWorkspace } from '#test/support/opened-workspace.ts';

const client = (more: object = {}) => ({ client_id: 'c', grant_types: ['client_credentials'], ...more });
const files = {
  'gatehouse.json': { id: 'w', name: 'W' },
  'oauth/clients/c.json': client({ scope: 'first' }),
};

let workspace: Workspace;

function open(written: Readonly<Record<string, unknown>> = files, secrets = new Map<string, string>()) {
  workspace = openedWorkspace(written, (name) => secrets.get(name) ?? null);
  return workspace;
}

function write(file: string, content: unknown): void {
  const path = join(workspace.directory, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

const remove = (file: string) => rmSync(join(workspace.directory, file));

describe('an edit from outside', () => {
  test('acts through the objects that services hold already', () => {
    const { registrations, rescan } = open();
    write('oauth/clients/c.json', client({ scope: 'second' }));
    write('oauth/users/ann.json', { username: 'ann', password: 'x' });
    rescan();
    expect(registrations.client('c')?.scopes).toEqual(['second']);
    expect(registrations.users().map(({ username }) => username)).toEqual(['ann']);
  });

  test('leaves every other registration the very object it was', () => {
    const { registrations, rescan } = open();
    const before = registrations.client('c');
    write('oauth/clients/d.json', client({ client_id: 'd' }));
    rescan();
    expect(registrations.clients()).toHaveLength(2);
    expect(registrations.client('c')).toBe(before);
  });

  test('that breaks a file leaves its last good version in force until it is mended', () => {
    const live = open();
    write('oauth/clients/c.json', '{ "client_id": "c", "scope": ');
    live.rescan();
    expect(live.problems).toMatchObject([
      { code: 'workspace.syntax', fix: expect.stringContaining('last valid version stays in effect') },
    ]);
    expect(live.registrations.client('c')?.scopes).toEqual(['first']);
    write('oauth/clients/c.json', client({ scope: 'mended' }));
    live.rescan();
    expect(live.problems).toEqual([]);
    expect(live.registrations.client('c')?.scopes).toEqual(['mended']);
  });

  test('that removes a file takes the registration away once a second look confirms it', () => {
    const { registrations, rescan } = open();
    remove('oauth/clients/c.json');
    expect(rescan()).toBe(true);
    expect(registrations.client('c')).toBeDefined();
    expect(rescan()).toBe(false);
    expect(registrations.client('c')).toBeUndefined();
  });

  test('of an editor that moves the file away and back is one change, and nothing was gone', () => {
    const live = open();
    const path = join(live.directory, 'oauth/clients/c.json');
    const changes: unknown[] = [];
    live.onChange((change) => changes.push(change));
    renameSync(path, `${path}~`);
    live.rescan();
    write('oauth/clients/c.json', client({ scope: 'second' }));
    live.rescan();
    expect(changes).toEqual([{ files: ['oauth/clients/c.json'], editedOutside: ['oauth/clients/c.json'] }]);
    expect(live.registrations.client('c')?.scopes).toEqual(['second']);
  });

  test('that only touches a file is none', () => {
    const live = open();
    utimesSync(join(live.directory, 'oauth/clients/c.json'), 1, 1);
    live.rescan();
    expect(live.revision).toBe(0);
  });

  test('that removes the manifest brings the defaults back, with a warning', () => {
    const live = open({ 'gatehouse.json': { name: 'W', vendor: { urn: 'other' } } });
    remove('gatehouse.json');
    live.rescan();
    expect(live.manifest.vendor.urn).toBe('other');
    live.rescan();
    expect(live.manifest.vendor.urn).toBe('gatehouse');
    expect(live.problems.map(({ code }) => code)).toEqual(['workspace.no-manifest']);
  });
});

describe('the settings', () => {
  const manifest = (settings: object, more: object = {}) => ({
    name: 'W',
    services: { authorizationServer: settings },
    ...more,
  });

  test('are the same object for as long as nothing in them changes', () => {
    const live = open({ 'gatehouse.json': manifest({ rollRefreshTokens: true }) });
    const { authorizationServer } = live.manifest.services;
    const { vendor } = live.manifest;
    write('gatehouse.json', manifest({ rollRefreshTokens: true }, { name: 'Another name' }));
    live.rescan();
    expect(live.name).toBe('Another name');
    expect(live.manifest.services.authorizationServer).toBe(authorizationServer);
    write('gatehouse.json', manifest({ rollRefreshTokens: false }));
    live.rescan();
    expect(live.manifest.services.authorizationServer).toMatchObject({ rollRefreshTokens: false });
    expect(live.manifest.vendor).toBe(vendor);
  });

  test('that are read once say that they wait for a restart', () => {
    const live = open();
    write('gatehouse.json', { id: 'w', name: 'W', durability: 'full' });
    live.rescan();
    expect(live.problems).toMatchObject([
      { code: 'workspace.restart-needed', severity: 'notice', location: { pointer: '/durability' } },
    ]);
  });

  test('of a listener wait until its service starts again', () => {
    const listeners: (() => void)[] = [];
    const service = { key: 'gateway' as const, state: 'stopped' };
    let settings = { port: 9033, bind: '127.0.0.1', lifetime: 1 };
    const become = (state: string) => {
      service.state = state;
      for (const listener of listeners) listener();
    };
    const notices = createRestartNotices(
      {
        status: () => [service],
        onChange: (listener) => {
          listeners.push(listener);
          return () => {};
        },
      },
      () => settings,
    );
    become('starting');
    become('running');
    settings = { port: 9033, bind: '127.0.0.1', lifetime: 2 };
    expect(notices()).toEqual([]);
    settings = { ...settings, port: 9133, bind: '::1' };
    expect(notices().map(({ location }) => location?.pointer)).toEqual([
      '/services/gateway/port',
      '/services/gateway/bind',
    ]);
    become('stopped');
    become('starting');
    expect(notices()).toEqual([]);
  });
});

test('a secret that is stored later is taken up by the clients that name it', () => {
  const secrets = new Map<string, string>();
  const live = open(
    { 'gatehouse.json': { name: 'W' }, 'oauth/clients/c.json': client({ client_secret: { $secret: 's' } }) },
    secrets,
  );
  expect(live.problems.map(({ code }) => code)).toEqual(['secret.unresolved']);
  secrets.set('s', 'stored-later');
  live.resolveSecretsAgain();
  expect(live.problems).toEqual([]);
  expect(live.credentials.clientSecret('c')).toBe('stored-later');
});

describe('watching', () => {
  test('sees a folder that is made after the start, and a file that is then put into it', async () => {
    const live = open({ 'gatehouse.json': { name: 'W' } });
    live.watch();
    mkdirSync(join(live.directory, 'oauth'));
    await new Promise((resolve) => setTimeout(resolve, 250));
    write('oauth/clients/c.json', client());
    await eventually(() => live.registrations.client('c') ?? null);
    write('oauth/clients/c.json', client({ scope: 'later' }));
    await eventually(() => live.registrations.client('c')?.scopes[0] ?? null);
  });

  test('goes on by the clock where the system cannot watch, and says so', async () => {
    const live = open();
    live.watch(() => {
      throw new Error('no space left on device');
    });
    expect(live.problems).toMatchObject([{ code: 'workspace.unwatchable', severity: 'notice' }]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    write('oauth/clients/c.json', client({ scope: 'second' }));
    await eventually(() => (live.registrations.client('c')?.scopes[0] === 'second' ? true : null));
  });

  test('goes on by the clock when a watcher breaks later', async () => {
    const live = open();
    const breakers: (() => void)[] = [];
    live.watch((_path, _changed, failed) => {
      breakers.push(() => failed(new Error('gone')));
      return { close: () => {} };
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const breakNow of breakers) breakNow();
    write('oauth/clients/c.json', client({ scope: 'second' }));
    await eventually(() => (live.registrations.client('c')?.scopes[0] === 'second' ? true : null));
  });

  test('ends with close', async () => {
    const live = open();
    live.watch();
    live.close();
    write('oauth/clients/c.json', client({ scope: 'second' }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(live.registrations.client('c')?.scopes).toEqual(['first']);
  });
});
