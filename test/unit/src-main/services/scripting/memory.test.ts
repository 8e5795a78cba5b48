import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Exploded } from '#test/support/sandbox-memory.ts';

const program = fileURLToPath(new URL('../../../../support/sandbox-memory.ts', import.meta.url));
const buffers = 'const held = []; for (;;) held.push(new ArrayBuffer(1e6));';

async function explode(...bodies: readonly string[]): Promise<readonly Exploded[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...bodies]);
  return JSON.parse(stdout);
}

test.each([
  ['arrays', 'const held = []; for (;;) held.push(new Array(1000).fill(1));'],
  ['buffers', buffers],
  ['shared buffers', 'const held = []; for (;;) held.push(new SharedArrayBuffer(1e6));'],
  ['objects', 'const held = {}; for (let i = 0; ; i += 1) held["k" + i] = { i };'],
])('a script that takes all memory with %s ends within 64 MiB, and says so', async (_name, body) => {
  const [first] = await explode(body);
  expect(first?.end).toMatch(/memory limit/);
  expect(first?.mebibytes).toBeLessThan(64);
});

test('a script that needs little of it works beside one that took it all', async () => {
  const [, second] = await explode(buffers, 'return new Array(100_000).fill(1).length;');
  expect(JSON.parse(second?.end ?? '')).toEqual({ kind: 'value', json: '100000' });
});
