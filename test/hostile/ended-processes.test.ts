import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '#test/support/api-clients.ts';
import { sendSource } from '#test/support/contract-sources.ts';
import { eventually } from '#test/support/eventually.ts';
import { isAlive, isolateProcesses } from '#test/support/isolate-processes.ts';
import { scriptedRoute } from '#test/support/scripted-route.ts';
import { runGatehouse, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession } from '#test/support/web-session.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

/** JSON of so many empty arrays takes a hundred times its size once it is read with the place of each. */
const bombArrays = 5_300_000;
const bomb = () => `[${'[],'.repeat(bombArrays)}[]]`;
/** On a machine that is busy with other work its time is over before its memory. */
const givenUp = /api\.internal|contract\.too-slow/;

let client: ApiClient;

beforeEach(({ skip }) => {
  skip(process.platform !== 'linux', 'processes and their descriptors are read from Linux');
});
const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => {
  const script = { type: 'application/javascript', source: 'return null' };
  return writeWorkspace({ ...ordinaryFiles, 'routes/10-fine.json': scriptedRoute('fine', script) });
});
const served = startedAnew(() => serve(['--workspace', workspace.path, '--state-dir', state.path]));
beforeEach(async () => {
  client = (await openWebSession(served.ready.ui ?? '')).client;
});

const pidOf = (kind: string) =>
  eventually(
    () => isolateProcesses(served.child.pid).find(({ entry }) => entry === `${kind}-worker.js`)?.pid ?? null,
  );
const untilGone = (pid: number) => eventually(() => (isAlive(pid) ? null : true));
const statusOf = async (name: string) =>
  (await fetch(`${served.ready.services?.['gateway']}/${name}`)).status;
const sourceOf = async (id: string) =>
  (await client.contractHistory.state()).sources.find((source) => source.id === id);
const readSource = (id: string) =>
  eventually(async () => {
    const source = await sourceOf(id);
    return source?.work === null ? source : null;
  });

/** Lists the open descriptors of a process: files, and sockets by their number. */
function openIn(pid: number | undefined): readonly string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

describe('processes that run scripts and read files of others', () => {
  test('hold nothing of the state, and no socket of the host', async () => {
    expect(await statusOf('fine')).toBe(200);
    await readSource(await sendSource(client, 'calls.sh', 'curl https://api.example/v1/users\n'));
    const host = new Set(openIn(served.child.pid).filter((each) => each.startsWith('socket:')));
    expect(host.size).toBeGreaterThan(0);
    for (const entry of ['script', 'contract']) {
      const held = openIn(await pidOf(entry));
      expect(held.filter((each) => host.has(each))).toEqual([]);
      expect(held.filter((each) => each.startsWith(state.path) || each.startsWith(workspace.path))).toEqual(
        [],
      );
    }
  });

  test('can be killed one by one: what they worked on is done by the next, and no other ends', async () => {
    expect(await statusOf('fine')).toBe(200);
    await readSource(await sendSource(client, 'calls.sh', 'curl https://api.example/v1/users\n'));
    const [script, contract] = [await pidOf('script'), await pidOf('contract')];
    process.kill(script, 'SIGKILL');
    await untilGone(script);
    expect(await statusOf('fine')).toBe(200);
    expect(await pidOf('contract')).toBe(contract);
    const nextScript = await pidOf('script');
    process.kill(contract, 'SIGKILL');
    await untilGone(contract);
    const source = await readSource(await sendSource(client, 'more.sh', 'curl https://api.example/v1/x\n'));
    expect(source?.kind).toBe('script');
    expect(await pidOf('script')).toBe(nextScript);
    expect(isAlive(served.child.pid)).toBe(true);
  });

  test('end with a host that is killed', async () => {
    expect(await statusOf('fine')).toBe(200);
    const script = await pidOf('script');
    expect(await served.end('SIGKILL')).toBe('SIGKILL');
    await untilGone(script);
  });
});

describe('a file that takes all memory once it is read', () => {
  test('fails by itself, and the host and every other process go on', async () => {
    expect(await statusOf('fine')).toBe(200);
    const script = await pidOf('script');
    const id = await sendSource(client, 'bomb.json', bomb());
    const source = await readSource(id);
    expect((source?.problem ?? source?.work?.problem)?.code).toMatch(givenUp);
    expect(await statusOf('fine')).toBe(200);
    expect(await pidOf('script')).toBe(script);
    const other = await readSource(
      await sendSource(client, 'calls.sh', 'curl https://api.example/v1/users\n'),
    );
    expect(other?.kind).toBe('script');
  });

  test('ends the command line with what happened, and not with a crash', async () => {
    const file = join(workspace.path, 'bomb.json');
    writeFileSync(file, bomb());
    const { code, stdout, stderr } = await runGatehouse(['lint', file]);
    expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(givenUp)]);
  });
});
