import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type DesktopHost,
  type DesktopHostOptions,
  startDesktopHost,
} from '#test/support/electron/desktop-host.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const freePorts = { authorizationServer: { port: 0 }, sampleUpstreams: { port: 0 } };

let running: DesktopHost[] = [];

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() =>
  writeWorkspace({
    ...ordinaryFiles,
    'gatehouse.json': { id: 'test', name: 'Test workspace', services: freePorts },
  }),
);
afterEach(async () => {
  await Promise.all(running.map((host) => host.kill()));
  running = [];
});

function start(options: Partial<DesktopHostOptions> = {}): DesktopHost {
  const args = ['--workspace', workspace.path, '--state-dir', state.path];
  const host = startDesktopHost({ args, home: state.path, ...options });
  running.push(host);
  return host;
}

async function opened(options: Partial<DesktopHostOptions> = {}): Promise<DesktopHost> {
  const host = start(options);
  await host.noted('load');
  return host;
}

const noteTypes = (host: DesktopHost) => host.notes.map(({ type }) => type);

describe('the built desktop application', () => {
  test('switches the sandbox on and names its scheme before it is ready, then opens one window on its page', async () => {
    const host = await opened();
    await eventually(() => (noteTypes(host).includes('window-act') ? true : null));
    expect(noteTypes(host)).toEqual([
      'schemes',
      'sandbox-enabled',
      'menu',
      'ready',
      'menu',
      'window',
      'load',
      'window-act',
    ]);
    expect(await host.noted('schemes')).toMatchObject({
      schemes: [
        {
          scheme: 'gatehouse',
          privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
        },
      ],
    });
    expect((await host.noted('load')).url).toBe('gatehouse://app/');
    expect((await host.noted('window')).options).toMatchObject({
      show: false,
      webPreferences: {
        preload: expect.stringMatching(/[\\/]out[\\/]preload[\\/]preload\.cjs$/),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
      },
    });
    expect((await host.noted('window-act')).act).toBe('show');
  });

  test('answers its scheme from the build, under the content security policy', async () => {
    const host = await opened();
    const page = await host.ask('page-request', { method: 'GET', url: 'gatehouse://app/' });
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
    const script = /src="(?<path>\/assets\/[^"]+\.js)"/.exec(Buffer.from(page.body).toString())?.groups?.[
      'path'
    ];
    const answer = await host.ask('page-request', { method: 'GET', url: `gatehouse://app${script}` });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    const outside = 'gatehouse://app/../main/index.js';
    expect(await host.ask('page-request', { method: 'GET', url: outside })).toMatchObject({ status: 404 });
  });

  test('hands the page a port to the engine, and answers a call on it', async () => {
    const host = await opened();
    const frame = { url: 'gatehouse://app/', isMainFrame: true };
    await host.ask('ipc-send', { channel: 'gatehouse:connect', args: [], frame });
    const { channel, ports } = await host.noted('to-page');
    expect(channel).toBe('gatehouse:connect');
    const [port = 0] = ports;
    host.send({
      type: 'port-message',
      port,
      data: JSON.stringify({ i: '1', p: { u: '/app/info', b: {} } }),
    });
    const { data } = await host.noted('port-message');
    expect(JSON.parse(String(data))).toMatchObject({ i: '1', p: { b: { json: { host: 'electron' } } } });
  });

  test.each([
    ['a frame that is gone', null, 'the frame no longer exists'],
    ['a frame in the page', { url: 'gatehouse://app/', isMainFrame: false }, 'the frame is a sub-frame'],
    [
      'another page',
      { url: 'https://evil.example/', isMainFrame: true },
      'the frame shows https://evil.example/',
    ],
  ])('refuses %s a port, and says so', async (_, frame, why) => {
    const host = await opened();
    await host.ask('ipc-send', { channel: 'gatehouse:connect', args: [], frame });
    await eventually(() => (host.log().includes(`connection rejected: ${why}`) ? true : null));
    expect(noteTypes(host)).not.toContain('to-page');
  });

  test('restricts what its window may do, and trusts no certificate that failed', async () => {
    const host = await opened();
    const permission = { permission: 'media', origin: 'gatehouse://app' };
    expect(await host.ask('permission', permission)).toEqual({
      isGranted: false,
      isChecked: false,
      isDeviceAllowed: false,
    });
    const url = 'https://example.test/';
    expect(await host.ask('navigation', { event: 'will-navigate', url, isMainFrame: true })).toEqual({
      isPrevented: true,
    });
    expect(await host.ask('open-window', { url })).toEqual({ isDenied: true });
    expect((await host.noted('open-external')).url).toBe(url);
    expect(await host.ask('certificate-error', { url })).toEqual({ isPrevented: true, isTrusted: false });
  });

  test('comes to the front when it is started a second time', async () => {
    const host = await opened();
    await host.ask('act', { act: 'minimize' });
    await host.ask('start-second', { args: [], directory: '/' });
    const acts = host.notes.flatMap((note) => (note.type === 'window-act' ? [note.act] : []));
    expect(acts).toEqual(['show', 'restore', 'focus']);
  });

  test('as the second instance it ends without an engine or a window', async () => {
    const host = start({ hasInstanceLock: false });
    expect(await host.exited).toBe(0);
    expect(noteTypes(host)).toEqual(['schemes', 'sandbox-enabled', 'menu', 'exit']);
    expect(readdirSync(state.path)).toEqual([]);
  });
});

