import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openSourceStore } from '#main/services/contract/service/source-store.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const folder = startedAnew(temporaryDirectory);

/** Writes files into a folder for 40 ms, or for as long as it is there. */
const writing = `
  const { writeFileSync } = require('node:fs');
  const { workerData } = require('node:worker_threads');
  const until = Date.now() + 40;
  for (let index = 0; Date.now() < until; index += 1)
    try { writeFileSync(workerData + '/piece-' + index, ''); } catch { break; }
`;

test('a folder into which a piece is still written is removed like the others', async () => {
  const store = openSourceStore(folder.path, { bytes: (length) => new Uint8Array(length) });
  for (let round = 0; round < 10; round += 1) {
    const { id } = store.create('day.har', 100);
    const source = join(folder.path, id);
    const thread = new Worker(writing, { eval: true, workerData: source });
    await eventually(async () => (readdirSync(source).length > 2 ? true : null));
    expect(store.clear()).toBe(1);
    expect([store.list(), readdirSync(folder.path)]).toEqual([[], []]);
    await thread.terminate();
  }
});
