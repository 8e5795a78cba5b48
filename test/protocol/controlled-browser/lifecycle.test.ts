import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runningAs } from '#main/platform/browser-process.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { runsTemporaryPrograms } from '#test/support/tools.ts';
import { type Desk, installed, noBrowser, openDesk, startPlainServer } from './parties.ts';

const desk = startedAnew(openDesk);
const server = startedAnew(() =>
  startPlainServer((request, response) => {
    const visited = request.headers.cookie ?? 'nothing';
    response
      .writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'visited=yes' })
      .end(`Knows ${visited}`);
  }),
);
const fakes: { remove(): void }[] = [];
afterEach(() => {
  for (const fake of fakes.splice(0)) fake.remove();
});

const profiles = () => (existsSync(desk.profileRoot) ? readdirSync(desk.profileRoot) : []);
/** The processes that name a folder among their arguments, and those below them. */
function processesWith(
  folder: string,
): readonly { readonly pid: string; readonly args: readonly string[] }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const args = readIfThere(`/proc/${pid}/cmdline`).split('\0');
      const parent = /\) \S (\d+)/.exec(readIfThere(`/proc/${pid}/stat`))?.[1] ?? '';
      return args[0] === '' ? [] : [{ pid, parent, args }];
    });
  const [first] = all.filter(({ args }) => args.some((word) => word.includes(folder)));
  const family = first === undefined ? [] : [first];
  for (const one of family) family.push(...all.filter(({ parent }) => parent === one.pid));
  return family;
}

