import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, serve } from '#test/support/served.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

let state: ReturnType<typeof temporaryDirectory>;
let workspace: ReturnType<typeof writeWorkspace>;
let served: Served;

beforeAll(async () => {
  state = temporaryDirectory();
  workspace = writeWorkspace();
  served = await serve(['--workspace', workspace.path, '--state-dir', state.path]);
});
afterAll(async () => {
  await served.end('SIGKILL');
  state.remove();
  workspace.remove();
});

/** What a page sends whose own name was made to resolve to this machine. */
function statusFor(url: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('a name that was rebound to this machine', () => {
  test('is not served by the screens', async () => {
    const { origin } = new URL(served.ready.ui ?? '');
    expect(await statusFor(origin, 'attacker.example')).toBe(421);
  });

  test('is not served by the authorization server', async () => {
    const metadata = `${served.authorizationServer}/.well-known/oauth-authorization-server`;
    expect(await statusFor(metadata, 'attacker.example')).toBe(421);
  });
});
