import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signInByHand, tokenRequest } from '#test/support/people.ts';
import { type Served, serve } from '#test/support/served.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const client = ['portal-web', 'planted-client-secret'] as const;
const redirectUri = 'http://127.0.0.1:9035/cb';

let base: ReturnType<typeof temporaryDirectory>;
let workspace: ReturnType<typeof writeWorkspace>;
let served: Served;
const state = () => join(base.path, 'state');
const filler = () => join(state(), 'filler');

beforeEach(async ({ skip }) => {
  base = temporaryDirectory();
  mkdirSync(state());
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0700', 'tmpfs', state()]);
  if (mounted.status !== 0) base.remove();
  skip(mounted.status !== 0, 'a small disk cannot be mounted by this user');
  const services = { authorizationServer: { rollRefreshTokens: true } };
  workspace = writeWorkspace({ ...ordinaryFiles, 'gatehouse.json': { id: 'test', name: 'Test', services } });
  await start();
});
afterEach(async () => {
  await served.end('SIGKILL');
  spawnSync('umount', ['-l', state()]);
  base.remove();
  workspace.remove();
});

async function start(): Promise<void> {
  served = await serve(['--workspace', workspace.path, '--state-dir', state()]);
}

/** Takes all the room that is left. */
function fill(): void {
  const file = openSync(filler(), 'w');
  for (let chunk = 1_048_576; chunk >= 512; ) {
    try {
      if (writeSync(file, Buffer.alloc(chunk)) < chunk) chunk /= 2;
    } catch {
      chunk /= 2;
    }
  }
  closeSync(file);
}

const signIn = () =>
  signInByHand({
    authorizationServer: served.authorizationServer,
    query: { client_id: 'portal-web', response_type: 'code', redirect_uri: redirectUri, state: 's' },
    username: 'ann',
    password: 'planted-password',
  });

async function tokens(): Promise<{ readonly access: string; readonly refresh: string }> {
  const code = (await signIn()).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const { body } = await tokenRequest(served.authorizationServer, client, form);
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
}

async function revoke(token: string) {
  const response = await fetch(`${served.authorizationServer}/as/revoke_token.oauth2`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(client.join(':')).toString('base64')}` },
    body: new URLSearchParams({ token }),
  });
  const text = await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
}

async function isValid(token: string): Promise<boolean> {
  const form = { grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer', token };
  const asker = ['orders-api', 'planted-resource-secret'] as const;
  return (await tokenRequest(served.authorizationServer, asker, form)).status === 200;
}

describe('a disk that is full', () => {
  test('lets no client believe that a token is ended', async () => {
    const { access, refresh } = await tokens();
    fill();
    for (const token of [refresh, refresh, access]) {
      const answer = await revoke(token);
      expect(answer).toMatchObject({ status: 503, retryAfter: '5' });
      expect(JSON.parse(answer.text)).toEqual({
        error: 'temporarily_unavailable',
        error_description: 'The revocation could not be stored. Try again',
      });
    }
    rmSync(filler());
    await expect.poll(async () => (await revoke(refresh)).status).toBe(200);
    await served.end('SIGKILL');
    await start();
    expect(await isValid(access)).toBe(false);
  });

  test('sends no browser back to the client with what is not kept', async () => {
    fill();
    const back = await signIn();
    expect(back.searchParams.get('error')).toBe('temporarily_unavailable');
    expect([back.searchParams.get('code'), back.searchParams.get('state')]).toEqual([null, 's']);
  });
});
