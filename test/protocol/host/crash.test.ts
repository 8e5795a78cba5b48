import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signInByHand, tokenRequest } from '#test/support/people.ts';
import { type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession } from '#test/support/web-session.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

/** How often the process is killed; the named run does it more often. */
const kills = Number(process.env['GATEHOUSE_CRASH_KILLS'] ?? 4);
/** The same for a process that saves workspace files. */
const saveKills = Number(process.env['GATEHOUSE_CRASH_SAVE_KILLS'] ?? 20);
const client = ['portal-web', 'planted-client-secret'] as const;
const redirectUri = 'http://127.0.0.1:9035/cb';

let served: Served;

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => {
  const rolling = { id: 'test', name: 'T', services: { authorizationServer: { rollRefreshTokens: true } } };
  return writeWorkspace({ ...ordinaryFiles, ...usersWhoDecide(), 'gatehouse.json': rolling });
});
beforeEach(async () => {
  served = await start();
});
afterEach(() => served.end('SIGKILL'));

const start = (...more: string[]) =>
  serve([
    '--workspace',
    workspace.path,
    '--state-dir',
    state.path,
    ...(more.length > 0 ? more : ['--no-ui']),
  ]);

const deciderOf = (round: number, number: number) => `decider-${round}-${number}`;
const decidersInRound = 40;

/** People of whom each decides once on what the client may do. */
function usersWhoDecide(): Record<string, unknown> {
  const names = Array.from({ length: kills * decidersInRound }, (_, index) =>
    deciderOf(Math.floor(index / decidersInRound), index % decidersInRound),
  );
  return Object.fromEntries(
    names.map((username) => [`oauth/users/${username}.json`, { username, password: 'planted-password' }]),
  );
}

/** Where the browser is sent after a sign-in; `decision` is given only where the server asks for it. */
function signIn(username: string, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
  const query = { client_id: 'portal-web', response_type: 'code', redirect_uri: redirectUri, state: 's' };
  const { authorizationServer } = served;
  return signInByHand({ authorizationServer, query, username, password: 'planted-password', decision });
}

const newCode = async (): Promise<string> => (await signIn('ann')).searchParams.get('code') ?? '';

const exchangeCode = (code: string) =>
  tokenRequest(served.authorizationServer, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
  });
const validate = (token: string) =>
  tokenRequest(served.authorizationServer, ['orders-api', 'planted-resource-secret'], {
    grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer',
    token,
  });
const refresh = (token: string) =>
  tokenRequest(served.authorizationServer, client, { grant_type: 'refresh_token', refresh_token: token });

