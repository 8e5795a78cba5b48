import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runGatehouse, type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const secret = 'planted-client-secret';
const flow = (part: object) => ({
  kind: 'code-pkce',
  client_id: 'portal-web',
  username: 'ann',
  options: {},
  ...part,
});
const files = {
  ...ordinaryFiles,
  'oauth/clients/portal-web.json': {
    client_id: 'portal-web',
    client_secret: secret,
    redirect_uris: ['http://127.0.0.1:9035/cb'],
    grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
    response_types: ['code'],
    scope: 'openid orders.read',
  },
  'flows/sign-in.json': flow({
    expect: [
      { check: 'claim', token: 'id_token', members: { aud: 'portal-web' } },
      { check: 'client-checks' },
    ],
  }),
  'flows/sign-in-refused.json': flow({
    expect: [{ check: 'redirect', parameters: { error: 'access_denied' } }],
  }),
  'flows/machine.json': {
    kind: 'client-credentials',
    client_id: 'portal-web',
    options: {},
    expect: [{ check: 'json', step: 'token', members: { token_type: 'Bearer' } }],
  },
};

const place = () => ['--workspace', workspace.path, '--state-dir', state.path];

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => writeWorkspace(files));

const run = (...args: readonly string[]) => runGatehouse([...args, ...place()]);

describe('saved flows as tests', () => {
  test('are run at services of the command itself, and each verdict is told with its reason', async () => {
    const { code, stdout, stderr } = await run('flow', 'run');
    expect(stderr).toMatch(/^PASSED {5}machine \(\d+ ms\)\n/m);
    expect(stderr).toMatch(/^FAILED {5}sign-in-refused \(\d+ ms\)\n/m);
    expect(stderr).toMatch(/^PASSED {5}sign-in \(\d+ ms\)\n/m);
    expect(stdout).toBe(
      'sign-in-refused: expected error is “access_denied”, received error is absent\n3 flows: 2 PASSED, 1 FAILED\n',
    );
    expect(code).toBe(3);
    expect(stdout + stderr).not.toContain(secret);
  });

  test('are chosen by name and pattern, and written as reports', async () => {
    const report = join(state.path, 'flows.junit.xml');
    const passed = await run('flow', 'run', 'sign-in', 'mach*', '--jobs', '2', '--report', report, '--json');
    expect(passed.code).toBe(0);
    expect(JSON.parse(passed.stdout)).toMatchObject({
      ok: true,
      flows: [
        { name: 'machine', verdict: 'passed' },
        { name: 'sign-in', verdict: 'passed' },
      ],
    });
    const xml = readFileSync(report, 'utf8');
    expect(xml).toContain('<testsuite name="flows" tests="2" failures="0" errors="0"');
    const markdown = join(state.path, 'flows.md');
    expect((await run('flow', 'run', 'sign-in-*', '--report', markdown)).code).toBe(3);
    expect(readFileSync(markdown, 'utf8')).toContain('| FAILED | sign-in-refused | 1 |');
    const page = join(state.path, 'flows.html');
    expect((await run('flow', 'run', 'sign-in*', '--report', page)).code).toBe(3);
    const html = readFileSync(page, 'utf8');
    expect(html).toMatch(/<details open>\s*<summary>.*✗ failed.*sign-in-refused/);
    expect(html).toContain('<td>error is “access_denied”</td><td>error is absent</td>');
    expect(html).toMatch(/<details>\s*<summary>.*✓ passed.*sign-in</);
    expect((await run('flow', 'run', 'nothing')).code).toBe(2);
    expect((await run('flow', 'run', '--report', 'flows.docx')).code).toBe(2);
    expect((await run('flow', 'run', '--jobs', 'many')).code).toBe(2);
  });

  test('are listed and shown', async () => {
    const listed = await run('flow', 'list');
    expect(listed.stdout.split('\n')).toContain('sign-in\tAuthorization code + PKCE\thosted\t2 expected');
    const shown = await run('flow', 'show', 'sign-in');
    expect(shown.stdout).toContain('expect   {"check":"client-checks"}');
    expect((await run('flow', 'show', 'nothing')).code).toBe(2);
  });

  test('whose user cannot be signed in are told apart from others that fail', async () => {
    const file = join(workspace.path, 'flows/sign-in.json');
    writeFileSync(file, JSON.stringify(flow({ username: 'nobody' })));
    const { code, stderr } = await run('flow', 'run', 'sign-in');
    expect(stderr).toContain('NO SIGN-IN sign-in');
    expect(code).toBe(4);
  });

  test('run under an environment that is named for one command', async () => {
    const client = files['oauth/clients/portal-web.json'];
    const parts = {
      'oauth/clients/portal-web.json': { ...client, scope: '&{scope}' },
      'environments/dev.json': { variables: { scope: 'openid' } },
      'environments/stage.json': { variables: { scope: 'orders.read' } },
      'flows/machine.json': {
        ...files['flows/machine.json'],
        options: { parameters: { scope: 'orders.read' } },
      },
    };
    for (const [path, part] of Object.entries(parts)) {
      const file = join(workspace.path, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(part));
    }
    expect((await run('environment', 'use', 'dev')).code).toBe(0);
    expect((await run('flow', 'run', 'machine', '--environment', 'stage')).code).toBe(0);
    expect((await run('flow', 'run', 'machine')).code).toBe(3);
    const unknown = await run('flow', 'run', 'machine', '--environment', 'live');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Use one of dev, stage.') });
  });

  test('take no secret from the command line', async () => {
    const refused = await run('flow', 'run', 'machine', '--set', `client_secret=${secret}`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--set client_secret=env:NAME');
    expect(refused.stderr).not.toContain(secret);
  });
});

/** All that stands in a folder, file by file, as Latin-1. */
function written(directory: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile()
      ? [{ file: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'latin1') }]
      : [],
  );
}

