import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { headlessKeyStore } from '#main/hosts/headless/seal-key.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const root = startedAnew(temporaryDirectory);

const stateOf = (id: string) => join(root.path, id);
const placeOf = (id: string, environment = {}) => headlessKeyStore(stateOf(id), root.path, environment);
const text = (key: Uint8Array) => `${Buffer.from(key).toString('base64')}\n`;

describe('the key of a state', () => {
  test('is made at the first start, in a file of the state that only this user may read', async () => {
    const { key, next } = await placeOf('a').read();
    expect([key.length, next]).toEqual([32, null]);
    expect(readFileSync(join(stateOf('a'), 'key'), 'utf8')).toBe(text(key));
    expect(readdirSync(stateOf('a'))).toEqual(['key']);
    if (process.platform !== 'win32') expect(statSync(join(stateOf('a'), 'key')).mode & 0o777).toBe(0o600);
    expect((await placeOf('a').read()).key).toEqual(key);
    expect((await placeOf('b').read()).key).not.toEqual(key);
    expect(existsSync(join(root.path, 'key'))).toBe(false);
  });

  test('is the one of the root where the state was begun before states had their own, and its own from then on', async () => {
    const ofRoot = Buffer.alloc(32, 5);
    writeFileSync(join(root.path, 'key'), text(ofRoot));
    mkdirSync(stateOf('old'));
    writeFileSync(join(stateOf('old'), 'state.db'), '');
    expect(Buffer.from((await placeOf('old').read()).key)).toEqual(ofRoot);
    const place = placeOf('old');
    const next = await place.writeNext();
    await place.keepNext();
    expect((await placeOf('old').read()).key).toEqual(next);
    expect(readFileSync(join(root.path, 'key'), 'utf8')).toBe(text(ofRoot));
    expect(Buffer.from((await placeOf('new').read()).key)).not.toEqual(ofRoot);
  });

  test('is one, however many processes begin at once', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, async () => (await placeOf('a').read()).key));
    const file = readFileSync(join(stateOf('a'), 'key'), 'utf8');
    expect(new Set(keys.map(text))).toEqual(new Set([file]));
  });

  test.each([
    ['too short', 'c2hvcnQ='],
    ['empty', ''],
  ])('that is %s is said so, and never replaced', async (_, content) => {
    mkdirSync(stateOf('a'));
    writeFileSync(join(stateOf('a'), 'key'), content);
    await expect(placeOf('a').read()).rejects.toMatchObject({ code: 'secret.key-invalid' });
    expect(readFileSync(join(stateOf('a'), 'key'), 'utf8')).toBe(content);
  });

  test('that is gone beside a state is asked for, and replaced only by who says so', async () => {
    mkdirSync(stateOf('a'));
    const database = new DatabaseSync(join(stateOf('a'), 'state.db'));
    database.exec('CREATE TABLE records (sealed INTEGER); INSERT INTO records VALUES (1)');
    database.close();
    await expect(placeOf('a').read()).rejects.toMatchObject({ code: 'secret.key-missing' });
    expect(readdirSync(stateOf('a'))).toEqual(['state.db']);
    const { key } = await headlessKeyStore(stateOf('a'), root.path, {}, true).read();
    expect((await placeOf('a').read()).key).toEqual(key);
  });

  test.each([
    ['no database', 'somebody’s bytes'],
    ['an empty one', ''],
  ])('is made beside %s, of which the storage has to say what it is', async (_what, content) => {
    mkdirSync(stateOf('a'));
    writeFileSync(join(stateOf('a'), 'state.db'), content);
    expect((await placeOf('a').read()).key).toHaveLength(32);
    expect(readFileSync(join(stateOf('a'), 'state.db'), 'utf8')).toBe(content);
  });

  test('from the environment leaves no file', async () => {
    const given = Buffer.alloc(32, 1);
    const place = placeOf('a', { GATEHOUSE_KEY: given.toString('base64') });
    expect(place.keptIn).toBe('environment');
    expect(await place.read()).toEqual({ key: given, next: null });
    expect(existsSync(stateOf('a'))).toBe(false);
  });
});
