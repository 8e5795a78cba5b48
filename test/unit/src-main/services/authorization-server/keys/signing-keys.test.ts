import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordStore } from '#main/platform/ports.ts';
import {
  createSigningKeys,
  type SigningKeys,
} from '#main/services/authorization-server/keys/signing-keys.ts';
import { createTokenFactory } from '#main/services/authorization-server/token-factory.ts';

let keys: SigningKeys;
let puts: number;
let written: Promise<void>;
let write: () => void;

/** From now on nothing reaches the disk before `write` is called. */
function holdTheDisk(): void {
  written = new Promise((resolve) => {
    write = resolve;
  });
}

beforeEach(() => {
  puts = 0;
  written = Promise.resolve();
  const records: RecordStore = {
    put: () => void (puts += 1),
    remove: () => undefined,
    isStuck: () => false,
    commit: () => written,
    get: async () => null,
    list: async () => [],
    usage: async () => ({ count: 0, sizeBytes: 0 }),
    clear: async () => 0,
    purgeExpired: async () => 0,
  };
  keys = createSigningKeys(records, createTokenFactory({ bytes: (count) => randomBytes(count) }));
});

describe('a key signs only once it is on disk', () => {
  test('the first one, for whoever asked first and for whoever asks while it is written', async () => {
    holdTheDisk();
    const first = keys.current('EdDSA', 0);
    await expect.poll(() => puts).toBe(1);
    const second = keys.current('EdDSA', 0);
    expect(second).toBeInstanceOf(Promise);
    expect(keys.published(0, 0)).toEqual([]);
    write();
    expect((await second).kid).toBe((await first).kid);
    expect(keys.current('EdDSA', 0)).toBe(await first);
  });

  test('the next one: until then the former signs', async () => {
    const former = await keys.current('EdDSA', 0);
    holdTheDisk();
    const rotated = keys.rotate('EdDSA', 1);
    await expect.poll(() => puts).toBe(3);
    expect(keys.current('EdDSA', 1)).toBe(former);
    write();
    const next = await rotated;
    expect(keys.current('EdDSA', 1)).toBe(next);
    expect(keys.published(1, 60).map(({ kid }) => kid)).toEqual([former.kid, next.kid]);
  });
});

test('of changes at the same moment one key is left that signs, and the others are replaced', async () => {
  const made = await Promise.all([
    keys.rotate('EdDSA', 1),
    keys.current('EdDSA', 1),
    keys.rotate('EdDSA', 2),
    keys.rotate('EdDSA', 3),
  ]);
  const signing = keys.all().filter(({ replacedAtMillis }) => replacedAtMillis === null);
  expect(signing).toEqual([keys.current('EdDSA', 4)]);
  expect(new Set(made.map(({ kid }) => kid)).size).toBe(3);
});
