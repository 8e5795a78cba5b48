import { expect, test } from 'vitest';
import { createSandbox } from '#main/services/scripting/sandbox.ts';

const mebibyte = 1_048_576;

/** Runs a script that takes memory; returns its end, and how many MiB the process held of it. */
async function explode(body: string): Promise<{ readonly end: string; readonly mebibytes: number }> {
  const before = process.memoryUsage().rss;
  const ports = {
    now: () => performance.now(),
    send: () => Promise.reject(new Error('There is nobody.')),
    log: () => {},
  };
  const sandbox = await createSandbox(ports);
  sandbox.load(body, []);
  const end = await sandbox.run(1, '{}', 3_000).catch((error: Error) => error.message);
  return { end, mebibytes: (process.memoryUsage().rss - before) / mebibyte };
}

test.each([
  ['arrays', 'const held = []; for (;;) held.push(new Array(1000).fill(1));'],
  ['buffers', 'const held = []; for (;;) held.push(new ArrayBuffer(1e6));'],
  ['shared buffers', 'const held = []; for (;;) held.push(new SharedArrayBuffer(1e6));'],
  ['objects', 'const held = {}; for (let i = 0; ; i += 1) held["k" + i] = { i };'],
])('a script that takes all memory with %s ends within 64 MiB, and says so', async (_name, body) => {
  const { end, mebibytes } = await explode(body);
  expect(end).toMatch(/more memory/);
  expect(mebibytes).toBeLessThan(64);
});

test('a script that needs little of it works beside one that took it all', async () => {
  await explode('const held = []; for (;;) held.push(new ArrayBuffer(1e6));');
  const { end } = await explode('return new Array(100_000).fill(1).length;');
  expect(JSON.parse(end)).toEqual({ kind: 'value', json: '100000' });
});
