import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientCredentials } from '#test/support/people.ts';
import { runGatehouse, type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

const files = {
  'gatehouse.json': { id: 'test', name: 'Test workspace' },
  'oauth/clients/batch-job.json': {
    client_id: 'batch-job',
    client_secret: { $secret: 'batch' },
    grant_types: ['client_credentials'],
  },
};

let running: Served[];
const place = () => ['--workspace', workspace.path, '--state-dir', state.path, '--json'];

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => writeWorkspace(files));
beforeEach(() => {
  running = [];
});
afterEach(() => Promise.all(running.map((served) => served.end('SIGKILL'))));

async function start(): Promise<Served> {
  const served = await serve(['--workspace', workspace.path, '--state-dir', state.path, '--no-ui']);
  running.push(served);
  return served;
}

/** Runs a command that is to succeed and returns what it printed. */
async function done(args: readonly string[], input = ''): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runGatehouse([...args, ...place()], {}, input);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function failed(args: readonly string[], input = '', exitCode = 1): Promise<unknown> {
  const { code, stdout } = await runGatehouse([...args, ...place()], {}, input);
  expect(code).toBe(exitCode);
  return JSON.parse(stdout);
}

const tokenStatus = async ({ authorizationServer }: Served, secret = 'planted-batch-secret') =>
  (await clientCredentials(authorizationServer, ['batch-job', secret])).status;

const batch = expect.objectContaining({ name: 'batch', isStored: true });

describe('the running server, set up from the command line', () => {
  test('a setting acts at once, and stays', async () => {
    const served = await start();
    await done(['secret', 'set', 'batch'], 'planted-batch-secret');
    expect(await done(['setting', 'show', '/services/authorizationServer/profile'])).toEqual({
      ok: true,
      value: 'product',
    });
    await done(['setting', 'set', '/services/authorizationServer/accessTokenFormat', 'jwt']);
    await done(['setting', 'set', '/services/authorizationServer/accessTokenLifetimeSeconds', '60']);
    const { body } = await clientCredentials(served.authorizationServer);
    expect(body).toMatchObject({ access_token: expect.stringMatching(/^ey/), expires_in: 60 });
    await done(['setting', 'unset', '/services/authorizationServer/accessTokenFormat']);
    expect(readFileSync(join(workspace.path, 'gatehouse.json'), 'utf8')).not.toContain('jwt');
    expect(await failed(['setting', 'set', '/services/authorizationServer/profile', 'lax'])).toMatchObject({
      ok: false,
    });
  });

  test('a fault is put on and taken away', async () => {
    const served = await start();
    await done(['secret', 'set', 'batch'], 'planted-batch-secret');
    const added = await done(['fault', 'add', 'status', '503', '{}', '--client', 'batch-job']);
    expect(await tokenStatus(served)).toBe(503);
    const { id } = added['fault'] as { readonly id: string };
    expect(await done(['fault', 'list'])).toMatchObject({ faults: [{ id, clientId: 'batch-job' }] });
    await done(['fault', 'remove', id]);
    expect(await tokenStatus(served)).toBe(200);
    expect(await failed(['fault', 'remove', id])).toMatchObject({ ok: false });
    expect(await failed(['fault', 'add', 'earthquake'])).toMatchObject({ ok: false });
  });
});

