import { describe, expect, test } from 'vitest';
import { isolateProcesses, peakBytes } from '#test/support/isolate-processes.ts';
import { scriptedRoute } from '#test/support/scripted-route.ts';
import { serve } from '#test/support/served.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const mebibyte = 1_048_576;

const route = (name: string, source: string) =>
  scriptedRoute(name, { type: 'application/javascript', source });

const state = startedOnce(temporaryDirectory);
const workspace = startedOnce(() =>
  writeWorkspace({
    ...ordinaryFiles,
    'routes/10-arrays.json': route('arrays', 'const a = []; for (;;) a.push(new Array(1000).fill(1));'),
    'routes/20-buffers.json': route('buffers', 'const a = []; for (;;) a.push(new ArrayBuffer(1e6));'),
    'routes/30-fine.json': route('fine', 'return null'),
  }),
);
const served = startedOnce(() => serve(['--workspace', workspace.path, '--state-dir', state.path]));

const statusOf = async (name: string) =>
  (await fetch(`${served.ready.services?.['gateway']}/${name}`)).status;

describe('scripts of a workspace that take all memory', () => {
  test('take 64 MiB of their processes at most, each, and nothing of the host', async (context) => {
    context.skip(process.platform !== 'linux', 'the peak of a process is read from Linux');
    expect(await statusOf('fine')).toBe(200);
    const [fine] = isolateProcesses(served.child.pid);
    const before = peakBytes(served.child.pid);
    expect(await Promise.all([statusOf('arrays'), statusOf('buffers')])).toEqual([500, 500]);
    expect((peakBytes(served.child.pid) - before) / mebibyte).toBeLessThan(32);
    const all = isolateProcesses(served.child.pid);
    expect(new Set(all.map(({ entry }) => entry))).toEqual(new Set(['script-worker.js']));
    for (const { pid } of all) expect((peakBytes(pid) - peakBytes(fine?.pid)) / mebibyte).toBeLessThan(64);
    expect(await statusOf('fine')).toBe(200);
  });
});
