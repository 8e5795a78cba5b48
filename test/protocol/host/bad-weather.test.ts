import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { signInByHand, tokenRequest } from '#test/support/people.ts';
import { type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession } from '#test/support/web-session.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const client = ['portal-web', 'planted-client-secret'] as const;
const redirectUri = 'http://127.0.0.1:9035/cb';
// As an address: NODE_OPTIONS parts its words at spaces, which a path can have.
const weatherModule = new URL('../../support/host-weather.mjs', import.meta.url).href;
/** The engine runs in the first thread that the host makes. */
const engineThread = 1;

interface Weather {
  readonly clockMillis: number;
  readonly crashThread: number | null;
}

let served: Served;
const fair: Weather = { clockMillis: 0, crashThread: null };
const weatherFile = () => join(state.path, 'weather.json');
const stateDirectory = () => join(state.path, 'state');

/** Written beside and moved, so that no thread reads half of it. */
function setWeather(weather: Partial<Weather>): void {
  writeFileSync(`${weatherFile()}.new`, JSON.stringify({ ...fair, ...weather }));
  renameSync(`${weatherFile()}.new`, weatherFile());
}

async function start(environment: NodeJS.ProcessEnv = {}): Promise<void> {
  served = await serve(['--workspace', workspace.path, '--state-dir', stateDirectory()], environment);
}

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => {
  const settings = { rollRefreshTokens: true, accessTokenLifetimeSeconds: 3_600 };
  return writeWorkspace({
    ...ordinaryFiles,
    'gatehouse.json': { id: 'test', name: 'Test', services: { authorizationServer: settings } },
  });
});
beforeEach(() => {
  setWeather(fair);
  mkdirSync(stateDirectory());
});
afterEach(() => served.end('SIGKILL'));

const ask = (form: Readonly<Record<string, string>>) =>
  tokenRequest(served.authorizationServer, client, form);
const refresh = (token: string) => ask({ grant_type: 'refresh_token', refresh_token: token });
const validate = async (token: string) => {
  const form = { grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer', token };
  return (await tokenRequest(served.authorizationServer, ['orders-api', 'planted-resource-secret'], form))
    .status;
};

/** The tokens of a person who signs in. */
async function signedIn(): Promise<{ readonly access: string; readonly refresh: string }> {
  const query = { client_id: 'portal-web', response_type: 'code', redirect_uri: redirectUri, state: 's' };
  const { authorizationServer } = served;
  const back = await signInByHand({
    authorizationServer,
    query,
    username: 'ann',
    password: 'planted-password',
  });
  const code = back.searchParams.get('code') ?? '';
  const { body } = await ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
}

describe('a disk that is full', () => {
  const mib = 1_048_576;
  const unavailable = { status: 503, body: { error: 'temporarily_unavailable' } };

  /** Takes all the room that is left. */
  function fill(): void {
    const file = openSync(join(stateDirectory(), 'filler'), 'w');
    try {
      for (let chunk = mib; chunk >= 512; ) {
        try {
          if (writeSync(file, Buffer.alloc(chunk)) < chunk) chunk /= 2;
        } catch {
          chunk /= 2;
        }
      }
    } finally {
      closeSync(file);
    }
  }

  test('grants nothing that would be lost, says so, and goes on once there is room', async (context) => {
    const mounted = spawnSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      'size=24m,mode=0700',
      'tmpfs',
      stateDirectory(),
    ]);
    context.skip(mounted.status !== 0, 'a small disk cannot be mounted by this user');
    try {
      await start();
      const [inFlight, waiting] = [await signedIn(), await signedIn()];
      fill();
      // Whose request comes just then learns that it was not granted, and is not asked to show the same again.
      expect(await refresh(inFlight.refresh)).toMatchObject({ status: 500, body: { error: 'server_error' } });
      // The next ones are refused before they begin.
      expect(await refresh(waiting.refresh)).toMatchObject(unavailable);
      expect(await validate(waiting.access)).toBe(200);
      const { client: api } = await openWebSession(served.ready.ui ?? '');
      const { problems } = await api.app.status();
      expect(problems.map(({ code }) => code)).toContain('state.unwritable');
      rmSync(join(stateDirectory(), 'filler'));
      const later = await eventually(async () => {
        const answer = await refresh(waiting.refresh);
        return answer.status === 200 ? answer : null;
      });
      await served.end('SIGKILL');
      await start();
      expect((await refresh(String(later.body['refresh_token']))).status).toBe(200);
      await served.end();
    } finally {
      await served.end('SIGKILL');
      spawnSync('umount', ['-l', stateDirectory()]);
    }
  });
});