describe('commands while nothing has the workspace open', () => {
  test('store a secret that the next start uses, and list it by its name only', async () => {
    expect(await done(['secret', 'set', 'batch'], 'planted-batch-secret\n')).toEqual({
      ok: true,
      name: 'batch',
      owners: ['oauth/clients/batch-job.json'],
    });
    const listed = await done(['secret', 'list']);
    expect(listed).toEqual({ ok: true, secrets: [batch] });
    expect(JSON.stringify(listed)).not.toContain('planted');
    // No services, no address: the state is free again at once.
    expect(readdirSync(state.path).filter((name) => /holder|control/.test(name))).toEqual([]);
    expect(await tokenStatus(await start())).toBe(200);
  });

  test('let a file use the secret of another, take it back, and list both', async () => {
    await done(['secret', 'set', 'batch'], 'planted-batch-secret');
    mkdirSync(join(workspace.path, 'webhooks'));
    writeFileSync(
      join(workspace.path, 'webhooks/siem.json'),
      JSON.stringify({ url: 'http://127.0.0.1:9/', secret: { $secret: 'batch' }, events: ['*'] }),
    );
    const othersNow = async () =>
      ((await done(['secret', 'list']))['secrets'] as { readonly others: unknown }[])[0]?.others;
    expect(await othersNow()).toEqual([{ file: 'webhooks/siem.json', standing: 'foreign' }]);
    await done(['secret', 'allow', 'webhooks/siem.json=batch']);
    expect(await othersNow()).toEqual([{ file: 'webhooks/siem.json', standing: 'allowed' }]);
    await done(['secret', 'refuse', 'webhooks/siem.json=batch']);
    expect(await othersNow()).toEqual([{ file: 'webhooks/siem.json', standing: 'refused' }]);
    expect(await failed(['secret', 'allow', 'nobody=batch'])).toMatchObject({
      problem: { code: 'api.not-found', message: 'The workspace has no connector nobody.' },
    });
    expect((await runGatehouse(['secret', 'allow', 'webhooks/siem.json', ...place()])).code).toBe(2);
    for (const [use, code] of [
      ['batch', 2],
      ['nobody=batch', 1],
    ] as const) {
      const served = await runGatehouse([
        'serve',
        '--no-ui',
        '--any-ports',
        '--allow-secret',
        use,
        ...place(),
      ]);
      expect([served.code, `${served.stdout}${served.stderr}`.includes(use.split('=')[0] ?? '')]).toEqual([
        code,
        true,
      ]);
    }
  });

  test('change the key of the state', async () => {
    await done(['secret', 'set', 'batch'], 'planted-batch-secret');
    const former = readFileSync(join(state.path, 'key'), 'utf8');
    expect(await done(['key', 'rotate'])).toEqual({ ok: true, sealedAnew: expect.any(Number) });
    expect(readFileSync(join(state.path, 'key'), 'utf8')).not.toBe(former);
    expect(await tokenStatus(await start())).toBe(200);
  });

  test('drop what a lost key sealed', async () => {
    await done(['secret', 'set', 'batch'], 'planted-batch-secret');
    writeFileSync(join(state.path, 'key'), Buffer.alloc(32, 9).toString('base64'));
    expect(await done(['secret', 'list'])).toMatchObject({ secrets: [{ name: 'batch', isStored: false }] });
    expect(await done(['key', 'forget'])).toEqual({ ok: true, forgotten: expect.any(Number) });
    const { problems } = (await start()).ready;
    expect(problems.map(({ code }) => code)).toEqual(['secret.unresolved']);
  });
});

describe('commands while a host has the workspace open', () => {
  test('do their work there: a secret that is stored is in force at once', async () => {
    const served = await start();
    expect(await tokenStatus(served)).toBe(401);
    await done(['secret', 'set', 'batch'], 'planted-batch-secret');
    expect(await tokenStatus(served)).toBe(200);
    expect(await done(['secret', 'list'])).toMatchObject({ secrets: [batch] });
  });

  test('change the key under the running host', async () => {
    const served = await start();
    await done(['secret', 'set', 'batch'], 'planted-batch-secret');
    await done(['key', 'rotate']);
    expect(await tokenStatus(served)).toBe(200);
    await served.end('SIGKILL');
    expect(await tokenStatus(await start())).toBe(200);
  });

  test('name the holder when it cannot be reached', async () => {
    const served = await start();
    rmSync(join(state.path, 'control.json'));
    expect(await failed(['secret', 'list'])).toMatchObject({
      ok: false,
      problem: { code: 'state.busy', message: expect.stringContaining(String(served.child.pid)) },
    });
  });

  test('take no notice of what a host that was killed left behind', async () => {
    const served = await start();
    await served.end('SIGKILL');
    expect(existsSync(join(state.path, 'control.json'))).toBe(true);
    expect(await done(['secret', 'list'])).toMatchObject({ ok: true });
    expect((await start()).ready.ready).toBe(true);
    await done(['secret', 'set', 'batch'], 'x');
  });

  test('are let in by a token that only this user can read, and by nothing else', async () => {
    await start();
    const { socket } = JSON.parse(readFileSync(join(state.path, 'control.json'), 'utf8')) as {
      readonly socket: string;
    };
    if (process.platform !== 'win32')
      for (const file of [join(state.path, 'control.json'), socket])
        expect(statSync(file).mode & 0o077).toBe(0);
    const call = (headers: Record<string, string>, path = '/rpc/app/info', method = 'POST') =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request({ socketPath: socket, path, method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.on('error', reject);
        sent.end(method === 'POST' ? '{}' : undefined);
      });
    const { token } = JSON.parse(readFileSync(join(state.path, 'control.json'), 'utf8')) as {
      readonly token: string;
    };
    const right = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect(await call(right)).toBe(200);
    expect(await call({ 'content-type': 'application/json' })).toBe(401);
    expect(await call({ ...right, authorization: `Bearer ${'A'.repeat(token.length)}` })).toBe(401);
    expect(await call(right, '/session')).toBe(404);
    expect(await call(right, '/rpc/app/info', 'GET')).toBe(404);
  });
});