/** The TCP ports on which a process listens. */
function listeningPorts(pid: string): readonly string[] {
  const sockets = new Set(
    namesIn(`/proc/${pid}/fd`).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(linkAt(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
    ),
  );
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((table) => readIfThere(table).split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
    .map(([, local]) => local ?? '');
}

const readIfThere = (path: string) => attempt(() => readFileSync(path, 'utf8'), '');
const linkAt = (path: string) => attempt(() => readlinkSync(path), '');
const namesIn = (path: string) => attempt(() => readdirSync(path), []);
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** True if no browser of the desk runs. */
const gone = async () => ((await desk.person.tabs()).length === 0 ? true : null);

describe('a session in the controlled browser', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test('that is cancelled closes its tab', async () => {
    const { session, cancel } = await desk.watch({ url: server.origin });
    await desk.person.read(server.origin);
    cancel();
    expect(await session.ended).toEqual({ kind: 'cancelled', problem: null });
    await eventually(gone);
  });

  test('that is cancelled before it began opens nothing', async () => {
    const reason = new Error('changed my mind');
    const opening = desk.watch({ url: server.origin, signal: AbortSignal.abort(reason) });
    await expect(opening).rejects.toBe(reason);
    expect(profiles()).toEqual([]);
  });

  test('whose tab the person closes ends, and says so', async () => {
    const { session } = await desk.watch({ url: server.origin });
    await desk.person.read(server.origin);
    await desk.person.closeTab(server.origin);
    expect(await session.ended).toMatchObject({ kind: 'closed', problem: { code: 'browser.closed' } });
  });

  test('that is let go leaves its tab to the person', async () => {
    const { session } = await desk.watch({ url: server.origin });
    expect(await desk.person.read(server.origin)).toBe('Knows nothing');
    await session.release();
    expect(await session.ended).toEqual({ kind: 'released', problem: null });
    expect(await desk.person.tabs()).toEqual([`${server.origin}/`]);
  });

  test('shares one browser with another that its user begins at the same moment', async () => {
    const [one, other] = await Promise.all([
      desk.watch({ url: `${server.origin}/one` }),
      desk.watch({ url: `${server.origin}/other` }),
    ]);
    expect(await desk.person.read('/one')).toContain('Knows');
    expect(await desk.person.read('/other')).toContain('Knows');
    expect(profiles()).toHaveLength(1);
    await Promise.all([one.session.close(), other.session.close()]);
    await eventually(gone);
  });

  test('shares the cookies of its user with the next one, and of no other', async () => {
    const first = await desk.watch({ url: server.origin });
    await desk.person.read(server.origin);
    await first.session.close();
    await eventually(gone);
    const again = await desk.watch({ url: `${server.origin}/again` });
    expect(await desk.person.read('/again')).toBe('Knows visited=yes');
    const other = await desk.watch({ userKey: 'bob', url: `${server.origin}/other` });
    expect(await desk.person.read('/other')).toBe('Knows nothing');
    await Promise.all([again.session.close(), other.session.close()]);
  });

  test('whose browser is killed ends as a crash, and the next one starts on the same profile', async ({
    skip,
  }) => {
    skip(process.platform === 'win32', 'Windows keeps no link that tells the process.');
    const { session } = await desk.watch({ url: server.origin });
    await desk.person.read(server.origin);
    await crash(desk);
    expect(await session.ended).toMatchObject({ kind: 'crashed', problem: { code: 'browser.crashed' } });
    const next = await desk.watch({ url: `${server.origin}/next` });
    expect(await desk.person.read('/next')).toContain('Knows');
    expect(profiles()).toHaveLength(1);
    await next.session.close();
  });

  test('in a window does the same as without one', async ({ skip }) => {
    skip(process.platform !== 'linux', 'Windows without a screen are drawn on Linux only.');
    const visible = openDesk({
      headless: false,
      switches: ['--ozone-platform=headless', '--remote-debugging-port=0'],
    });
    const { session, hop } = await visible.watch({ url: server.origin });
    expect(await hop(({ status }) => status === 200)).toMatchObject({ method: 'GET' });
    await visible.person.closeTab(server.origin);
    expect((await session.ended).kind).toBe('closed');
    const again = await visible.watch({ url: `${server.origin}/again` });
    expect(await visible.person.read('/again')).toBe('Knows visited=yes');
    await again.session.close();
    await visible.close();
  });
});

/** Ends the browser of the desk as the system does when memory runs out. */
async function crash({ profileRoot, person }: Desk): Promise<void> {
  const [profile = ''] = readdirSync(profileRoot);
  // It locks its profile with a link whose text ends in its process id.
  const lock = readlinkSync(join(profileRoot, profile, 'SingletonLock'));
  process.kill(Number(lock.split('-').at(-1)), 'SIGKILL');
  await eventually(async () => ((await person.tabs()).length === 0 ? true : null));
}

describe('nothing outlives the engine', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test('which closes its browsers and removes their profiles when it stops', async () => {
    const ann = await desk.watch({ url: server.origin });
    const bob = await desk.watch({ userKey: 'bob', url: server.origin });
    expect(profiles()).toHaveLength(2);
    await desk.browsers.close();
    expect(profiles()).toEqual([]);
    expect((await ann.session.ended).kind).toBe('cancelled');
    expect((await bob.session.ended).kind).toBe('cancelled');
    await expect(desk.watch({ url: server.origin })).rejects.toMatchObject({ code: 'engine.stopped' });
  });

  test('its browser is reached by the pipe alone: it listens on no port, and keeps its sandbox where it may', async ({
    skip,
  }) => {
    skip(process.platform !== 'linux', 'what a process listens on is looked up in /proc');
    const alone = openDesk({ profileRoot: desk.profileRoot, switches: [] });
    await alone.watch({ url: server.origin });
    const [profile = ''] = profiles();
    const family = processesWith(join(desk.profileRoot, profile));
    expect(family.length).toBeGreaterThan(1);
    const words = family.flatMap(({ args }) => args);
    expect(words).toContain('--remote-debugging-pipe');
    expect(words.filter((word) => word.startsWith('--remote-debugging-port'))).toEqual([]);
    const { isRoot } = runningAs();
    expect(words.includes('--no-sandbox')).toBe(isRoot);
    expect(family.flatMap(({ pid }) => listeningPorts(pid))).toEqual([]);
    await alone.close();
  });

  test('even where it was killed: its browser goes with it, and the next engine sweeps', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', doomed(desk.profileRoot)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
    expect(await desk.person.tabs()).toHaveLength(1);
    const isDead = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await isDead;
    await eventually(gone);
    expect(profiles()).toHaveLength(1);
    const next = openDesk({ profileRoot: desk.profileRoot });
    await eventually(() => (profiles().length === 0 ? true : null));
    await next.close();
  });

  test('and what another engine still uses is left alone', async () => {
    const { session } = await desk.watch({ url: server.origin });
    const neighbour = openDesk({ profileRoot: desk.profileRoot });
    await neighbour.close();
    expect(profiles()).toHaveLength(1);
    expect(await desk.person.read(server.origin)).toBe('Knows nothing');
    await session.close();
  });
});

