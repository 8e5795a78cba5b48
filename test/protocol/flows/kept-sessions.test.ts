import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FlowRun } from '#shared/api/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import {
  ann,
  client,
  finish,
  type Product,
  page,
  type SignInServer,
  sessionCookie,
  startProduct,
} from '#test/support/sign-in-servers/index.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { runToEnd } from './parties.ts';

const planted = 'planted-session-of-ann';
let isOver = false;

/** A server that knows people again by a cookie, until it has forgotten them. */
const remembering: Product = {
  answer(asked, server) {
    const { path, fields, origin, session } = asked;
    const form = (alert = '') =>
      page(
        'Sign in',
        `${alert}<form method="post" action="/in"><input name="user"><input type="password" name="pass"><button>Go</button></form>`,
      );
    if (path === '/authorize')
      return session === planted && !isOver ? { status: 303, headers: { Location: finish(asked) } } : form();
    if (path !== '/in') return null;
    if (!server.check(fields.get('user') ?? '', fields.get('pass') ?? '')) return form('<p>Wrong.</p>');
    const cookie = `${sessionCookie(origin)}=${planted}; Path=/; HttpOnly; SameSite=Lax`;
    return { status: 303, headers: { Location: finish(asked), 'Set-Cookie': cookie } };
  },
};

let server: SignInServer;
let running: TestEngine;
beforeEach(async () => {
  isOver = false;
  server = await startProduct(remembering);
});
afterEach(async () => {
  await running.stop();
  await server.close();
});

const filesWith = (target: object = {}, password = ann.password) => ({
  ...ordinaryFiles,
  'targets/app.json': {
    issuer: server.origin,
    clients: [client],
    users: [{ username: ann.username, password }],
    ...target,
  },
});

function run(): Promise<FlowRun> {
  return runToEnd(running, {
    kind: 'code-pkce',
    target: 'app',
    clientId: client.client_id,
    username: ann.username,
  });
}

describe('the session of a user at another server', () => {
  test('is gone on with, and replaced where the server asks anew', async () => {
    running = await startTestEngine({ files: filesWith() });
    expect((await run()).state).toBe('passed');
    expect((await run()).state).toBe('passed');
    expect(server.attempts).toHaveLength(1);
    const { sessions } = running.engine.signIns;
    expect(await sessions?.list()).toEqual([
      { target: 'app', username: ann.username, keptAtMillis: expect.any(Number), cookies: 2 },
    ]);
    isOver = true;
    expect((await run()).state).toBe('passed');
    expect(server.attempts).toHaveLength(2);
  });

  test('is forgotten when somebody says so, and kept by nobody where the target switches it off', async () => {
    running = await startTestEngine({ files: filesWith() });
    await run();
    expect(await running.engine.signIns.sessions?.forget({ target: 'app' })).toBe(1);
    await run();
    expect(server.attempts).toHaveLength(2);
    await running.stop();
    running = await startTestEngine({ files: filesWith({ sign_in: { keep_session: false } }) });
    await run();
    await run();
    expect(server.attempts).toHaveLength(4);
    expect(await running.engine.signIns.sessions?.list()).toEqual([]);
  });

  test('outlives a restart, sealed', async () => {
    const directory = temporaryDirectory();
    running = await startTestEngine({ files: filesWith(), storage: await openTestStorage(directory.path) });
    await run();
    await running.stop();
    const written = readdirSync(directory.path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name), 'latin1')] : [],
    );
    expect(written.join('').length).toBeGreaterThan(1_000);
    expect(written.filter((text) => text.includes(planted) || text.includes(ann.password))).toEqual([]);
    running = await startTestEngine({ files: filesWith(), storage: await openTestStorage(directory.path) });
    expect((await run()).state).toBe('passed');
    expect(server.attempts).toHaveLength(1);
    directory.remove();
  });
});

test('a password that was refused is not sent again after a restart, until somebody says so', async () => {
  const directory = temporaryDirectory();
  const files = filesWith({}, 'no longer right');
  running = await startTestEngine({ files, storage: await openTestStorage(directory.path) });
  expect((await run()).note).toContain(`did not accept the password of ${ann.username}`);
  expect((await run()).note).toContain('Gatehouse does not send it again until you change it.');
  await running.stop();
  running = await startTestEngine({ files, storage: await openTestStorage(directory.path) });
  expect((await run()).note).toContain('Gatehouse does not send it again until you change it.');
  expect(server.attempts).toHaveLength(1);
  running.engine.signIns.forgetRefusals('app', ann.username);
  await run();
  expect(server.attempts).toHaveLength(2);
  directory.remove();
});