describe('a database that another process has locked', () => {
  const lockFor = async (millis: number): Promise<void> => {
    const other = new DatabaseSync(join(stateDirectory(), 'state.db'), { timeout: 2_000 });
    other.exec('BEGIN IMMEDIATE');
    await new Promise((resolve) => setTimeout(resolve, millis));
    other.exec('ROLLBACK');
    other.close();
  };

  test('for a while: answers wait for it, and none is lost', async () => {
    await start();
    const { refresh: token } = await signedIn();
    const unlocked = lockFor(1_000);
    const answer = await refresh(token);
    await unlocked;
    expect(answer.status).toBe(200);
    await served.end('SIGKILL');
    await start();
    expect((await refresh(String(answer.body['refresh_token']))).status).toBe(200);
  });

  test('for longer than a write waits: the answer comes when it is on disk', async () => {
    await start();
    const { refresh: token } = await signedIn();
    const unlocked = lockFor(6_500);
    const answer = await refresh(token);
    await unlocked;
    expect(answer.status).toBe(200);
    await served.end('SIGKILL');
    await start();
    expect((await refresh(String(answer.body['refresh_token']))).status).toBe(200);
  });
});

describe('the system’s clock', () => {
  const hourMillis = 3_600_000;
  const withWeather = () =>
    start({ NODE_OPTIONS: `--import=${weatherModule}`, GATEHOUSE_TEST_WEATHER: weatherFile() });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

  test('that jumps ahead ends what ended meanwhile, and nothing else', async () => {
    await withWeather();
    const tokens = await signedIn();
    expect(await validate(tokens.access)).toBe(200);
    setWeather({ clockMillis: 24 * hourMillis });
    await settled();
    expect(await validate(tokens.access)).toBe(400);
    const answer = await refresh(tokens.refresh);
    expect(answer.status).toBe(200);
    expect(await validate(String(answer.body['access_token']))).toBe(200);
  });

  test('that jumps back takes nothing away, and what happens then is on record', async () => {
    await withWeather();
    const tokens = await signedIn();
    setWeather({ clockMillis: -hourMillis });
    await settled();
    expect(await validate(tokens.access)).toBe(200);
    const answer = await refresh(tokens.refresh);
    expect(answer.status).toBe(200);
    const { client: api } = await openWebSession(served.ready.ui ?? '');
    const filter = 'svc:as path:/as/token.oauth2';
    // The last exchange is on record a moment after its response.
    await eventually(async () => {
      const { matching } = await api.activity.window({ filter, from: 0, limit: 10 });
      return matching === 3 ? matching : null;
    });
    await served.end('SIGKILL');
    await start();
    expect((await refresh(String(answer.body['refresh_token']))).status).toBe(200);
  });
});

test('a machine that sleeps wakes up with everything as it was', async () => {
  await start();
  const { refresh: token } = await signedIn();
  served.child.kill('SIGSTOP');
  const during = refresh(token);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  served.child.kill('SIGCONT');
  const answer = await during;
  expect(answer.status).toBe(200);
  expect((await refresh(String(answer.body['refresh_token']))).status).toBe(200);
});

test('an engine that ends by a defect takes the host along, which says why; all that was answered is there again', async () => {
  await start({ NODE_OPTIONS: `--import=${weatherModule}`, GATEHOUSE_TEST_WEATHER: weatherFile() });
  const { refresh: token } = await signedIn();
  const answer = await refresh(token);
  const ended = new Promise((resolve) => served.child.once('exit', resolve));
  setWeather({ crashThread: engineThread });
  expect(await ended).toBe(1);
  setWeather(fair);
  expect(readdirSync(stateDirectory())).toContain('state.db');
  await start();
  expect((await refresh(String(answer.body['refresh_token']))).status).toBe(200);
});
