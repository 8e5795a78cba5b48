import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startOptionsProvider } from '#test/protocol/flows/options-provider.ts';
import { eventually } from '#test/support/eventually.ts';
import { signInByHand } from '#test/support/people.ts';
import { runGatehouse, serve } from '#test/support/served.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const secret = 'planted-client-secret';
const password = 'planted-password';
const environment = { CLIENT_SECRET: secret, PASSWORD: password };
const files = {
  ...ordinaryFiles,
  'oauth/clients/portal-web.json': {
    client_id: 'portal-web',
    client_secret: secret,
    redirect_uris: ['http://127.0.0.1:9035/cb'],
    grant_types: ['authorization_code', 'client_credentials', 'refresh_token', 'password'],
    response_types: ['code'],
    scope: 'openid orders.read',
  },
  'oauth/clients/native-app.json': {
    client_id: 'native-app',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['http://127.0.0.1/back'],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: 'openid orders.read',
  },
};

const state = startedOnce(temporaryDirectory);
const workspace = startedOnce(() => writeWorkspace(files));
const served = startedOnce(() =>
  serve(['--workspace', workspace.path, '--state-dir', state.path, '--no-ui', '--any-ports']),
);

const get = (...args: readonly string[]) =>
  runGatehouse(
    ['token', 'get', '--issuer', served.authorizationServer, '--client', 'portal-web', ...args],
    environment,
  );
const asClient = ['--client-secret', 'env:CLIENT_SECRET'];
const asAnn = [...asClient, '--user', 'ann', '--password', 'env:PASSWORD'];

describe('a token from a server that no workspace names', () => {
  test('is all that stands on standard output, for a client and for a user', async () => {
    const own = await get(...asClient);
    expect(own).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{20,}\n$/), stderr: '' });
    const header = await get(...asClient, '--header');
    expect(header.stdout).toMatch(/^Authorization: Bearer [\w-]{20,}\n$/);
    const signedIn = await get(...asAnn, '--redirect-uri', 'http://127.0.0.1:9035/cb', '--json');
    expect(JSON.parse(signedIn.stdout)).toMatchObject({
      ok: true,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_at: expect.stringMatching(/Z$/),
    });
    expect((await get(...asAnn, '--flow', 'password')).code).toBe(0);
  });

  test('is refreshed from one that a file or standard input has', async () => {
    const first = JSON.parse(
      (await get(...asAnn, '--redirect-uri', 'http://127.0.0.1:9035/cb', '--json')).stdout,
    );
    const file = join(state.path, 'refresh-token');
    writeFileSync(file, `${first.refresh_token}\n`);
    const next = JSON.parse((await get(...asClient, '--token', `@${file}`, '--json')).stdout);
    expect(next.access_token).toMatch(/^[\w-]{20,}$/);
    expect(next.access_token).not.toBe(first.access_token);
    const again = await runGatehouse(
      [
        'token',
        'get',
        '--issuer',
        served.authorizationServer,
        '--client',
        'portal-web',
        ...asClient,
        '--token',
        '-',
      ],
      environment,
      `${next.refresh_token ?? first.refresh_token}\n`,
    );
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{20,}\n$/) });
  });

  test('is had after a sign-in in a person’s own browser, which comes back to this machine', async () => {
    const browser = join(state.path, 'bin/xdg-open');
    const opened = join(state.path, 'opened');
    mkdirSync(join(state.path, 'bin'), { recursive: true });
    writeFileSync(browser, `#!/bin/sh\necho "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`);
    chmodSync(browser, 0o755);
    const running = runGatehouse(
      [
        'token',
        'get',
        '--issuer',
        served.authorizationServer,
        '--client',
        'native-app',
        '--open',
        '--redirect-uri',
        'http://127.0.0.1/back',
        '--json',
      ],
      { ...environment, PATH: `${join(state.path, 'bin')}${delimiter}${process.env['PATH']}` },
    );
    await eventually(() => (existsSync(opened) ? true : null));
    const asked = new URL(readFileSync(opened, 'utf8').trim());
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    const back = await signInByHand({
      authorizationServer: served.authorizationServer,
      query: Object.fromEntries(asked.searchParams),
      username: 'ann',
      password,
    });
    expect(back.hostname).toBe('127.0.0.1');
    expect(await (await fetch(back)).text()).toContain('You can close this window.');
    const { code, stdout, stderr } = await running;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ access_token: expect.any(String) });
    expect(stderr).toContain('Sign in in your browser: http://127.0.0.1');
  });

  test('is given by a server that others wrote', async () => {
    const provider = await startOptionsProvider();
    onTestFinished(() => provider.close());
    const { clients } = provider.file as { clients: { client_id: string; redirect_uris: string[] }[] };
    const portal = clients.find(({ client_id }) => client_id === 'portal');
    const { code, stdout, stderr } = await runGatehouse(
      [
        'token',
        'get',
        '--issuer',
        provider.issuer,
        '--client',
        'portal',
        '--client-secret',
        'env:OWN',
        '--user',
        'ann',
        '--password',
        'env:PASSWORD',
        '--scope',
        'openid',
        '--redirect-uri',
        portal?.redirect_uris[0] ?? '',
        '--json',
      ],
      { ...environment, OWN: 'planted-secret-of-the-portal' },
    );
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id_token: expect.stringMatching(/^e.+\..+\./) });
  });

  test('takes no secret from the command line, and says how it takes one', async () => {
    const refused = await get('--client-secret', secret);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('--client-secret @path');
    expect(refused.stderr).not.toContain(secret);
    expect((await get('--client-secret', 'env:NOT_THERE')).stderr).toContain(
      'The environment variable NOT_THERE is not set.',
    );
    expect((await get(...asClient, '--auth', 'by-hand')).code).toBe(2);
    expect((await get(...asClient, '--open', '--redirect-uri', 'https://app.example/cb')).stderr).toContain(
      'flow.no-callback',
    );
    const other = await runGatehouse(['token', 'get', '--client', 'portal-web', '--open']);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('--open requires --issuer') });
  });

  test('that is not given is told with the reason', async () => {
    const refused = await get(...asClient, '--scope', 'orders.write');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('invalid_scope');
  });
});
