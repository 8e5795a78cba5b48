import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signInByHand, tokenRequest } from '#test/support/people.ts';
import { type Served, serve } from '#test/support/served.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession } from '#test/support/web-session.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

/** How often the process is killed; the named run does it more often. */
const kills = Number(process.env['GATEHOUSE_CRASH_KILLS'] ?? 4);
/** The same for a process that saves workspace files. */
const saveKills = Number(process.env['GATEHOUSE_CRASH_SAVE_KILLS'] ?? 20);
const client = ['portal-web', 'planted-client-secret'] as const;
const redirectUri = 'http://127.0.0.1:9035/cb';

let state: ReturnType<typeof temporaryDirectory>;
let workspace: ReturnType<typeof writeWorkspace>;
let served: Served;

beforeEach(async () => {
  state = temporaryDirectory();
  const rolling = { id: 'test', name: 'T', services: { authorizationServer: { rollRefreshTokens: true } } };
  workspace = writeWorkspace({ ...ordinaryFiles, 'gatehouse.json': rolling });
  served = await start();
});
afterEach(async () => {
  await served.end('SIGKILL');
  state.remove();
  workspace.remove();
});

const start = (...more: string[]) =>
  serve([
    '--workspace',
    workspace.path,
    '--state-dir',
    state.path,
    ...(more.length > 0 ? more : ['--no-ui']),
  ]);

async function newCode(): Promise<string> {
  const query = { client_id: 'portal-web', response_type: 'code', redirect_uri: redirectUri, state: 's' };
  const { authorizationServer } = served;
  const url = await signInByHand({
    authorizationServer,
    query,
    username: 'ann',
    password: 'planted-password',
  });
  return url.searchParams.get('code') ?? '';
}

const exchangeCode = (code: string) =>
  tokenRequest(served.authorizationServer, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
  });
const refresh = (token: string) =>
  tokenRequest(served.authorizationServer, client, { grant_type: 'refresh_token', refresh_token: token });

/** One line of refresh tokens: the last that was answered, and the one before it. */
interface Line {
  last: string;
  before: string | null;
  /** A refresh was sent and not answered: the kill may have come before or after its commit. */
  inDoubt: boolean;
}

async function keepRefreshing(line: Line, stop: { now: boolean }): Promise<void> {
  while (!stop.now) {
    line.inDoubt = true;
    const answer = await refresh(line.last).catch(() => null);
    if (answer === null || answer.status !== 200) return;
    line.before = line.last;
    line.last = String(answer.body['refresh_token']);
    line.inDoubt = false;
  }
}

describe('a process that is killed under load', () => {
  test(`loses nothing that was answered, ${kills} times`, { timeout: 120_000 }, async () => {
    for (let round = 0; round < kills; round += 1) {
      const codes = await Promise.all(Array.from({ length: 6 }, newCode));
      const issued = await Promise.all(codes.map(exchangeCode));
      expect(issued.map(({ status }) => status)).toEqual(Array(6).fill(200));
      const lines = issued.map(
        ({ body }): Line => ({ last: String(body['refresh_token']), before: null, inDoubt: false }),
      );
      const stop = { now: false };
      const work = lines.map((line) => keepRefreshing(line, stop));
      await new Promise((resolve) => setTimeout(resolve, 60 + round * 37));
      await served.end('SIGKILL');
      stop.now = true;
      await Promise.all(work);
      served = await start();

      const answered = lines.filter(({ inDoubt, before }) => !inDoubt && before !== null);
      for (const line of lines) {
        const answer = await refresh(line.last);
        // In doubt: the token may have been rolled by a request whose answer was lost; never anything else.
        if (line.inDoubt) expect([200, 400]).toContain(answer.status);
        else expect(answer.status).toBe(200);
      }
      for (const line of answered) expect((await refresh(line.before ?? '')).status).toBe(400);
      for (const code of codes) expect((await exchangeCode(code)).status).toBe(400);
    }
  });
});

describe('a process that is killed while it saves', () => {
  const folder = 'oauth/clients';
  const file = `${folder}/busy.json`;
  const path = () => join(workspace.path, file);
  const temporary = () => readdirSync(join(workspace.path, folder)).filter((name) => name.endsWith('.tmp'));
  /** One version of the file; large, so that a write takes a while. */
  const version = (number: number) => {
    const scope = Array.from({ length: 6_000 }, (_, index) => `scope-${number}-${index}`).join(' ');
    return `${JSON.stringify({ client_id: 'busy', scope }, null, 2)}\n`;
  };
  let number = 0;
  /** The last version that was answered as saved. */
  let answered = 0;

  /** Saves version after version until the process is gone. */
  async function keepSaving(ui: string): Promise<void> {
    const { client: api } = await openWebSession(ui);
    let baseVersion = (await api.workspace.readFile({ file })).version;
    for (;;) {
      const { data } = await safe(
        api.workspace.writeFile({ file, text: version((number += 1)), baseVersion }),
      );
      if (data === undefined) return;
      answered = number;
      baseVersion = data.version;
    }
  }

  test(`leaves the file wholly old or wholly new, ${saveKills} times, and nothing beside it for good`, {
    timeout: 30_000 + saveKills * 2_000,
  }, async () => {
    await served.end();
    for (let round = 0; round < saveKills; round += 1) {
      served = await start('--services', 'sampleUpstreams');
      const saving = keepSaving(served.ready.ui ?? '').catch(() => {});
      // From before the first save to the midst of many, a little later each time.
      await new Promise((resolve) => setTimeout(resolve, 20 + ((round * 37) % 160)));
      await served.end('SIGKILL');
      await saving;
      if (answered === 0) continue;
      const text = readFileSync(path(), 'utf8');
      const written = Number(/scope-(\d+)-0 /.exec(text)?.[1]);
      expect(text).toBe(version(written));
      // Nothing that was answered is lost; the save under way may have been done too.
      expect(written).toBeGreaterThanOrEqual(answered);
    }
    expect(answered).toBeGreaterThan(saveKills);
    for (const name of temporary()) utimesSync(join(workspace.path, folder, name), 0, 0);
    served = await start();
    expect(temporary()).toEqual([]);
    expect(served.ready.problems.filter(({ code }) => code.startsWith('workspace.'))).toEqual([]);
  });
});
