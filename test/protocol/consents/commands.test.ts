import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { consentSheet } from '#test/support/consents.ts';
import { freePort } from '#test/support/free-port.ts';
import { type Finished, runGatehouse, startGatehouse } from '#test/support/served.ts';
import {
  type PlatformReply,
  type PlatformRequest,
  startSmallPlatform,
} from '#test/support/small-platform.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

let reply: (request: PlatformRequest) => PlatformReply | null | undefined;
let job: string;

const platform = startedAnew(() => startSmallPlatform((request) => reply(request)));
const folder = startedAnew(temporaryDirectory);
beforeEach(() => {
  reply = () => undefined;
  job = join(folder.path, 'JOB.json');
});
const workspace = startedAnew(() =>
  writeWorkspace({
    'gatehouse.json': { id: 'loader', name: 'Loader' },
    'platforms/there.json': platform.target,
  }),
);

const place = () => ['--workspace', workspace.path, '--state-dir', join(folder.path, 'state')];
const importing = (...args: string[]) => runGatehouse(['import', ...args, ...place(), '--json']);
const resultOf = ({ stdout }: Finished) => JSON.parse(stdout) as Readonly<Record<string, unknown>>;

function sheet(text: string): string {
  const path = join(folder.path, 'consents.csv');
  writeFileSync(path, text);
  return path;
}
const plan = (text: string, ...options: string[]) => importing('plan', sheet(text), '--job', job, ...options);
const run = (...options: string[]) => importing('run', job, '--confirm', 'there', ...options);

