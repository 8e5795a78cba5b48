import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readProductPlace } from '#main/workspace/index.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

// Whoever runs the tests may be allowed to read everything.
vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof import('node:fs')>();
  const refuseLocked = (place: unknown) => {
    if (/locked[^/]*$/.test(String(place))) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
  };
  return {
    ...actual,
    readdirSync: (place: string) => {
      refuseLocked(place);
      return actual.readdirSync(place);
    },
    readFileSync: (...given: Parameters<typeof actual.readFileSync>) => {
      refuseLocked(given[0]);
      return actual.readFileSync(...given);
    },
  };
});

let product: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  product = temporaryDirectory();
});
afterEach(() => product.remove());

test('a folder or file that this user may not read is named, and the others are read', () => {
  mkdirSync(join(product.path, 'conf/locked'), { recursive: true });
  writeFileSync(join(product.path, 'conf/locked.json'), '{}');
  writeFileSync(join(product.path, 'conf/read.json'), '{}');
  const { files, notTaken } = readProductPlace(product.path);
  expect(files.map(({ path }) => path)).toEqual(['conf/read.json']);
  expect(notTaken).toEqual([
    { from: 'conf/locked', name: 'locked', reason: 'It cannot be read.' },
    { from: 'conf/locked.json', name: 'locked.json', reason: 'It cannot be read.' },
  ]);
});

test('a place that cannot be read at all is a problem', () => {
  mkdirSync(join(product.path, 'locked'));
  expect(() => readProductPlace(join(product.path, 'locked'))).toThrow(/cannot be read/);
});