/** Revokes a token; true once that was answered. RFC 7009. */
async function revoke(token: string): Promise<boolean> {
  const response = await fetch(`${served.authorizationServer}/as/revoke_token.oauth2`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(client.join(':')).toString('base64')}` },
    body: new URLSearchParams({ token }),
  }).catch(() => null);
  return response?.status === 200;
}

/** Waits until so many things of a round were done, then so many milliseconds more. */
async function untilDone(enough: () => boolean, thenMillis: number): Promise<void> {
  await expect.poll(enough, { timeout: 120_000, interval: 2 }).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, thenMillis));
}

/** Work that a kill comes into: whether it is over, and how much was answered until then. */
interface UnderLoad {
  isOver: boolean;
  done: number;
}

/** Does one thing after the other, and says which of them were answered before the process was gone. */
async function untilGone<T>(
  things: readonly T[],
  load: UnderLoad,
  act: (thing: T) => Promise<boolean>,
): Promise<{ readonly answered: readonly T[]; readonly inDoubt: readonly T[] }> {
  const answered: T[] = [];
  for (const thing of things) {
    if (load.isOver) break;
    if (!(await act(thing).catch(() => false))) return { answered, inDoubt: [thing] };
    answered.push(thing);
    load.done += 1;
  }
  return { answered, inDoubt: [] };
}

/** One line of refresh tokens: the last that was answered, and the one before it. */
interface Line {
  last: string;
  before: string | null;
  /** A refresh was sent and not answered: the kill may have come before or after its commit. */
  inDoubt: boolean;
}

async function keepRefreshing(line: Line, load: UnderLoad): Promise<void> {
  while (!load.isOver) {
    line.inDoubt = true;
    const answer = await refresh(line.last).catch(() => null);
    if (answer === null || answer.status !== 200) return;
    line.before = line.last;
    line.last = String(answer.body['refresh_token']);
    line.inDoubt = false;
  }
}

describe('a process that is killed under load', () => {
  test(`loses nothing that was answered, ${kills} times`, { timeout: 120_000 + kills * 15_000 }, async () => {
    for (let round = 0; round < kills; round += 1) {
      const codes = await Promise.all(Array.from({ length: 6 }, newCode));
      const issued = await Promise.all(codes.map(exchangeCode));
      expect(issued.map(({ status }) => status)).toEqual(Array(6).fill(200));
      const spareCodes = await Promise.all(Array.from({ length: 24 }, newCode));
      const doomed = await Promise.all(
        (await Promise.all(Array.from({ length: 24 }, newCode))).map(exchangeCode),
      );
      const doomedTokens = doomed.map(({ body }, index) => ({
        // Every other time the access token alone.
        revoked: String(body[index % 2 === 0 ? 'refresh_token' : 'access_token']),
        isAccess: index % 2 === 1,
      }));
      const lines = issued.map(
        ({ body }): Line => ({ last: String(body['refresh_token']), before: null, inDoubt: false }),
      );
      const load: UnderLoad = { isOver: false, done: 0 };
      const work = lines.map((line) => keepRefreshing(line, load));
      const revoking = untilGone(doomedTokens, load, ({ revoked }) => revoke(revoked));
      const deciding = untilGone(
        Array.from({ length: decidersInRound }, (_, number) => deciderOf(round, number)),
        load,
        async (name) => (await signIn(name)).searchParams.has('code'),
      );
      const using = untilGone(spareCodes, load, async (code) => (await exchangeCode(code)).status === 200);
      // The kill comes in the midst of work, however fast the machine is.
      await untilDone(() => load.done >= 3, round * 37);
      await served.end('SIGKILL');
      load.isOver = true;
      await Promise.all(work);
      const [revocations, consents, uses] = await Promise.all([revoking, deciding, using]);
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
      for (const { revoked, isAccess } of revocations.answered)
        expect((await (isAccess ? validate(revoked) : refresh(revoked))).status).toBe(400);
      // Users who allowed it are not asked again, so that the refusal is never given.
      for (const name of consents.answered)
        expect((await signIn(name, 'deny')).searchParams.has('code')).toBe(true);
      for (const code of uses.answered) expect((await exchangeCode(code)).status).toBe(400);
      for (const code of uses.inDoubt) {
        expect([200, 400]).toContain((await exchangeCode(code)).status);
        expect((await exchangeCode(code)).status).toBe(400);
      }
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
    timeout: 120_000 + saveKills * 2_000,
  }, async () => {
    await served.end();
    number = 0;
    answered = 0;
    for (let round = 0; round < saveKills; round += 1) {
      served = await start('--services', 'sampleUpstreams');
      const saving = keepSaving(served.ready.ui ?? '').catch(() => {});
      // Every fourth time perhaps before the first save, else after one to three, and a little later each time.
      const enough = answered + (round % 4);
      await untilDone(() => answered >= enough, (round * 7) % 40);
      await served.end('SIGKILL');
      await saving;
      if (answered === 0) continue;
      const text = readFileSync(path(), 'utf8');
      const written = Number(/scope-(\d+)-0 /.exec(text)?.[1]);
      expect(text).toBe(version(written));
      // Nothing that was answered is lost; the save under way may have been done too.
      expect(written).toBeGreaterThanOrEqual(answered);
    }
    expect(answered).toBeGreaterThanOrEqual(saveKills);
    for (const name of temporary()) utimesSync(join(workspace.path, folder, name), 0, 0);
    served = await start();
    expect(temporary()).toEqual([]);
    expect(served.ready.problems.filter(({ code }) => code.startsWith('workspace.'))).toEqual([]);
  });
});
