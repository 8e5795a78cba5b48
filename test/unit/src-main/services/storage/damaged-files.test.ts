import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordGuard } from '#main/platform/ports.ts';
import { hasLostCommits } from '#main/services/storage/log-check.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const directory = startedAnew(temporaryDirectory);
const copy = startedAnew(temporaryDirectory);

const guards: readonly RecordGuard[] = [{ kind: 'as.code', withoutRecord: 'refused', ends: ['as.code'] }];
const expiresAtMillis = 0x123456789abc;
const file = (name: string) => join(copy.path, name);

const openGuarded = () => openTestStorage(copy.path, { guards });

/** A copy of a state as a process leaves it that is killed: five commits are in the log alone. */
async function leaveKilled(): Promise<void> {
  const storage = await openTestStorage(directory.path);
  storage.records.put('token', 't', 'planted', { expiresAtMillis });
  for (let number = 0; number < 5; number += 1) {
    storage.records.put('as.code', `code-${number}`, { used: false });
    storage.records.put('note', `note-${number}`, 'x'.repeat(500));
    await storage.records.commit();
  }
  for (const name of ['state.db', 'state.db-wal']) copyFileSync(join(directory.path, name), file(name));
  await storage.close();
}

/** The same after the process has ended in order: there is no log. */
async function leaveEnded(): Promise<void> {
  await leaveKilled();
  for (const name of ['state.db', 'state.db-wal', 'state.db-shm'])
    if (existsSync(file(name))) truncateSync(file(name));
  cpSync(join(directory.path, 'state.db'), file('state.db'));
}

function flip(name: string, at: number, bits = 1): void {
  const bytes = readFileSync(file(name));
  bytes[at] = (bytes[at] ?? 0) ^ bits;
  writeFileSync(file(name), bytes);
}

const frameBytes = 24 + 4_096;
const frameCount = () => (statSync(file('state.db-wal')).size - 32) / frameBytes;
const frameAt = (number: number) => 32 + number * frameBytes;

async function look() {
  const storage = await openGuarded();
  const found = {
    codes: (await storage.records.list('as.code')).length,
    notes: (await storage.records.list('note')).length,
    said: storage.problems.map(({ code, message }) => `${code}: ${message}`).join('\n'),
  };
  await storage.close();
  return found;
}

describe('the log of a database whose process was killed', () => {
  beforeEach(leaveKilled);

  test('is whole as it stands, cut anywhere, and behind frames of an earlier round', () => {
    const log = file('state.db-wal');
    const bytes = readFileSync(log);
    expect(hasLostCommits(log)).toBe(false);
    for (const end of [0, 31, 32, 40, frameAt(1), frameAt(2) - 1, bytes.length - 1]) {
      writeFileSync(log, bytes.subarray(0, end));
      expect(hasLostCommits(log)).toBe(false);
    }
    const former = Buffer.from(bytes.subarray(frameAt(0), frameAt(1)));
    former.writeUInt32BE((former.readUInt32BE(8) - 1) >>> 0, 8);
    former.writeUInt32BE((former.readUInt32BE(12) ^ 0x5a5a5a5a) >>> 0, 12);
    writeFileSync(log, Buffer.concat([bytes, former, former]));
    expect(hasLostCommits(log)).toBe(false);
    expect(hasLostCommits(`${log}-of-nobody`)).toBe(false);
  });

  test('has lost commits where any bit of it is another', () => {
    const last = frameCount() - 1;
    const places = [
      0,
      9,
      17,
      25,
      frameAt(0),
      frameAt(0) + 8,
      frameAt(1) + 13,
      frameAt(1) + 700,
      frameAt(last) + 17,
    ];
    for (const at of [...places, frameAt(last) + frameBytes - 1]) {
      flip('state.db-wal', at);
      expect(hasLostCommits(file('state.db-wal')), `byte ${at}`).toBe(true);
      flip('state.db-wal', at);
    }
    expect(hasLostCommits(file('state.db-wal'))).toBe(false);
  });

  test('that is damaged in its middle is kept, said, and casts doubt on what is guarded, once', async () => {
    flip('state.db-wal', frameAt(frameCount() - 4) + 900);
    const first = await look();
    expect(first.codes).toBe(0);
    expect(first.notes).toBeGreaterThan(0);
    expect(first.said).toContain('The log of the state database was damaged, so the last changes are lost.');
    expect(first.said).toContain('authorization codes');
    expect(readdirSync(copy.path)).toContain('state.db-wal.corrupt');
    const second = await look();
    expect(second).toMatchObject({ codes: 0, notes: first.notes });
    expect(second.said).not.toContain('the last changes');
  });

  test('is read with an index of it that is damaged, or gone', async () => {
    writeFileSync(file('state.db-shm'), Buffer.alloc(32_768, 0xa5));
    expect(await look()).toEqual({ codes: 5, notes: 5, said: '' });
  });
});

