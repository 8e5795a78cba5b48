import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptedRoute } from '#test/support/scripted-route.ts';
import { type Served, serve } from '#test/support/served.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const mebibyte = 1_048_576;

const route = (name: string, source: string) =>
  scriptedRoute(name, { type: 'application/javascript', source });

let state: ReturnType<typeof temporaryDirectory>;
let workspace: ReturnType<typeof writeWorkspace>;
let served: Served;

beforeAll(async () => {
  state = temporaryDirectory();
  workspace = writeWorkspace({
    ...ordinaryFiles,
    'routes/10-arrays.json': route('arrays', 'const a = []; for (;;) a.push(new Array(1000).fill(1));'),
    'routes/20-buffers.json': route('buffers', 'const a = []; for (;;) a.push(new ArrayBuffer(1e6));'),
    'routes/30-fine.json': route('fine', 'return null'),
  });
  served = await serve(['--workspace', workspace.path, '--state-dir', state.path]);
});
afterAll(async () => {
  await served.end('SIGKILL');
  state.remove();
  workspace.remove();
});

/** The most memory that the process has had resident, in bytes. */
function peakBytes(): number {
  const status = readFileSync(`/proc/${served.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}

const statusOf = async (name: string) =>
  (await fetch(`${served.ready.services?.['gateway']}/${name}`)).status;

describe('scripts of a workspace that take all memory', () => {
  test('take 64 MiB of the process at most, each', async (context) => {
    context.skip(process.platform !== 'linux', 'the peak of a process is read from Linux');
    expect(await statusOf('fine')).toBe(200);
    const before = peakBytes();
    expect(await Promise.all([statusOf('arrays'), statusOf('buffers')])).toEqual([500, 500]);
    expect((peakBytes() - before) / mebibyte).toBeLessThan(2 * 64);
    expect(await statusOf('fine')).toBe(200);
  });
});