describe('gatehouse import', () => {
  test('plans, runs, says how far it is, and undoes: the only target is taken, each with one line of JSON', async () => {
    const states = new Map<string, object>();
    reply = ({ method, path }) => {
      if (!path.startsWith('/users/')) return undefined;
      if (method === 'GET') return { status: 200, body: states.get(path) ?? { status: 'PENDING' } };
      const at = `2024-0${(Number(/user-(\d+)/.exec(path)?.[1]) % 9) + 1}-1${Number(/user-(\d+)/.exec(path)?.[1]) % 10}T08:30:00.000Z`;
      const isTaken = states.has(path);
      states.set(path, {
        status: isTaken ? 'REVOKED' : 'ACCEPTED',
        lastConsent: { at, language: { id: 'l-1' }, revision: { id: 'r-1' } },
      });
      return { status: 200, body: {} };
    };
    const planned = await plan(consentSheet({ rows: 12 }));
    expect(planned.code, planned.stderr).toBe(0);
    expect(resultOf(planned)).toMatchObject({ ok: true, state: 'ready', total: 12, pending: 12, job });
    expect((await importing('status', job)).stdout).toContain('"state":"ready"');

    const refused = await importing('run', job);
    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).toContain('import.not-confirmed');

    const ran = await run('--rate', '200', '--burst', '5');
    expect(ran.code, ran.stderr).toBe(0);
    expect(resultOf(ran)).toMatchObject({ ok: true, state: 'loaded', accepted: 12, failed: 0, pending: 0 });
    const lines = ran.stderr
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ work: 'import-load' });

    const again = await run();
    expect(again.code).toBe(1);
    expect(again.stdout + again.stderr).toContain('import.not-now');
    const replanned = await plan(consentSheet({ rows: 5 }));
    expect(replanned.stdout + replanned.stderr).toContain('import.not-now');

    const undone = await importing('undo', job, '--confirm', 'there');
    expect(undone.code, undone.stderr).toBe(0);
    expect(resultOf(undone)).toMatchObject({ state: 'undone', revoked: 12, notRestorable: 0 });
  });

  test('says at once that nothing serves the sandbox of the workspace', async () => {
    const [platformPort, serverPort] = [await freePort(), await freePort()];
    const files = {
      'gatehouse.json': {
        id: 'loader',
        name: 'Loader',
        services: { platform: { port: platformPort }, authorizationServer: { port: serverPort } },
      },
      'platforms/sandbox.json': {
        base_url: '&{services.platform}/v1',
        token_endpoint: '&{services.authorizationServer}/as/token.oauth2',
        environment_id: '9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48',
        client_id: 'sandbox-worker',
        client_secret: 'sandbox-worker-secret',
      },
    };
    await startInstead(workspace, () => writeWorkspace(files));
    const begun = performance.now();
    const { code, stdout } = await plan(consentSheet({ rows: 2 }));
    expect(code).toBe(1);
    const { problem } = JSON.parse(stdout);
    expect(problem).toMatchObject({ code: 'host.not-running' });
    expect(problem.message).toContain(`nothing serves it at http://127.0.0.1:${platformPort}`);
    expect(problem.fix).toContain('gatehouse serve');
    // Its first retries alone would take longer.
    expect(performance.now() - begun).toBeLessThan(30_000);
  });

  test('ends with 3 where rows were refused', async () => {
    reply = ({ method, path }) =>
      method === 'POST' && path.includes('user-2/')
        ? { status: 404, body: { code: 'NOT_FOUND' } }
        : undefined;
    await plan(consentSheet({ rows: 4 }));
    const ran = await run();
    expect(ran.code, ran.stderr).toBe(3);
    expect(resultOf(ran)).toMatchObject({ ok: false, state: 'loaded', accepted: 3, failed: 1 });
  });

  test('ends with 4 where the load stopped before its end, and says why', async () => {
    reply = ({ method }) =>
      method === 'POST' ? { status: 403, body: { code: 'ACCESS_FAILED' } } : undefined;
    await plan(consentSheet({ rows: 4 }));
    const ran = await run();
    expect(ran.code, ran.stderr).toBe(4);
    expect(resultOf(ran)).toMatchObject({ state: 'halted', problem: { code: 'import.target-refused' } });
    reply = () => undefined;
    const resumed = await importing('resume', job);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(resultOf(resumed)).toMatchObject({ state: 'loaded', accepted: 4 });
  });

  test('ends with 5 where a person has to decide how times are read, and with --dates goes on', async () => {
    const text =
      'External ID,Agreement,Language,Consented at\r\nEXT-00001,Terms of Service,en,03/04/2024 10:00\r\n';
    const asked = await plan(text);
    expect(asked.code, asked.stdout).toBe(5);
    expect(resultOf(asked)).toMatchObject({ ok: false, job });
    expect(String(resultOf(asked)['question'])).toContain('dd/MM/yyyy');
    const planned = await plan(text, '--dates', 'dd/MM/yyyy HH:mm', '--zone', 'UTC');
    expect(planned.code, planned.stdout).toBe(0);
    expect(resultOf(planned)).toMatchObject({ state: 'ready', total: 1 });
  });

  test('takes no pace that is none', async () => {
    await plan(consentSheet({ rows: 1 }));
    for (const option of [
      ['--rate', '0'],
      ['--rate', 'fast'],
      ['--parallel', '2.5'],
      ['--burst', '5'],
    ]) {
      const { code, stdout, stderr } = await run(...option);
      expect(code, option.join(' ')).toBe(2);
      expect(stdout + stderr, option.join(' ')).toContain('cli.usage');
    }
    expect(platform.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('another process that looks on changes nothing, and cannot load beside it', async () => {
    await plan(consentSheet({ rows: 40 }));
    const slow = ['--confirm', 'there', '--rate', '10', '--parallel', '2'];
    const running = startGatehouse(['import', 'run', job, ...slow, ...place()]);
    const journal = `${job}.data/journal.ndjson`;
    const isUnderWay = () => {
      try {
        return readFileSync(journal, 'utf8').includes('["D"');
      } catch {
        return false;
      }
    };
    while (!isUnderWay()) await new Promise((resolve) => setTimeout(resolve, 50));
    // However long the others take to start, it is in the midst of its load.
    running.child.kill('SIGSTOP');
    const elsewhere = ['--workspace', workspace.path, '--state-dir', join(folder.path, 'other'), '--json'];
    const status = await runGatehouse(['import', 'status', job, ...elsewhere]);
    expect(resultOf(status)).toMatchObject({ state: 'loading', total: 40 });
    const second = await runGatehouse(['import', 'resume', job, ...elsewhere]);
    expect(second.code).toBe(1);
    running.child.kill('SIGCONT');
    expect(await running.finished).toBe(0);
    expect(resultOf(await runGatehouse(['import', 'status', job, ...elsewhere]))).toMatchObject({
      state: 'loaded',
      accepted: 40,
    });
    const sent = platform.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(new Set(sent).size).toBe(sent.length);
  });
});