/** An engine that opens a tab and waits for its end. */
function doomed(profileRoot: string): string {
  return `
    import { createControlledBrowsers } from '#main/services/controlled-browser/index.ts';
    const browsers = createControlledBrowsers({
      clock: { nowMillis: () => 0 },
      profileRoot: ${JSON.stringify(profileRoot)},
      path: () => ${JSON.stringify(installed?.path ?? '')},
      headless: true,
      network: () => ({ proxyServer: null, trustedKeyHashes: [], reach: { isOpen: true, hosts: [] } }),
      switches: ['--remote-debugging-port=0'],
    });
    const ignore = () => {};
    await browsers.open({
      userKey: 'ann', url: 'about:blank', stopAt: null, intercept: 'continue',
      onHop: ignore, onCallback: ignore, signal: new AbortController().signal,
    });
    console.log('open');
    setInterval(ignore, 1000);
  `;
}

describe('a browser that cannot be had', () => {
  test('is named with its version where it can', async ({ skip }) => {
    skip(noBrowser, 'no Chromium is installed');
    expect(await desk.browsers.available()).toMatchObject({
      path: installed?.path,
      version: expect.stringMatching(/^\d+\./),
    });
  });

  test('is said to run without its sandbox', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only for root is there something to say');
    skip(!runsTemporaryPrograms(), 'the file system of temporary files runs no programs');
    const browser = await openDesk({ path: () => fakeBrowser('').path }).browsers.available();
    expect(browser?.problems.map(({ code }) => code)).toHaveLength(1);
  });

  test('is not at the path that was given', async () => {
    const { browsers, watch, close } = openDesk({ path: () => '/nowhere/chromium' });
    expect(await browsers.available()).toBeNull();
    await expect(watch({ url: server.origin })).rejects.toMatchObject({
      code: 'browser.not-found',
      message: 'The browser at /nowhere/chromium could not be started.',
    });
    await close();
  });

  test('ends at once', async ({ skip }) => {
    skip(process.platform === 'win32', 'there is no shell on Windows');
    skip(!runsTemporaryPrograms(), 'the file system of temporary files runs no programs');
    const { watch, close } = openDesk({
      path: () => fakeBrowser('echo No display >&2; exit 1').path,
    });
    await expect(watch({ url: server.origin })).rejects.toMatchObject({
      code: 'browser.did-not-start',
      fix: expect.stringContaining('No display'),
      cause: { message: 'The browser ended with exit code 1. No display' },
    });
    await close();
  });

  test('hangs at its start', async ({ skip }) => {
    skip(process.platform === 'win32', 'there is no shell on Windows');
    skip(!runsTemporaryPrograms(), 'the file system of temporary files runs no programs');
    const { watch, close } = openDesk({
      path: () => fakeBrowser('sleep 100 & wait').path,
      startWithinMillis: 300,
    });
    await expect(watch({ url: server.origin })).rejects.toMatchObject({
      code: 'browser.did-not-start',
      cause: { message: expect.stringContaining('did not respond for 0.3 s') },
    });
    await close();
  });
});

/** A program that tells a version like a browser, and then does something else. */
function fakeBrowser(script: string): { readonly path: string } {
  const directory = temporaryDirectory();
  fakes.push(directory);
  const path = join(directory.path, 'browser');
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && echo Fake 1.2.3 && exit\n${script}\n`);
  chmodSync(path, 0o755);
  return { path };
}