describe('gatehouse workspace', () => {
  test('new makes an empty one, or one from the sample, with a name and an id of its own', async () => {
    const made = [join(workspace.path, 'a', 'empty'), join(workspace.path, 'sample')];
    const results = await Promise.all([
      runGatehouse(['workspace', 'new', made[0] ?? '', '--json']),
      runGatehouse(['workspace', 'new', made[1] ?? '', '--sample', '--name', 'Mine', '--json']),
    ]);
    expect(results.map(({ code, stdout }) => [code, JSON.parse(stdout)])).toEqual(
      made.map((directory) => [0, { ok: true, directory }]),
    );
    const manifests = made.map(
      (directory) => JSON.parse(readFileSync(join(directory, 'gatehouse.json'), 'utf8')) as { id: string },
    );
    expect(manifests).toMatchObject([{ name: 'empty' }, { name: 'Mine', services: expect.any(Object) }]);
    expect(new Set(manifests.map(({ id }) => id)).size).toBe(2);
    expect(readdirSync(join(made[1] ?? '', 'oauth', 'clients')).length).toBeGreaterThan(0);
  });

  test('new leaves a folder alone that holds something', async () => {
    const before = readdirSync(workspace.path);
    const { code, stdout } = await runGatehouse(['workspace', 'new', workspace.path, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { problem: { code: 'workspace.not-empty' } }]);
    expect(readdirSync(workspace.path)).toEqual(before);
  });
});

