import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordGuard } from '#main/platform/ports.ts';
import { recordChecksum } from '#main/services/storage/checksum.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory, testSealKey } from '#test/support/storage.ts';

const guards: readonly RecordGuard[] = [
  { kind: 'as.code', withoutRecord: 'refused', ends: ['as.code'] },
  { kind: 'as.family', withoutRecord: 'refused', ends: ['as.family', 'as.access-token'] },
  { kind: 'as.access-token', withoutRecord: 'taken', ends: ['as.access-token'] },
  { kind: 'as.saml-assertion', withoutRecord: 'taken', ends: [] },
];

const directory = startedAnew(temporaryDirectory);

const open = (key: Uint8Array = testSealKey) => openTestStorage(directory.path, { guards }, key);

/** Fills a state: codes, a family, tokens in two groups, consents and two secrets. */
async function fill(): Promise<void> {
  const storage = await open();
  const { records } = storage;
  for (const id of ['one', 'two', 'three']) {
    records.put('as.code', id, { used: id === 'one' });
    records.put('as.consent', id, { scopes: ['orders.read'] });
    records.put('secret', id, `planted-${id}`, { sealed: true });
  }
  records.put('as.family', 'f', { revoked: true });
  records.put('as.access-token', 't', { revoked: false }, { inGroups: true });
  await records.commit();
  records.put('as.access-token', 't', { revoked: true }, { inGroups: true });
  records.put('as.saml-assertion', 'a', { untilMillis: 1 });
  await storage.close();
}

function change(work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(directory.path, 'state.db'));
  work(database);
  database.close();
}

const idsOf = async (storage: Awaited<ReturnType<typeof open>>, kind: string) =>
  (await storage.records.list(kind)).map(({ id }) => id);

/** Opens a state and reads its content and its report. */
async function look() {
  const storage = await open();
  const found = {
    codes: await idsOf(storage, 'as.code'),
    families: await idsOf(storage, 'as.family'),
    tokens: await storage.records.list('as.access-token'),
    consents: await idsOf(storage, 'as.consent'),
    secrets: await idsOf(storage, 'secret'),
    said: storage.problems.map(({ code, message }) => `${code}: ${message}`),
    doubts: [...storage.doubts.keys()].toSorted(),
  };
  await storage.close();
  return found;
}

const whole = {
  codes: ['one', 'three', 'two'],
  families: ['f'],
  tokens: [{ id: 't', value: { revoked: true } }],
  consents: ['one', 'three', 'two'],
  secrets: ['one', 'three', 'two'],
  said: [],
  doubts: [],
};

const damaged = (what: string) => `state.corrupt: Parts of the state were damaged and set aside: ${what}.`;

describe('a record that was damaged', () => {
  beforeEach(fill);

  test('is whole as long as nothing is', async () => {
    expect(await look()).toEqual(whole);
  });

  test.each([
    [
      'its value',
      "UPDATE records SET value = CAST('{\"used\":false}' AS BLOB) WHERE kind = 'as.code' AND id = 'one'",
    ],
    ['its expiry', "UPDATE records SET expires_at_millis = 5 WHERE kind = 'as.code' AND id = 'one'"],
    ['its id', "UPDATE records SET id = 'onf' WHERE kind = 'as.code' AND id = 'one'"],
    ['its seal', "UPDATE records SET sealed = 1 WHERE kind = 'as.code' AND id = 'one'"],
    ['its checksum', "UPDATE records SET checksum = checksum + 1 WHERE kind = 'as.code' AND id = 'one'"],
    [
      'a number beyond those of JavaScript',
      "UPDATE records SET expires_at_millis = 9223372036854775807 WHERE kind = 'as.code' AND id = 'one'",
    ],
  ])('in %s is set aside, named and counted, and stays named at the next start', async (_, sql) => {
    change((database) => database.exec(sql));
    const expected = { ...whole, codes: ['three', 'two'], said: [damaged('1 authorization code')] };
    expect(await look()).toEqual(expected);
    expect(await look()).toEqual(expected);
  });

  test('is named with others of its kind and of other kinds, until it is forgotten', async () => {
    change((database) => {
      database.exec("UPDATE records SET value = x'00' WHERE kind = 'as.consent' AND id <> 'two'");
      database.exec("UPDATE records SET value = x'00' WHERE kind = 'secret' AND id = 'two'");
    });
    const found = await look();
    expect(found.said).toEqual([damaged('2 consents of users and 1 stored secret')]);
    expect([found.consents, found.secrets]).toEqual([['two'], ['one', 'three']]);
    const storage = await open();
    expect(await storage.sealed?.forgetUnopened()).toBe(3);
    expect(storage.problems).toEqual([]);
    await storage.close();
    expect((await look()).said).toEqual([]);
  });

  test('that ended a token casts doubt on all tokens: the one before is not taken', async () => {
    change((database) =>
      database.exec(
        "UPDATE record_groups SET entries = x'00' WHERE sequence = (SELECT max(sequence) FROM record_groups)",
      ),
    );
    const found = await look();
    expect(found.tokens).toEqual([]);
    expect(found.doubts).toEqual(['as.access-token']);
    expect(found.said.join()).toContain('Gatehouse rejects these: 1 access token');
  });

  test('that says what was used is told to who would take what has no record', async () => {
    change((database) => database.exec("UPDATE records SET value = x'00' WHERE kind = 'as.saml-assertion'"));
    expect((await look()).doubts).toEqual(['as.saml-assertion']);
    expect((await look()).doubts).toEqual(['as.saml-assertion']);
  });
});

