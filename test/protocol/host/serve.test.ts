import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { listeningPort } from '#test/support/listening.ts';
import { clientCredentials } from '#test/support/people.ts';
import { runGatehouse, type Served, serve } from '#test/support/served.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { boundByPermissions } from '#test/support/tools.ts';
import { openWebSession } from '#test/support/web-session.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

let running: Served[] = [];
const place = () => ['--workspace', workspace.path, '--state-dir', state.path];

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(writeWorkspace);
afterEach(async () => {
  await Promise.all(running.map((served) => served.end('SIGKILL')));
  running = [];
});

async function start(...args: string[]): Promise<Served> {
  const served = await serve([...place(), ...args]);
  running.push(served);
  return served;
}

describe('gatehouse serve', () => {
  test('prints one line of JSON once everything accepts connections', async () => {
    const { ready, authorizationServer } = await start();
    expect(Object.keys(ready)).toEqual(['ready', 'ui', 'uiExpiresInSeconds', 'services', 'problems']);
    expect(ready.ui).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
    expect(Object.keys(ready.services ?? {})).toEqual([
      'authorizationServer',
      'connectorHost',
      'gateway',
      'platform',
      'sampleUpstreams',
    ]);
    const metadata = await fetch(`${authorizationServer}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({ issuer: authorizationServer });
  });

  test('starts only the services that are asked for, and no screens with --no-ui', async () => {
    const { ready } = await start('--services', 'authorizationServer', '--no-ui');
    expect(Object.keys(ready.services ?? {})).toEqual(['authorizationServer']);
    expect(ready.ui).toBeUndefined();
  });

  test('ends at once when nothing is open, also with the screens connected', async () => {
    const { ready, child } = await start();
    const { client } = await openWebSession(ready.ui ?? '');
    expect((await client.app.info()).host).toBe('web');
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends after %s, with a request still open, state on disk',
    async (signal) => {
      const { authorizationServer, child } = await start();
      const { hostname, port } = new URL(authorizationServer);
      const hanging = connect(Number(port), hostname, () =>
        hanging.write('POST /as/token.oauth2 HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'),
      );
      hanging.on('error', () => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
      const code = await new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill(signal);
      });
      expect(code).toBe(0);
      expect(readdirSync(state.path)).toContain('state.db');
      expect(readdirSync(state.path)).not.toContain('holder.json');
    },
  );

  test('a second process says which one holds the workspace', async () => {
    const first = await start();
    const second = await runGatehouse(['serve', ...place(), '--any-ports', '--json']);
    expect(second.code).toBe(1);
    expect(JSON.parse(second.stdout)).toMatchObject({
      ok: false,
      problem: {
        code: 'state.busy',
        message: expect.stringContaining(String(first.child.pid)),
        fix: expect.any(String),
      },
    });
  });

  test('a workspace is free again at once after its process was killed', async () => {
    const first = await start();
    await first.end('SIGKILL');
    expect((await start()).ready.ready).toBe(true);
  });
});

const services = ['connectorHost', 'gateway', 'platform', 'sampleUpstreams'];
const onFreePorts = Object.fromEntries(services.map((name) => [name, { port: 0 }]));

describe('gatehouse serve with bad input', () => {
  const failing = async (...args: string[]) => {
    const { code, stderr, stdout } = await runGatehouse(['serve', '--any-ports', ...args]);
    expect(stdout).toBe('');
    return { code, stderr };
  };

  test('a workspace that does not exist', async () => {
    const { code, stderr } = await failing(
      '--workspace',
      join(workspace.path, 'none'),
      '--state-dir',
      state.path,
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^workspace\.missing: .* does not exist\.\n {2}Fix: /);
  });

  test('a state directory that cannot be written', async () => {
    const file = join(workspace.path, 'gatehouse.json');
    const { code, stderr } = await failing('--workspace', workspace.path, '--state-dir', join(file, 'state'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^state\.unwritable: [\s\S]*--state-dir/);
  });

  test('a key that is none', async () => {
    const { code, stderr } = await runGatehouse(['serve', ...place(), '--any-ports'], {
      GATEHOUSE_KEY: 'short',
    });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^secret\.key-invalid: /)]);
  });

  test('a port that is taken: the holder, the fix, and nothing left running', async () => {
    const holder = createServer();
    const port = await listeningPort(holder);
    writeFileSync(
      join(workspace.path, 'gatehouse.json'),
      JSON.stringify({
        id: 'test',
        name: 'T',
        services: { ...onFreePorts, authorizationServer: { port } },
      }),
    );
    const { code, stdout } = await runGatehouse(['serve', ...place(), '--json']);
    holder.close();
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ready: false,
      problems: [
        {
          code: 'listener.port-taken',
          message: expect.stringContaining(`port ${port}`),
          fix: expect.stringContaining('use port'),
          actions: [{ kind: 'use-port', service: 'authorizationServer', port: expect.any(Number) }],
        },
      ],
    });
  });

  test('a signal that comes twice, as `timeout` sends it, ends the process as one does', async () => {
    const served = await serve(place());
    const exited = served.end();
    // Long before it has ended, and after the first was taken.
    await new Promise((resolve) => setTimeout(resolve, 2));
    served.child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });

  test('screens whose port is taken leave the ports of services alone', async () => {
    const holder = createServer();
    // Somebody else may hold it already, which is as good.
    await new Promise<void>((resolve) => {
      holder.once('error', () => resolve());
      holder.listen(9030, '127.0.0.1', resolve);
    });
    writeFileSync(
      join(workspace.path, 'gatehouse.json'),
      JSON.stringify({ id: 'test', name: 'T', services: onFreePorts }),
    );
    const served = await serve(['--port', '9030', ...place()]);
    const port = Number(new URL(served.ready.ui ?? '').port);
    await served.end();
    holder.close();
    expect(port).toBeGreaterThan(9035);
  });

  test('a state of a newer version is refused and untouched', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    mkdirSync(state.path, { recursive: true });
    const database = new DatabaseSync(join(state.path, 'state.db'));
    database.exec('PRAGMA user_version = 999');
    database.close();
    const before = readFileSync(join(state.path, 'state.db'));
    const { code, stderr } = await failing(...place());
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^state\.newer: [\s\S]*Nothing was changed/)]);
    expect(readFileSync(join(state.path, 'state.db')).subarray(96).equals(before.subarray(96))).toBe(true);
  });

  test('a workspace that may not be written: what cannot be sealed is left and warned about, the services run', async ({
    skip,
  }) => {
    const { path } = workspace;
    const bound = boundByPermissions();
    skip(bound === null, 'a superuser may write everywhere, and setpriv cannot take that away here');
    const folders = ['', 'oauth', 'oauth/clients', 'oauth/users'].map((name) => join(path, name));
    for (const folder of folders) chmodSync(folder, 0o555);
    const before = readFileSync(join(path, 'oauth/clients/batch-job.json'), 'utf8');
    const served = await serve(place(), {}, bound ?? []);
    running.push(served);
    const { problems } = served.ready;
    expect(problems.map(({ code }) => code)).toContain('workspace.unwritable');
    const client = ['batch-job', 'planted-batch-secret'] as const;
    const token = await clientCredentials(served.authorizationServer, client);
    expect(token.status).toBe(200);
    expect(await served.end()).toBe(0);
    for (const folder of folders) chmodSync(folder, 0o755);
    expect(readFileSync(join(path, 'oauth/clients/batch-job.json'), 'utf8')).toBe(before);
    expect(readdirSync(join(path, 'oauth/clients')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('a damaged state is moved aside, said so, and the services run', async () => {
    writeFileSync(join(state.path, 'state.db'), 'somebody’s bytes');
    const { ready } = await start();
    expect(ready.problems.map(({ code }) => code)).toContain('state.corrupt');
    expect(readFileSync(join(state.path, 'state.db.corrupt'), 'utf8')).toBe('somebody’s bytes');
  });

  test('what is wrong with a connector follows in a line of its own, since a start does not wait for it', async () => {
    workspace.remove();
    const broken = {
      configurationProperties: { serviceUri: 'https://hr.example.com', jwtKey: { kid: 'no-kty' } },
    };
    const files = { ...ordinaryFiles, 'connectors/provisioner.openicf-hr.json': broken };
    await startInstead(workspace, () => writeWorkspace(files));
    const { ready, further } = await start();
    expect(ready.ready).toBe(true);
    const { problems } = JSON.parse(await further) as { problems: unknown };
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'connector.invalid',
        location: expect.objectContaining({
          file: 'connectors/provisioner.openicf-hr.json',
          pointer: '/configurationProperties/jwtKey',
        }) as unknown,
      }),
    );
  });

  test('a broken client file is listed and the other clients work', async () => {
    workspace.remove();
    const files = { ...ordinaryFiles, 'oauth/clients/broken.json': '{' };
    await startInstead(workspace, () => writeWorkspace(files));
    const { ready, authorizationServer } = await start();
    expect(ready.problems).toContainEqual(expect.objectContaining({ code: 'workspace.syntax' }));
    const response = await fetch(`${authorizationServer}/as/token.oauth2`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('batch-job:planted-batch-secret').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(response.status).toBe(200);
  });

  test.each([
    [['serve', '--port', 'x']],
    [['serve', '--services', 'coffee']],
    [['serve', '--nonsense']],
    [['fly']],
  ])('%j is a usage error with exit code 2', async (args) => {
    const { code, stderr } = await runGatehouse(args);
    expect(code).toBe(2);
    expect(stderr).toContain('error:');
  });

  test('--help and --version answer with exit code 0', async () => {
    expect(await runGatehouse(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(await runGatehouse(['serve', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--state-dir'),
    });
  });
});

describe('secrets at rest', () => {
  const secretOf = (name: string) => {
    const file: unknown = JSON.parse(readFileSync(join(workspace.path, name), 'utf8'));
    return file !== null && typeof file === 'object'
      ? Object.values(file).find((value) => isSecret(value))
      : undefined;
  };
  const isSecret = (value: unknown) =>
    (typeof value === 'object' && value !== null && '$secret' in value) ||
    String(value).startsWith('planted');
  const client = 'oauth/clients/batch-job.json';
  const tokenStatus = async (authorizationServer: string) =>
    (await clientCredentials(authorizationServer)).status;

  test('a secret in clear is sealed at the start, said so, and goes on working, also after a restart', async () => {
    const first = await start();
    expect(first.ready.problems.map(({ code }) => code)).toEqual(Array(4).fill('secret.sealed'));
    expect(secretOf(client)).toEqual({ $secret: expect.any(String) });
    expect(await tokenStatus(first.authorizationServer)).toBe(200);
    await first.end();
    const second = await start();
    expect(second.ready.problems).toEqual([]);
    expect(await tokenStatus(second.authorizationServer)).toBe(200);
  });

  test('with --no-seal it is left, and warned about', async () => {
    const { ready, authorizationServer } = await start('--no-seal');
    expect(ready.problems.map(({ code }) => code)).toEqual(Array(4).fill('secret.in-clear'));
    expect(secretOf(client)).toBe('planted-batch-secret');
    expect(await tokenStatus(authorizationServer)).toBe(200);
  });
});