describe('a database whose first bytes were damaged', () => {
  beforeEach(leaveEnded);

  test.each([
    ['the name of the format', 3],
    ['the size of its pages', 16],
    ['the number of the format for writing', 18],
    ['the number of the format for reading', 19],
    ['the fraction of the payload', 21],
    ['the format of the schema', 47],
    ['auto-vacuum', 55],
    ['the encoding', 59],
    ['the version of the state', 63],
    ['the version of the state, far up', 60],
    ['what is reserved', 80],
  ])('in %s opens whole, and says that they were put right', async (_, at) => {
    flip('state.db', at, 2);
    const found = await look();
    expect(found).toMatchObject({ codes: 5, notes: 5 });
    expect(found.said).toContain('state.corrupt: The header of the state database was damaged');
    expect((await look()).said).toBe('');
  });

  test('in what counts changes opens as if nothing were', async () => {
    for (const at of [27, 43, 95, 99]) flip('state.db', at);
    expect(await look()).toEqual({ codes: 5, notes: 5, said: '' });
  });
});

describe('a database whose schema was damaged', () => {
  beforeEach(leaveEnded);

  test.each([
    ['no SQL any more', 'CREATE TABLE ledger', 'CRE@TE TABLE ledger'],
    ['that of another column', 'entry_count INTEGER', 'entry_cpunt INTEGER'],
    ['that of another table', 'CREATE TABLE exchanges', 'CREATE TABLE exchangfs'],
  ])('to %s is moved aside', async (_, from, to) => {
    const bytes = readFileSync(file('state.db'));
    const at = bytes.indexOf(from);
    expect(at).toBeGreaterThan(0);
    bytes.write(to, at, 'latin1');
    writeFileSync(file('state.db'), bytes);
    const found = await look();
    expect(found).toMatchObject({ codes: 0, notes: 0 });
    expect(found.said).toContain('state.corrupt: The state database was damaged and is now at');
    expect(readdirSync(copy.path)).toContain('state.db.corrupt');
  });

  test('no more, but an index does not fit a record: the index is made anew, and the record set aside', async () => {
    const expiry = Buffer.alloc(6);
    expiry.writeUIntBE(expiresAtMillis, 0, 6);
    const at = readFileSync(file('state.db')).indexOf(Buffer.concat([expiry, Buffer.from('"planted"')]));
    expect(at).toBeGreaterThan(0);
    flip('state.db', at + 5);
    const found = await look();
    expect(found).toMatchObject({ codes: 5, notes: 5 });
    expect(found.said).toBe(
      'state.corrupt: Parts of the state were damaged and set aside: 1 record of an unknown kind.',
    );
  });
});

test('a database that is damaged while it is in use is said to be, and moved aside at the next start', async () => {
  const storage = await openTestStorage(copy.path);
  for (let number = 0; number < 5_000; number += 1)
    storage.records.put('note', String(number), 'x'.repeat(1_000));
  await storage.records.commit();
  await storage.shrink();
  const bytes = readFileSync(file('state.db'));
  bytes.fill(0xa5, 10 * 4_096);
  writeFileSync(file('state.db'), bytes);
  await expect(storage.records.list('note')).rejects.toMatchObject({ code: 'state.corrupt' });
  await eventually(async () => (storage.problems.length > 0 ? true : null));
  expect(storage.problems).toMatchObject([
    { code: 'state.corrupt', severity: 'error', fix: expect.stringContaining('Restart Gatehouse') },
  ]);
  await storage.close();
  const found = await look();
  expect(found.said).toContain('The state database was damaged and is now at');
  expect((await look()).said).toBe('');
});
