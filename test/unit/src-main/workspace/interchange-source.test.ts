import fs, { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProductPath } from '#main/workspace/index.ts';
import { replaceBuiltin } from '#test/support/builtins.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

// A privileged user may be allowed to read everything.
function refuseLocked(place: unknown): void {
  if (/locked[^/]*$/.test(String(place))) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
}

function lock(name: 'readdirSync' | 'readFileSync'): () => void {
  return replaceBuiltin(
    fs,
    name,
    (read) =>
      new Proxy(read, {
        apply(target, self, given: readonly unknown[]) {
          refuseLocked(given[0]);
          return Reflect.apply(target, self, given);
        },
      }),
  );
}

const restores: (() => void)[] = [];
const product = startedAnew(temporaryDirectory);
beforeEach(() => {
  for (const name of ['readdirSync', 'readFileSync'] as const) restores.push(lock(name));
});
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

test('a folder or file that this user may not read is named, and the others are read', () => {
  mkdirSync(join(product.path, 'conf/locked'), { recursive: true });
  writeFileSync(join(product.path, 'conf/locked.json'), '{}');
  writeFileSync(join(product.path, 'conf/read.json'), '{}');
  const { files, notTaken } = readProductPath(product.path);
  expect(files.map(({ path }) => path)).toEqual(['conf/read.json']);
  expect(notTaken).toEqual([
    { from: 'conf/locked', name: 'locked', reason: 'This file or folder is not readable.' },
    { from: 'conf/locked.json', name: 'locked.json', reason: 'This file or folder is not readable.' },
  ]);
});

test('a place that cannot be read at all is a problem', () => {
  mkdirSync(join(product.path, 'locked'));
  expect(() => readProductPath(join(product.path, 'locked'))).toThrow(
    expect.objectContaining({ code: 'workspace.unreadable' }),
  );
});