describe('the built desktop application opens another workspace', () => {
  const frame = { url: 'gatehouse://app/', isMainFrame: true };

  /** Calls a procedure on the port that the page was given last, and returns its answer. */
  async function call(host: DesktopHost, path: string, input?: unknown): Promise<unknown> {
    const port = host.notes.findLast((note) => note.type === 'to-page')?.ports[0] ?? 0;
    const id = String((calls += 1));
    const body = input === undefined ? {} : { json: input };
    host.send({ type: 'port-message', port, data: JSON.stringify({ i: id, p: { u: path, b: body } }) });
    const data = await eventually(
      () =>
        host.notes
          .flatMap((note) => (note.type === 'port-message' ? [JSON.parse(String(note.data))] : []))
          .find(({ i }) => i === id) ?? null,
    );
    return data.p.b.json;
  }
  let calls = 100;

  test('the port of the page closes, and the next one leads to the other', async () => {
    const other = writeWorkspace({ 'gatehouse.json': { id: 'other', name: 'Other', services: freePorts } });
    const host = await opened();
    await host.ask('ipc-send', { channel: 'gatehouse:connect', args: [], frame });
    await host.noted('to-page');
    expect(await call(host, '/app/status')).toMatchObject({ workspaceId: 'test' });
    expect(await call(host, '/installation/open', { directory: other.path })).toEqual({
      directory: other.path,
    });
    await host.noted('port-closed');
    await host.ask('ipc-send', { channel: 'gatehouse:connect', args: [], frame });
    await eventually(() => (host.notes.filter(({ type }) => type === 'to-page').length === 2 ? true : null));
    // A screen has opened it.
    expect(await call(host, '/app/status')).toMatchObject({
      workspaceId: 'other',
      trust: { mode: 'restricted' },
    });
    expect(await call(host, '/sealing/status')).toMatchObject({ keptIn: 'key-store', unopened: 0 });
    expect(await call(host, '/sealing/rotate')).toMatchObject({ sealedAnew: expect.any(Number) });
    const own = readdirSync(join(state.path, 'workspaces', 'other'));
    expect(own.filter((name) => name.startsWith('key'))).toEqual(['key.sealed']);
    await host.ask('act', { act: 'quit' });
    expect(await host.exited).toBe(0);
    other.remove();
  });

  test('one that a further start names is trusted with what it says', async () => {
    const other = writeWorkspace({ 'gatehouse.json': { id: 'other', name: 'Other', services: freePorts } });
    const host = await opened();
    await host.ask('start-second', { args: ['--workspace', other.path], directory: '/srv' });
    await host.ask('ipc-send', { channel: 'gatehouse:connect', args: [], frame });
    await host.noted('to-page');
    await call(host, '/installation/open', { directory: other.path });
    await host.noted('port-closed');
    await host.ask('ipc-send', { channel: 'gatehouse:connect', args: [], frame });
    await eventually(() => (host.notes.filter(({ type }) => type === 'to-page').length === 2 ? true : null));
    expect(await call(host, '/app/status')).toMatchObject({
      workspaceId: 'other',
      trust: { mode: 'everything' },
    });
    await host.ask('act', { act: 'quit' });
    expect(await host.exited).toBe(0);
    other.remove();
  });
});

describe('the end of the desktop application', () => {
  const left = () => readdirSync(state.path);

  test.each(['SIGTERM', 'SIGINT'] as const)('comes after %s, with the state on disk', async (signal) => {
    const host = await opened();
    expect(left()).toContain('holder.json');
    host.process.kill(signal);
    expect(await host.exited).toBe(0);
    expect(left()).toContain('state.db');
    expect(left()).not.toContain('holder.json');
  });

  test.each([
    ['when the last window closes', ['close-window']],
    ['when a person quits', ['quit']],
    ['no earlier when a person quits, closes the window and quits again', ['quit', 'close-window', 'quit']],
  ] as const)('%s', async (_, acts) => {
    const host = await opened();
    for (const act of acts) void host.ask('act', { act });
    expect(await host.exited).toBe(0);
    expect(left()).toContain('state.db');
    // Only an engine that was waited for lets go of its state.
    expect(left()).not.toContain('holder.json');
  });

  test('what one start sealed, the next one opens', async () => {
    const first = await opened();
    await first.ask('act', { act: 'quit' });
    await first.exited;
    const key = readFileSync(join(state.path, 'key.sealed'));
    expect(statSync(join(state.path, 'key.sealed')).mode & 0o777).toBe(
      process.platform === 'win32' ? 0o666 : 0o600,
    );
    const second = await opened();
    expect(readFileSync(join(state.path, 'key.sealed'))).toEqual(key);
    expect(noteTypes(second)).not.toContain('error-box');
  });
});

describe('a desktop application that cannot start says why, how to mend it, and exits with 1', () => {
  test.each([
    ['a workspace that is not there', { args: ['--workspace', '/none/at/all'] }, /does not exist\.\n\n\w/],
    [
      'a workspace that is not named',
      { args: ['--workspace'] },
      /^The option --workspace requires a folder\.\n\nWrite/,
    ],
    [
      'an option in the place of a folder',
      { args: ['--workspace', '--state-dir', '/x'] },
      /^The option --(?:workspace|state-dir) requires a folder/,
    ],
    ['no key store', { hasKeyStore: false }, /key store .* not available\.\n\nUnlock it/],
  ])('%s', async (_, options, content) => {
    const host = start(options);
    expect(await host.exited).toBe(1);
    expect(await host.noted('error-box')).toMatchObject({
      title: 'Gatehouse did not start',
      content: expect.stringMatching(content),
    });
    expect(noteTypes(host)).not.toContain('window');
  });

  test('a workspace that another process has open', async () => {
    await opened();
    const second = start();
    expect(await second.exited).toBe(1);
    expect((await second.noted('error-box')).content).toMatch(/\n\n/);
  });
});
