import { spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { serve, startGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';
import { nodeFlags } from '../../scripts/run/node.mjs';

let held: Server | null = null;

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(writeWorkspace);
afterEach(async () => {
  await new Promise<void>((resolve) => (held === null ? resolve() : void held.close(() => resolve())));
  held = null;
});

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const place = () => ['--workspace', workspace.path, '--state-dir', state.path];

/** Holds the last port that there is, unless another test does. */
async function holdLastPort(): Promise<void> {
  const server = createServer();
  const isHeld = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(65_535, '127.0.0.1', () => resolve(true));
  });
  if (isHeld) held = server;
}

/** How a process ended, or that it says that it is ready; one that does neither is killed. */
async function begun(args: readonly string[], through: readonly string[] = []) {
  const { child, finished } = startGatehouse(
    ['serve', '--json', '--any-ports', ...args, ...place()],
    through,
  );
  const said = { out: '', err: '' };
  child.stderr?.on('data', (chunk: Buffer) => void (said.err += chunk.toString()));
  const ready = new Promise<'ready'>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said.out += chunk.toString();
      if (said.out.includes('"ready":true')) resolve('ready');
    });
  });
  const kill = setTimeout(() => child.kill('SIGKILL'), 10_000);
  const code = await Promise.race([finished, ready]);
  clearTimeout(kill);
  child.kill('SIGKILL');
  await finished;
  return { code, ...said };
}

async function theStateIsFree(): Promise<void> {
  expect(await (await serve(place())).end()).toBe(0);
}

describe('a start that fails', () => {
  test('because no port is left for the screens ends, and lets go of the state', async () => {
    await holdLastPort();
    const { code, out } = await begun(['--port', '65535']);
    expect(code).toBe(1);
    // No port beyond the last one was tried.
    expect(JSON.parse(out)).toMatchObject({ ok: false, problem: { code: 'listener.port-taken' } });
    await theStateIsFree();
  });

  test('because descriptors are missing ends with 1, wherever they ran out', async (context) => {
    context.skip(process.platform === 'win32', 'Windows has no such limit');
    const codes: unknown[] = [];
    for (const max of [28, 40, 44, 48]) {
      const limited = ['sh', '-c', `ulimit -n ${max}; exec "$@"`, 'sh'];
      codes.push((await begun(['--port', '0'], limited)).code);
    }
    expect(codes.filter((code) => code !== 1 && code !== 'ready')).toEqual([]);
    expect(codes[0]).toBe(1);
    await theStateIsFree();
  });

  test('because the screens are not there ends with 1', async () => {
    const copy = temporaryDirectory();
    cpSync(fromRoot('out/main'), join(copy.path, 'out/main'), { recursive: true });
    cpSync(fromRoot('package.json'), join(copy.path, 'package.json'));
    symlinkSync(fromRoot('resources'), join(copy.path, 'resources'), 'junction');
    const words = [
      join(copy.path, 'out/main/headless.js'),
      'serve',
      '--any-ports',
      '--port',
      '0',
      ...place(),
    ];
    const child = spawn(process.execPath, [...nodeFlags, ...words], {
      stdio: 'ignore',
      timeout: 10_000,
      killSignal: 'SIGKILL',
    });
    const code = await new Promise((resolve) =>
      child.once('exit', (exit, signal) => resolve(exit ?? signal)),
    );
    copy.remove();
    expect(code).toBe(1);
  });
});
