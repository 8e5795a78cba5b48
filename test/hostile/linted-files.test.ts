import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sendSource } from '#test/support/contract-sources.ts';
import { eventually } from '#test/support/eventually.ts';
import { serve, startGatehouse } from '#test/support/served.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession } from '#test/support/web-session.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

/** Time that a worker may take for one file, with its start and end. */
const maxReadMillis = 30_000;
const atOnceMillis = 3_000;
/** By then its worker is within it. */
const withinMillis = 1_500;

/** A collection of 20 KB whose variable is opened and never closed. */
const collection = JSON.stringify({
  info: { name: 'Hostile' },
  item: [{ name: 'a', request: { method: 'GET', url: `https://api.example/{{${' '.repeat(20_000)}` } }],
});

const state = startedOnce(temporaryDirectory);
const workspace = startedOnce(writeWorkspace);
const served = startedOnce(() => serve(['--workspace', workspace.path, '--state-dir', state.path]));
const client = startedOnce(async () => (await openWebSession(served.ready.ui ?? '')).client);

/** The end of something, or that it took too long. */
function within<T>(millis: number, end: Promise<T>): Promise<T | 'too long'> {
  return Promise.race([end, setTimeout(millis, 'too long' as const)]);
}

const sourceOf = async (id: string) =>
  (await client.contractHistory.state()).sources.find((source) => source.id === id);

describe('a collection that takes for ever to be read', () => {
  test('is cancelled at once, and what comes after it is read', async () => {
    const id = await sendSource(client, 'cancelled.json', collection);
    await setTimeout(withinMillis);
    const job = (await sourceOf(id))?.work;
    if (job != null)
      expect(await within(atOnceMillis, client.jobs.cancel({ id: job.id }))).not.toBe('too long');
    const other = await sendSource(client, 'other.sh', 'curl https://api.example/v1/users\n');
    const isRead = async () => ((await sourceOf(other))?.kind === 'script' ? true : null);
    expect(await within(atOnceMillis, eventually(isRead))).toBe(true);
  });

  test('is read or given up after a while, and no other start begins with it', async () => {
    const id = await sendSource(client, 'read.json', collection);
    const end = eventually(async () => {
      const source = await sourceOf(id);
      return source?.work === null ? source : null;
    });
    expect(await within(maxReadMillis, end)).not.toBe('too long');
    expect((await client.jobs.list()).filter((job) => job.state === 'running')).toEqual([]);
  });

  test('does not keep the command line for ever either', async () => {
    writeFileSync(join(workspace.path, 'collection.json'), collection);
    const { child, finished } = startGatehouse(['lint', join(workspace.path, 'collection.json')]);
    const end = await within(maxReadMillis, finished);
    child.kill('SIGKILL');
    expect(end).not.toBe('too long');
  });
});