test('no secret, password or token of a run stands in anything that is written', async () => {
  const reports = ['xml', 'md', 'html', 'json'].flatMap((ending) => [
    '--report',
    join(state.path, `flows.${ending === 'xml' ? 'junit.xml' : ending}`),
  ]);
  for (let at = 0; at < reports.length; at += 2)
    expect((await run('flow', 'run', ...reports.slice(at, at + 2))).code).toBe(3);
  const given = JSON.parse(
    (await run('token', 'get', '--client', 'portal-web', '--user', 'ann', '--json')).stdout,
  );
  const planted = [secret, 'planted-password', given.access_token, given.id_token];
  expect(planted.every((value) => typeof value === 'string' && value.length > 10)).toBe(true);
  const found = written(state.path).flatMap(({ file, text }) =>
    planted.some((value) => text.includes(value)) ? [file] : [],
  );
  expect(found).toEqual([]);
  // The clients and users of the workspace stand there in clear, as they were written; its flows hold none of it.
  const flowsText = written(join(workspace.path, 'flows')).map(({ text }) => text);
  expect(flowsText.filter((text) => planted.some((value) => text.includes(value)))).toEqual([]);
});

describe('a token for a script', () => {
  test('stands alone on standard output, and what the server gave besides is told as JSON', async () => {
    const plain = await run('token', 'get', '--client', 'portal-web', '--scope', 'orders.read');
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{20,}\n$/) });
    const header = await run('token', 'get', '--client', 'portal-web', '--header');
    expect(header.stdout).toMatch(/^Authorization: Bearer [\w-]{20,}\n$/);
    const signedIn = await run('token', 'get', '--client', 'portal-web', '--user', 'ann', '--json');
    expect(JSON.parse(signedIn.stdout)).toMatchObject({
      ok: true,
      access_token: expect.any(String),
      id_token: expect.stringMatching(/^e.+\..+\./),
      token_type: 'Bearer',
      expires_at: expect.stringMatching(/Z$/),
    });
  });

  test('that is kept is printed again while it lives, and refreshed without the user after that', async () => {
    const kept = (...more: readonly string[]) =>
      run('token', 'get', '--client', 'portal-web', '--user', 'ann', '--keep', ...more);
    const first = await kept();
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{20,}\n$/) });
    expect((await kept()).stdout).toBe(first.stdout);
    expect((await kept('--scope', 'orders.read')).stdout).not.toBe(first.stdout);

    const settings = { services: { authorizationServer: { accessTokenLifetimeSeconds: 20 } } };
    const manifest = join(workspace.path, 'gatehouse.json');
    writeFileSync(manifest, JSON.stringify({ id: 'test', name: 'Test workspace', ...settings }));
    const short = await kept('--flow', 'code');
    // Nobody could sign in with it any more.
    const user = join(workspace.path, 'oauth/users/ann.json');
    writeFileSync(user, JSON.stringify({ username: 'ann', password: { $secret: 'gone' } }));
    const refreshed = await kept('--flow', 'code');
    expect(refreshed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{20,}\n$/) });
    expect(refreshed.stdout).not.toBe(short.stdout);
  });

  test('that the server does not give is said with the reason', async () => {
    const refused = await run('token', 'get', '--client', 'portal-web', '--scope', 'orders.write');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('flow.no-token');
    expect(refused.stderr).toContain('invalid_scope');
    expect((await run('token', 'get')).code).toBe(2);
    expect((await run('token', 'get', '--client', 'nobody')).stderr).toContain('flow.unknown-client');
  });
});

test('a host that has the workspace open runs them', async () => {
  const served: Served = await serve([...place(), '--no-ui', '--any-ports']);
  try {
    expect(await run('flow', 'run', 'machine')).toMatchObject({
      code: 0,
      stdout: '1 flow: 1 PASSED\n',
    });
    const other = await run('flow', 'run', 'machine', '--environment', 'stage');
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('uses no environment') });
  } finally {
    await served.end('SIGKILL');
  }
});
