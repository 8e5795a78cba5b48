import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { signInByHand, tokenRequest } from '#test/support/people.ts';
import { type ReadyLine, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { hasTool } from '#test/support/tools.ts';
import { writeWorkspace } from '#test/support/workspace.ts';
import { nodeFlags } from '../../scripts/run/node.mjs';

const redirectUri = 'http://127.0.0.1:9035/cb';
const client = ['portal-web', 'planted-client-secret'] as const;

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(writeWorkspace);

const place = () => ['--workspace', workspace.path, '--state-dir', join(state.path, 'state')];

/** Shows a code twice, of which the log has a line; anybody who has a used code can make it. */
async function forceLogLine(authorizationServer: string): Promise<void> {
  const query = { client_id: 'portal-web', response_type: 'code', redirect_uri: redirectUri, state: 's' };
  const person = { username: 'ann', password: 'planted-password' };
  const back = await signInByHand({ authorizationServer, query, ...person });
  const code = back.searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const statuses = [];
  for (let time = 0; time < 2; time += 1)
    statuses.push((await tokenRequest(authorizationServer, client, form)).status);
  expect(statuses).toEqual([200, 400]);
}

async function goesOn(authorizationServer: string): Promise<void> {
  await forceLogLine(authorizationServer);
  // A failure of a write is told a moment later.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await forceLogLine(authorizationServer);
}

describe('a host whose log nobody reads any more', () => {
  test('goes on where the reader of a pipe ended', async () => {
    const served = await serve(place());
    served.child.stderr?.destroy();
    served.child.stdout?.destroy();
    try {
      await goesOn(served.authorizationServer);
      expect(await served.end()).toBe(0);
    } finally {
      await served.end('SIGKILL');
    }
  });

  test('goes on where its terminal was closed', async (context) => {
    context.skip(!hasTool('script') || !hasTool('setsid'), 'there is no terminal to close');
    const out = join(state.path, 'out');
    const headless = fileURLToPath(new URL('../../out/main/headless.js', import.meta.url));
    const words = [
      process.execPath,
      ...nodeFlags,
      headless,
      'serve',
      '--json',
      '--any-ports',
      '--port',
      '0',
      ...place(),
    ];
    const quoted = words.map((word) => `'${word}'`).join(' ');
    // A session of its own hears nothing of the terminal's end but that it cannot be written to.
    const terminal = spawn('script', ['-qfc', `setsid -w ${quoted} >'${out}'`, '/dev/null'], {
      stdio: 'ignore',
    });
    const ready = await eventually(() => {
      const text = existsSync(out) ? readFileSync(out, 'utf8') : '';
      return text.endsWith('\n') ? (JSON.parse(text) as ReadyLine) : null;
    });
    const { pid } = JSON.parse(readFileSync(join(state.path, 'state/holder.json'), 'utf8')) as {
      pid: number;
    };
    terminal.kill('SIGKILL');
    await new Promise((resolve) => terminal.once('exit', resolve));
    try {
      await goesOn(ready.services?.['authorizationServer'] ?? '');
    } finally {
      spawnSync('kill', ['-KILL', String(pid)]);
    }
  });
});
