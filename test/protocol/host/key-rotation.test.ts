import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { headlessKeyStore } from '#main/hosts/headless/seal-key.ts';
import type { SealKeyStore } from '#main/hosts/keys/key-store.ts';
import type { HostLink } from '#main/platform/host-link.ts';
import type { Storage } from '#main/platform/ports.ts';
import { createSealing, openUnderItsKey } from '#main/platform/sealing.ts';
import type { FileStorage } from '#main/services/storage/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const secrets = Array.from({ length: 40 }, (_, index) => `planted-secret-${index}`);
const clock = { nowMillis: () => 1_000 };

const directory = startedAnew(temporaryDirectory);

const filePlace = (environment = {}) => headlessKeyStore(directory.path, directory.path, environment);

/** Asks go to the key place as the host sends them there. */
function linkTo(place: SealKeyStore): HostLink {
  const answers = {
    'next-key': () => place.writeNext(),
    'keep-key': () => place.keepNext(),
    'drop-key': () => place.dropNext(),
    'open-workspace': () => Promise.reject(new Error('not here')),
    'start-process': () => Promise.reject(new Error('not here')),
  };
  return { keyKeptIn: place.keptIn, ask: (name) => answers[name]() as Promise<never> };
}

const openWith = (sealKey: Uint8Array): Promise<FileStorage> => openTestStorage(directory.path, {}, sealKey);

/** Starts the engine's storage with the key. */
async function start(place = filePlace()): Promise<FileStorage> {
  return openUnderItsKey(await place.read(), linkTo(place), openWith);
}

async function fill(storage: Storage): Promise<void> {
  for (const [index, secret] of secrets.entries())
    storage.records.put('secret', String(index).padStart(3, '0'), secret, { sealed: true });
  await storage.records.commit();
}

async function stored(storage: Storage): Promise<readonly unknown[]> {
  return (await storage.records.list('secret')).map(({ value }) => value);
}

const rotating = (storage: Storage, place: SealKeyStore) =>
  createSealing({ records: storage.records, sealed: storage.sealed, host: linkTo(place), clock });

/** Lets the process die at one moment of its work: that step, and all after it, never come about. */
function dyingAt(moment: string) {
  const passed: string[] = [];
  let died: () => void = () => {};
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  let isDead = false;
  const never = new Promise<never>(() => {});
  async function at(name: string): Promise<void> {
    if (isDead) return never;
    passed.push(name);
    if (name !== moment) return;
    isDead = true;
    died();
    return never;
  }
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    await at(`before ${name}`);
    const result = await work();
    await at(`after ${name}`);
    return result;
  }
  return { step, death, passed };
}

const moments = ['probe', 'next-key', 'rotate', 'keep-key', 'second probe'].flatMap((name) => [
  `before ${name}`,
  `after ${name}`,
]);

describe('a key that is changed', () => {
  test('is another one from then on: the former bytes open nothing', async () => {
    const former = (await filePlace().read()).key;
    const storage = await start();
    await fill(storage);
    const sealing = rotating(storage, filePlace());
    expect(await sealing.rotatedAtMillis()).toBeNull();
    expect(await sealing.rotate()).toBe(secrets.length + 1);
    expect(await sealing.rotatedAtMillis()).toBe(1_000);
    await storage.close();

    const withFormer = await openWith(former);
    expect(await stored(withFormer)).toEqual([]);
    expect(withFormer.problems).toMatchObject([{ code: 'secret.key-lost' }]);
    await withFormer.close();
    const again = await start();
    expect(await stored(again)).toEqual(secrets);
    expect(await again.sealed?.unopened()).toBe(0);
    await again.close();
    expect(readdirSync(directory.path)).not.toContain('key.next');
    for (const file of readdirSync(directory.path)) {
      const bytes = readFileSync(join(directory.path, file)).toString('latin1');
      expect(bytes).not.toContain(Buffer.from(former).toString('base64'));
      expect(bytes).not.toContain('planted');
    }
  });

  test.each(moments)('keeps every secret when the process is killed %s', async (moment) => {
    const storage = await start();
    await fill(storage);
    const { step, death } = dyingAt(moment);
    const place = filePlace();
    const link = linkTo(place);
    let probes = 0;
    const dying = createSealing({
      records: {
        ...storage.records,
        commit: () => step((probes += 1) === 1 ? 'probe' : 'second probe', () => storage.records.commit()),
      },
      sealed: storage.sealed && {
        ...storage.sealed,
        rotateKey: (key) => step('rotate', async () => storage.sealed?.rotateKey(key) ?? 0),
      },
      host: { ...link, ask: (name, input) => step(name, () => link.ask(name, input)) },
      clock,
    });
    void dying.rotate();
    await death;
    await storage.close();

    const after = await start();
    expect(await stored(after)).toEqual(secrets);
    expect(await after.sealed?.unopened()).toBe(0);
    // The begun change is brought to its end: one key is left, and it can be changed.
    expect(readdirSync(directory.path).filter((name) => name.startsWith('key'))).toEqual(['key']);
    await rotating(after, filePlace()).rotate();
    await after.close();
    const last = await start();
    expect(await stored(last)).toEqual(secrets);
    await last.close();
  });

  test('stays what it is when the state cannot be written, and can be changed once it can', async () => {
    const storage = await start();
    await fill(storage);
    const place = filePlace();
    const { key } = await place.read();
    let isFull = true;
    const sealing = createSealing({
      records: storage.records,
      sealed: storage.sealed && {
        ...storage.sealed,
        rotateKey: async (next) => {
          if (isFull) throw new Error('The disk is full.');
          return storage.sealed?.rotateKey(next) ?? 0;
        },
      },
      host: linkTo(place),
      clock,
    });
    await expect(sealing.rotate()).rejects.toThrow('The disk is full.');
    expect((await place.read()).key).toEqual(key);
    isFull = false;
    await sealing.rotate();
    await storage.close();
    const again = await start();
    expect(await stored(again)).toEqual(secrets);
    expect((await filePlace().read()).key).not.toEqual(key);
    await again.close();
  });
});

describe('a key from the environment', () => {
  const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64');

  test('cannot be changed without a new one beside it, and says how', async () => {
    const place = filePlace({ GATEHOUSE_KEY: base64(1) });
    const storage = await start(place);
    await fill(storage);
    await expect(rotating(storage, place).rotate()).rejects.toMatchObject({
      code: 'secret.key-fixed',
      fix: expect.stringContaining('GATEHOUSE_NEW_KEY'),
    });
    expect(await stored(storage)).toEqual(secrets);
    await storage.close();
  });

  test('changes to the new one, with which alone the next start works too', async () => {
    const place = filePlace({ GATEHOUSE_KEY: base64(1), GATEHOUSE_NEW_KEY: base64(2) });
    const storage = await start(place);
    await fill(storage);
    await rotating(storage, place).rotate();
    await storage.close();
    for (const environment of [
      { GATEHOUSE_KEY: base64(1), GATEHOUSE_NEW_KEY: base64(2) },
      { GATEHOUSE_KEY: base64(2) },
    ]) {
      const again = await start(filePlace(environment));
      expect(await stored(again)).toEqual(secrets);
      await again.close();
    }
    const former = await start(filePlace({ GATEHOUSE_KEY: base64(1) }));
    expect(await stored(former)).toEqual([]);
    await former.close();
  });
});
