import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { type SeenProcess, seenProcesses, UnwaitedTime } from '../../../scripts/support/unwaited-time.ts';

const root = 100;
const seen = (pid: number, parent: number, more: Partial<SeenProcess> = {}): SeenProcess => ({
  pid,
  parent,
  start: pid,
  seconds: 0,
  isForkServer: false,
  ...more,
});
const browser = seen(110, root, { seconds: 7 });
const server = seen(111, 110, { isForkServer: true });

test('the pages of a browser count, each as it was seen last, and the browser itself does not', () => {
  const time = new UnwaitedTime(root);
  time.note([browser, server, seen(120, 111, { seconds: 1 })]);
  time.note([browser, server, seen(120, 111, { seconds: 3 }), seen(121, 111, { seconds: 0.5 })]);
  time.note([browser, server]);
  expect(time.seconds).toBe(3.5);
});

test('they count on when the browser is gone and its fork server is another’s child', () => {
  const time = new UnwaitedTime(root);
  time.note([browser, server, seen(120, 111, { seconds: 1 })]);
  time.note([seen(111, 1, { isForkServer: true }), seen(120, 111, { seconds: 2 })]);
  expect(time.seconds).toBe(2);
});

test('those of a browser that something else started do not, nor a later process of the same number', () => {
  const time = new UnwaitedTime(root);
  time.note([seen(111, 1, { isForkServer: true }), seen(120, 111, { seconds: 1 })]);
  expect(time.seconds).toBe(0);
  time.note([browser, server, seen(120, 111, { seconds: 1 })]);
  time.note([seen(111, 1, { start: 999 }), seen(130, 111, { seconds: 9 })]);
  expect(time.seconds).toBe(1);
});

test('what a real fork server starts is seen while it works', async (context) => {
  context.skip(process.platform !== 'linux', 'only Linux shows the processes of others in /proc');
  const work = "require('node:child_process').spawnSync(process.execPath, ['-e', 'for (;;);'])";
  const child = spawn(process.execPath, ['-e', work, '--', '--type=zygote'], {
    stdio: 'ignore',
    detached: true,
  });
  const time = new UnwaitedTime(process.pid);
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
  const seconds = await eventually(() => {
    time.note(seenProcesses());
    return time.seconds > 0.2 ? time.seconds : null;
  });
  expect(seconds).toBeGreaterThan(0.2);
});
