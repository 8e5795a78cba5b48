import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Journal,
  journalEntries,
  openJournal,
  readJournal,
} from '#main/services/consents/journal/journal.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { settlementOf } from '../loading/parts.ts';

let path: string;
const opened: Journal[] = [];
const folder = startedAnew(temporaryDirectory);
beforeEach(() => {
  path = join(folder.path, 'journal.ndjson');
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const journal of opened.splice(0)) await journal.close();
});

async function write(): Promise<Journal> {
  const journal = await openJournal(path);
  opened.push(journal);
  return journal;
}
async function read(): Promise<Journal> {
  const journal = await readJournal(path);
  opened.push(journal);
  return journal;
}
const sent = (row: number) => ({ kind: 'sent', row, attempt: 1, atMillis: 5, before: null }) as const;
const done = (row: number) => ({ kind: 'done', settlement: settlementOf(row) }) as const;

test('what was written is there again, and each row finds its lines', async () => {
  const journal = await write();
  await journal.write({ kind: 'begun', atMillis: 1, planHash: 'h', by: 'ann' });
  await Promise.all([journal.write(sent(1)), journal.write(sent(2)), journal.write(done(2))]);
  const again = await read();
  expect(again.ledger).toMatchObject({ planHash: 'h', begunBy: 'ann', accepted: 1 });
  expect([...again.ledger.open.keys()]).toEqual([1]);
  expect(await again.settlement(2)).toEqual(settlementOf(2));
  expect(await again.sending(1)).toMatchObject(sent(1));
  expect(await again.settlement(1)).toBeNull();
});

test('a settlement of many kilobytes is found whole', async () => {
  const journal = await write();
  const message = '“é”'.repeat(4_000);
  await journal.write({ kind: 'done', settlement: settlementOf(1, { message }) });
  expect((await journal.settlement(1))?.message).toBe(message);
});

describe('a last line that was cut off', () => {
  test('is taken away by who writes, and the next line stands by itself', async () => {
    writeFileSync(path, '["B",1,"h","ann"]\n["S",1,1,5,nul');
    const journal = await write();
    await journal.write(sent(2));
    expect(readFileSync(path, 'utf8')).toBe('["B",1,"h","ann"]\n["S",2,1,5,null]\n');
  });

  test('is left alone by who only reads: another process may be writing it', async () => {
    writeFileSync(path, '["B",1,"h","ann"]\n["S",1,1,5,nul');
    const journal = await read();
    expect(journal.ledger.open.size).toBe(0);
    appendFileSync(path, 'l]\n');
    expect(readFileSync(path, 'utf8')).toBe('["B",1,"h","ann"]\n["S",1,1,5,null]\n');
    expect(await journal.isCurrent()).toBe(false);
  });
});

test('reading where there is no journal makes none', async () => {
  const journal = await read();
  expect(journal.ledger.accepted).toBe(0);
  expect(await journal.isCurrent()).toBe(true);
  expect(existsSync(path)).toBe(false);
  for await (const entry of journalEntries(path)) throw new Error(`It says ${entry.kind}.`);
});

test.each(['{"B":1}', '["D",-1,0]', '["S",1e300,1,5,null]', '["S","7",1,5,null]', '["Z"]'])(
  'a line %s is none of a journal: it is refused, never passed over',
  async (line) => {
    writeFileSync(path, `["B",1,"h","ann"]\n${line}\n`);
    await expect(write()).rejects.toMatchObject({ code: 'import.job-file' });
  },
);

test('a line that never ends is refused before it fills the memory', async () => {
  writeFileSync(path, 'x'.repeat(3_000_000));
  await expect(read()).rejects.toMatchObject({ code: 'import.job-file' });
});

/** Counts the syncs of all files, and can make the writes of all fail. */
async function watchedFiles() {
  const file = await open(join(folder.path, 'any'), 'w');
  const prototype = Object.getPrototypeOf(file) as typeof file;
  await file.close();
  return { sync: vi.spyOn(prototype, 'datasync'), append: vi.spyOn(prototype, 'appendFile') };
}

test('entries that come while one is written share the next sync', async () => {
  const journal = await write();
  const { sync } = await watchedFiles();
  await Promise.all(Array.from({ length: 100 }, (_, index) => journal.write(sent(index + 1))));
  expect([1, 2]).toContain(sync.mock.calls.length);
  expect((await read()).ledger.open.size).toBe(100);
});

test('an entry counts as written once it is synced, and not before', async () => {
  const journal = await write();
  const { sync } = await watchedFiles();
  const disk = Promise.withResolvers<void>();
  sync.mockImplementationOnce(() => disk.promise);
  let isWritten = false;
  const writing = journal.write(sent(1)).then(() => {
    isWritten = true;
  });
  await vi.waitFor(() => expect(sync).toHaveBeenCalledOnce());
  expect(isWritten).toBe(false);
  disk.resolve();
  await writing;
  expect(isWritten).toBe(true);
});

test('after one write that failed nothing is written any more, and nobody is told that it was', async () => {
  const journal = await write();
  await journal.write(sent(1));
  const { append } = await watchedFiles();
  append.mockImplementationOnce(() => Promise.reject(new Error('ENOSPC: no space left on device')));
  // As the loader does: the end of a row is not waited for.
  journal.write(done(1)).catch(() => undefined);
  await expect(journal.settled()).rejects.toMatchObject({ code: 'import.halted' });
  await expect(journal.write(sent(2))).rejects.toThrow('ENOSPC');
  expect(await journal.isCurrent()).toBe(false);
  const again = await read();
  expect([...again.ledger.open.keys()]).toEqual([1]);
  expect(again.ledger.accepted).toBe(0);
});

test('entries that wait behind a write that failed fail with it', async () => {
  const journal = await write();
  const { append } = await watchedFiles();
  append.mockImplementationOnce(() => Promise.reject(new Error('EIO')));
  const results = await Promise.allSettled([journal.write(sent(1)), journal.write(sent(2))]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(statSync(path).size).toBe(0);
});