describe('gatehouse workspace export and import', () => {
  const zip = () => join(state.path, 'out.zip');
  const imported = () => join(state.path, 'imported');

  test.each([
    ['a host has it open', true],
    ['nothing has it open', false],
  ])('carry the files without their secrets to another folder while %s', async (_, isServed) => {
    const named = 'oauth/users/ann.json';
    const user = { username: 'ann', password: { $secret: 'ann' }, claims: { name: 'Ann' } };
    writeFileSync(join(workspace.path, 'oauth/clients/batch-job.json.bak'), 'planted');
    mkdirSync(join(workspace.path, 'oauth/users'));
    writeFileSync(join(workspace.path, named), JSON.stringify(user));
    if (isServed) await start();
    await done(['secret', 'set', 'batch'], 'planted-batch-secret');
    const packed = await done(['workspace', 'export', zip()]);
    expect(packed).toMatchObject({ ok: true, file: zip(), redacted: [] });
    expect(readFileSync(zip()).toString('latin1')).not.toContain('planted');
    const { code, stdout } = await runGatehouse(['workspace', 'import', zip(), imported(), '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, directory: imported() }]);
    // An id of its own: it never opens the state of the workspace that it was exported from.
    const manifest: unknown = JSON.parse(readFileSync(join(imported(), 'gatehouse.json'), 'utf8'));
    expect(manifest).toEqual({ id: expect.not.stringMatching(/^test$/), name: 'Test workspace' });
    for (const file of ['oauth/clients/batch-job.json', named])
      expect(JSON.parse(readFileSync(join(imported(), file), 'utf8'))).toEqual(
        JSON.parse(readFileSync(join(workspace.path, file), 'utf8')),
      );
  });

  test('write over no file, and unpack nothing into a folder that holds something', async () => {
    writeFileSync(zip(), 'mine');
    expect(await failed(['workspace', 'export', zip()])).toMatchObject({
      problem: { code: 'workspace.unwritable' },
    });
    expect(readFileSync(zip(), 'utf8')).toBe('mine');
    const refused = await runGatehouse(['workspace', 'import', zip(), workspace.path, '--json']);
    expect(JSON.parse(refused.stdout)).toMatchObject({ problem: { code: 'workspace.not-empty' } });
    const garbage = await runGatehouse(['workspace', 'import', zip(), imported(), '--json']);
    expect([garbage.code, JSON.parse(garbage.stdout)]).toMatchObject([
      1,
      { problem: { code: 'workspace.zip-invalid' } },
    ]);
    expect(existsSync(imported())).toBe(false);
  });
});

describe('gatehouse environment', () => {
  beforeEach(() => {
    mkdirSync(join(workspace.path, 'environments'));
    const stage = { title: 'Stage', services: { authorizationServer: { publicUrl: 'https://stage.test' } } };
    writeFileSync(join(workspace.path, 'environments/stage.json'), JSON.stringify(stage));
    writeFileSync(join(workspace.path, 'environments/dev.json'), '{ "title": "Development" }');
  });

  test('puts one in force for later starts, and none again', async () => {
    expect(await done(['environment', 'list'])).toMatchObject({ environment: null });
    expect(await done(['environment', 'use', 'stage'])).toEqual({ ok: true, environment: 'stage' });
    const { environments } = (await done(['environment', 'list'])) as {
      readonly environments: readonly { readonly name: string; readonly isActive: boolean }[];
    };
    expect(environments.map(({ name, isActive }) => [name, isActive])).toEqual([
      ['dev', false],
      ['stage', true],
    ]);
    const served = await start();
    expect(served.ready.services?.['authorizationServer']).toBe('https://stage.test');
    await served.end();
    expect(await done(['environment', 'none'])).toEqual({ ok: true, environment: null });
    expect((await start()).authorizationServer).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  test('is another one for one run of serve, and as before afterwards', async () => {
    const where = ['--workspace', workspace.path, '--state-dir', state.path, '--no-ui'];
    const served = await serve([...where, '--environment', 'stage']);
    running.push(served);
    expect(served.ready.services?.['authorizationServer']).toBe('https://stage.test');
    expect(await done(['environment', 'list'])).toMatchObject({ environment: 'stage' });
    await served.end();
    expect(await done(['environment', 'list'])).toMatchObject({ environment: null });
  });

  test('of a name that no file has is refused', async () => {
    expect(await failed(['environment', 'use', 'prod'])).toMatchObject({
      problem: { code: 'workspace.no-environment' },
    });
  });
});

describe('a command line that is wrong', () => {
  test.each([
    [['secret']],
    [['secret', 'set']],
    [['key', 'lose']],
    [['workspace', 'new']],
    [['environment', 'use']],
  ])('%j ends with exit code 2', async (args) => {
    expect((await runGatehouse(args)).code).toBe(2);
  });

  test('a secret that is not on standard input is asked for, and nothing is stored', async () => {
    expect(await failed(['secret', 'set', 'batch'], '', 2)).toMatchObject({ problem: { code: 'cli.usage' } });
    expect(await done(['secret', 'list'])).toMatchObject({ ok: true });
    expect(JSON.stringify(await done(['secret', 'list']))).not.toContain('"isStored":true');
  });

  test('a secret name that files could not spell is refused', async () => {
    expect(await failed(['secret', 'set', 'a b'], 'x')).toMatchObject({
      problem: { code: 'api.invalid-input' },
    });
  });
});
