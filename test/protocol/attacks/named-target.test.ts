import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runGatehouse, type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const clientSecret = 'planted-target-secret';
const portal = {
  client_id: 'portal-web',
  client_secret: clientSecret,
  redirect_uris: ['http://127.0.0.1:9035/cb'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: 'openid orders.read',
};
let here: ReturnType<typeof writeWorkspace>;
let served: Served;

const folder = startedAnew(temporaryDirectory);
const there = startedAnew(() =>
  writeWorkspace({ ...ordinaryFiles, 'oauth/clients/portal-web.json': portal }),
);
beforeEach(async () => {
  const state = ['--state-dir', join(folder.path, 'there')];
  served = await serve(['--workspace', there.path, ...state, '--no-ui', '--any-ports']);
  here = writeWorkspace({
    ...ordinaryFiles,
    'targets/staging.json': {
      issuer: served.authorizationServer,
      clients: [{ ...portal, client_secret: { $secret: 'staging' } }],
      users: [{ username: 'ann', password: 'planted-password' }],
    },
    'targets/away.json': { issuer: 'https://id.example', discovery: false, clients: [], users: [] },
  });
});
afterEach(async () => {
  await served.end('SIGKILL');
  here.remove();
});

const place = () => ['--workspace', here.path, '--state-dir', join(folder.path, 'here')];
const run = (args: readonly string[], input = '') => runGatehouse([...args, ...place()], {}, input);

test('a server of the workspace is attacked by its name, with the secret that is stored for it', async () => {
  const stored = await run(['secret', 'set', 'staging'], `${clientSecret}\n`);
  expect(stored.code).toBe(0);
  const report = join(folder.path, 'report.html');
  const only = ['--case', 'AC-01', 'AC-02'];
  const { code, stdout, stderr } = await run(['attack', '--target', 'staging', ...only, '--report', report]);
  expect(stderr).toContain('AC-01 PASSED');
  expect(stdout).toMatch(/^2 cases: 2 PASSED$/m);
  expect(code).toBe(0);
  const page = readFileSync(report, 'utf8');
  expect(page).toContain('AC-01');
  expect(stdout + stderr + page).not.toContain(clientSecret);
});

test('a name that is not there, and a host beyond this machine that nobody confirmed, are refused', async () => {
  const refused = async (...args: readonly string[]) =>
    JSON.parse((await run(['attack', ...args, '--json'])).stdout) as object;
  expect(await refused('--target', 'nowhere')).toMatchObject({
    problem: { code: 'flow.unknown-target', fix: expect.stringContaining('staging') },
  });
  expect(await refused('--target', 'away')).toMatchObject({
    problem: { code: 'attack.not-confirmed', fix: expect.stringContaining('--confirm id.example') },
  });
});

test('a host is confirmed for one command, and the next has to say so again', async () => {
  const away = ['attack', '--target', 'away', '--case', 'AC-01', '--json'];
  const refused = { problem: { code: 'attack.not-confirmed' } };
  const other = await run([...away, '--confirm', 'id.example.org']);
  expect(JSON.parse(other.stdout)).toMatchObject(refused);
  const confirmed = await run([...away, '--confirm', 'id.example']);
  expect(confirmed.stdout).not.toContain('attack.not-confirmed');
  expect(JSON.parse((await run(away)).stdout)).toMatchObject(refused);
});
