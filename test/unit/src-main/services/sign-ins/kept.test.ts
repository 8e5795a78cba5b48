import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createKeptSessions, type KeptCookie } from '#main/services/sign-ins/kept-sessions.ts';
import { createRefusedPasswords } from '#main/services/sign-ins/refused-passwords.ts';
import { cheapPasswords } from '#test/support/passwords.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const directory = startedAnew(temporaryDirectory);
const storage = startedAnew(() => openTestStorage(directory.path));

const ann = { target: 'ours', username: 'ann@example.com' };
const bob = { target: 'ours', username: 'bob' };
const cookie = (part: Partial<KeptCookie> = {}): KeptCookie => ({
  name: 'session',
  value: 'planted-session',
  domain: 'id.example.com',
  path: '/',
  isSecure: true,
  isHttpOnly: true,
  ...part,
});
const clock = { nowMillis: () => 1_000_000 };

/** Every byte that lies in the state. */
async function onDisk(): Promise<string> {
  await storage.records.commit();
  return readdirSync(directory.path)
    .map((name) => readFileSync(join(directory.path, name), 'latin1'))
    .join('');
}

describe('sessions at other servers', () => {
  test('are kept for each person and target, sealed, and listed without their values', async () => {
    const sessions = createKeptSessions(storage.records, clock);
    sessions.keep(bob, [cookie({ value: 'planted-bob' })]);
    sessions.keep(ann, [cookie(), cookie({ name: 'old', expiresAtMillis: 999_999 })]);
    expect(await sessions.cookiesOf(ann)).toEqual([cookie()]);
    expect(await sessions.cookiesOf({ ...ann, target: 'theirs' })).toEqual([]);
    expect(await sessions.list()).toEqual([
      { ...ann, keptAtMillis: 1_000_000, cookies: 1 },
      { ...bob, keptAtMillis: 1_000_000, cookies: 1 },
    ]);
    expect(await onDisk()).not.toMatch(/planted|ann@example/);
  });

  test('are forgotten by one call, of one person or of all, and end where they expire', async () => {
    let nowMillis = 1_000;
    const sessions = createKeptSessions(storage.records, { nowMillis: () => nowMillis });
    sessions.keep(ann, [cookie()]);
    sessions.keep(bob, [cookie({ expiresAtMillis: 2_000 })]);
    expect(await sessions.forget(ann)).toBe(1);
    expect(await sessions.cookiesOf(ann)).toEqual([]);
    expect(await sessions.forget({ target: 'theirs' })).toBe(0);
    nowMillis = 3_000;
    expect(await sessions.list()).toEqual([]);
    sessions.keep(bob, [cookie()]);
    sessions.keep(ann, [cookie()]);
    expect(await sessions.forget({ target: 'ours' })).toBe(2);
    sessions.keep(bob, [cookie()]);
    sessions.keep(bob, []);
    expect(await sessions.list()).toEqual([]);
  });
});

describe('a refused password', () => {
  test('is not sent again until it changes, also after a restart, and stands nowhere in clear', async () => {
    const refused = createRefusedPasswords(storage.records, cheapPasswords);
    expect(await refused.isRefused(ann, 'planted-wrong')).toBe(false);
    await refused.note(ann, 'planted-wrong');
    expect(await refused.isRefused(ann, 'planted-wrong')).toBe(true);
    expect(await refused.isRefused(bob, 'planted-wrong')).toBe(false);
    expect(await onDisk()).not.toContain('planted');
    await startInstead(storage, () => openTestStorage(directory.path));
    const again = createRefusedPasswords(storage.records, cheapPasswords);
    expect(await again.isRefused(ann, 'planted-wrong')).toBe(true);
    expect(await again.isRefused(ann, 'another')).toBe(false);
    // Somebody changed the password, so the old one is no longer held back: it may have been set again on purpose.
    expect(await again.isRefused(ann, 'planted-wrong')).toBe(false);
  });

  test('is sent once more where a person says so', async () => {
    const refused = createRefusedPasswords(storage.records, cheapPasswords);
    await refused.note(ann, 'planted-wrong');
    refused.forget(ann);
    expect(await refused.isRefused(ann, 'planted-wrong')).toBe(false);
  });
});