describe('a record that is missing, or as it was before', () => {
  beforeEach(fill);

  test('with its checksum: all of its kind are refused, and it is said', async () => {
    change((database) => {
      const value = Buffer.from(JSON.stringify({ used: false }));
      database
        .prepare("UPDATE records SET value = ?, checksum = ? WHERE kind = 'as.code' AND id = 'one'")
        .run(value, recordChecksum('as.code', 'one', 0, null, value));
    });
    const found = await look();
    expect(found).toMatchObject({ codes: [], families: ['f'], doubts: ['as.code'] });
    expect(found.said).toEqual([
      'state.corrupt: These may not be current: authorization codes. ' +
        'To prevent the reuse of used or revoked items, Gatehouse rejects these: 3 authorization codes.',
    ]);
    // Later records are taken.
    const storage = await open();
    storage.records.put('as.code', 'four', { used: false });
    await storage.close();
    expect((await look()).codes).toEqual(['four']);
  });

  test('ends what hangs on its kind', async () => {
    change((database) => database.exec("DELETE FROM records WHERE kind = 'as.family'"));
    expect(await look()).toMatchObject({
      codes: whole.codes,
      families: [],
      tokens: [],
      doubts: ['as.family'],
    });
  });

  test('is said where nothing hangs on it, and the others stay', async () => {
    change((database) => database.exec("DELETE FROM records WHERE kind = 'as.consent' AND id = 'two'"));
    const found = await look();
    expect(found.consents).toEqual(['one', 'three']);
    expect(found.said).toEqual(['state.corrupt: These may not be current: consents of users.']);
  });

  test.each([
    ['changed', "UPDATE ledger SET content = replace(content, 'as.code', 'as.codf')"],
    ['gone', 'DELETE FROM ledger'],
  ])('cannot be told where the ledger is %s: all that is guarded is refused', async (_, sql) => {
    change((database) => database.exec(sql));
    const found = await look();
    expect(found).toMatchObject({ codes: [], families: [], tokens: [], secrets: whole.secrets });
    expect(found.said.join()).toContain('3 authorization codes');
    expect((await look()).secrets).toEqual(whole.secrets);
  });
});

describe('sealed values that were swapped', () => {
  beforeEach(fill);

  const swap = (checksums: boolean) =>
    change((database) => {
      const rows = database.prepare("SELECT id, value FROM records WHERE kind = 'secret' ORDER BY id").all();
      const put = database.prepare(
        "UPDATE records SET value = ?, checksum = ? WHERE kind = 'secret' AND id = ?",
      );
      const [one, three, two] = rows.map(({ value }) => value as Uint8Array);
      for (const [id, value] of [
        ['one', two],
        ['two', one],
      ] as const) {
        if (value === undefined || three === undefined) throw new Error('There is no such secret.');
        put.run(value, checksums ? recordChecksum('secret', id, 2, null, value) : 0, id);
      }
    });

  test.each([
    ['and their checksums not', false],
    ['with checksums that fit', true],
  ])('open nothing, %s', async (_, checksums) => {
    swap(checksums);
    const found = await look();
    expect(found.secrets).toEqual(['three']);
    expect(found.said).toEqual([damaged('2 stored secrets')]);
  });

  test('and said to be of an earlier version open nothing either', async () => {
    change((database) => {
      const value = database
        .prepare("SELECT value FROM records WHERE kind = 'secret' AND id = 'one'")
        .get()?.['value'];
      const bound = (value as Uint8Array).subarray(4);
      database
        .prepare(
          "UPDATE records SET value = ?, sealed = 1, checksum = ? WHERE kind = 'secret' AND id = 'two'",
        )
        .run(bound, recordChecksum('secret', 'two', 1, null, bound));
    });
    expect((await look()).secrets).toEqual(['one', 'three']);
  });

  test('under a key that is lost are no damage', async () => {
    const storage = await open(new Uint8Array(32).fill(9));
    expect(storage.problems.map(({ code }) => code)).toEqual(['secret.key-lost']);
    await storage.close();
    expect(await look()).toEqual(whole);
  });
});
