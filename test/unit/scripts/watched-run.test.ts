import { expect, test } from 'vitest';
import { runWatched } from '../../../scripts/support/watched-run.ts';

const longMillis = 60_000;

test('a program that goes on saying something may take as long as it takes', async () => {
  const talks =
    'let said = 0; const t = setInterval(() => { console.log("."); if (++said === 6) clearInterval(t); }, 500);';
  expect(await runWatched(['-e', talks], process.env, 2_500)).toEqual({ code: 0, isStalled: false });
});

test('one that says nothing any more is ended', async () => {
  const { code, isStalled } = await runWatched(['-e', 'setInterval(() => {}, 1_000)'], process.env, 300);
  expect({ failed: code !== 0, isStalled }).toEqual({ failed: true, isStalled: true });
});

test('its exit code is passed on', async () => {
  expect(await runWatched(['-e', 'process.exitCode = 3'], process.env, longMillis)).toEqual({
    code: 3,
    isStalled: false,
  });
});
