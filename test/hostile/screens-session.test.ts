import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '#test/support/eventually.ts';
import { runGatehouse, type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession, swapStartLink } from '#test/support/web-session.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

let served: Served | null;
const place = () => ['--workspace', workspace.path, '--state-dir', state.path];

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(writeWorkspace);
beforeEach(() => {
  served = null;
});
afterEach(() => served?.end('SIGKILL'));

/** True if a socket to the API lets somebody in who has nothing but a cookie, and forges the origin. */
function opensWith(origin: string, cookie: string): Promise<boolean> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc/socket`, { headers: { origin, cookie } });
  return new Promise((resolve) => {
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.on('message', () => resolve(true));
    socket.on('open', () => socket.send('{"i":"1","p":{"u":"/app/info","b":{}}}'));
  });
}

describe('what the sign-in to the screens leaves in a browser', () => {
  test('is nothing that another port of this machine is sent and could use', async () => {
    served = await serve(place());
    const link = served.ready.ui ?? '';
    const { origin } = new URL(link);
    const answer = await swapStartLink(link);
    const cookies = answer.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
    const cookie = cookies.join('; ');
    const call = await fetch(`${origin}/rpc/app/info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: '{}',
    });
    expect({ cookies, status: call.status, isOpen: await opensWith(origin, cookie) }).toEqual({
      cookies: [],
      status: 401,
      isOpen: false,
    });
  });

  test('a cookie that another service tosses in front does not keep a person out', async () => {
    served = await serve(place());
    const { origin, headers } = await openWebSession(served.ready.ui ?? '');
    const call = await fetch(`${origin}/rpc/app/info`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headers,
        cookie: 'gatehouse_session=tossed; gatehouse_session=again',
      },
      body: '{}',
    });
    expect(call.status).toBe(200);
  });
});

/** Programs that stand in front of those of the desktop: what a browser would be started with is written down. */
function fakeDesktop(): { readonly environment: NodeJS.ProcessEnv; readonly opened: () => string } {
  const log = join(state.path, 'opened.txt');
  const programs = join(state.path, 'desktop');
  mkdirSync(programs);
  writeFileSync(log, '');
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\n`, { mode: 0o755 });
  writeFileSync(join(programs, 'xdg-settings'), '#!/bin/sh\necho firefox.desktop\n', { mode: 0o755 });
  const environment = { PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  return { environment, opened: () => readFileSync(log, 'utf8').trim() };
}

describe.skipIf(process.platform !== 'linux')('--open', () => {
  test('shows no other user of this machine a token: what the browser is started with is a page in the state', async () => {
    const desktop = fakeDesktop();
    served = await serve([...place(), '--open'], desktop.environment);
    const address = await eventually(async () => desktop.opened() || null);
    expect(address).not.toContain('token=');
    const page = fileURLToPath(address);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    const link = /url=([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
    expect((await swapStartLink(link)).status).toBe(200);
    expect((await swapStartLink(link)).status).toBe(401);
    expect(existsSync(page)).toBe(false);
  });
});

describe('gatehouse open', () => {
  test('makes a new link for a person who lost the tab, for one window', async () => {
    served = await serve(place());
    const printed = await runGatehouse(['open', ...place(), '--print']);
    expect(printed.code).toBe(0);
    const link = printed.stdout.trim();
    expect(new URL(link).origin).toBe(new URL(served.ready.ui ?? '').origin);
    expect((await swapStartLink(link)).status).toBe(200);
    expect((await swapStartLink(link)).status).toBe(401);
  });

  test('says so where no host runs, and where it shows no screens', async () => {
    const nobody = await runGatehouse(['open', ...place(), '--json']);
    expect([nobody.code, JSON.parse(nobody.stdout)]).toMatchObject([
      1,
      { problem: { code: 'host.not-running' } },
    ]);
    served = await serve([...place(), '--no-ui']);
    const blind = await runGatehouse(['open', ...place(), '--json']);
    expect([blind.code, JSON.parse(blind.stdout)]).toMatchObject([
      1,
      { problem: { code: 'host.no-screens' } },
    ]);
  });
});
