import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RecordingFile } from '#shared/connectors/recording.ts';
import { connectorFiles, type SampleDocument } from '#test/support/sample-connector.ts';
import { runGatehouse, serve } from '#test/support/served.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

const base = 'http://127.0.0.1:9035/hr/v1';

/** A recorded request for person 101 with its answer, at another address than that of the tests. */
const recording: RecordingFile = {
  system: 'hr',
  operation: 'GET',
  objectType: '__ACCOUNT__',
  serviceUri: base,
  input: {
    uid: '101',
    attributes: {},
    filter: 'true',
    pageSize: null,
    offset: null,
    cookie: null,
    fields: ['mail'],
  },
  exchanges: [
    {
      purpose: { kind: 'main', operation: 'GET' },
      request: {
        method: 'GET',
        url: `${base}/users/101`,
        headers: [
          ['Accept', 'application/json'],
          ['Authorization', 'Bearer ••••••••'],
        ],
        body: '',
      },
      response: {
        status: 200,
        reason: 'OK',
        headers: [['Content-Type', 'application/json']],
        body: '{"id":101,"login":"ada","contact":{"email":"ada@example.com"}}',
      },
    },
  ],
  result: { _id: '101', _rev: 'OjB5_c-xk8-bTBvVedT8fR', mail: 'ada@example.com' },
  problem: null,
};

const place = () => ['--workspace', workspace.path, '--state-dir', state.path];
const connectorFile = (name: string) => join(workspace.path, `connectors/provisioner.openicf-${name}.json`);

function documentWith(change: (document: SampleDocument) => void): unknown {
  return connectorFiles(change)['connectors/provisioner.openicf-hr.json'];
}

const state = startedOnce(temporaryDirectory);
const workspace = startedOnce(() => {
  const elsewhere = documentWith(({ configurationProperties }) => {
    configurationProperties['serviceUri'] = 'http://hr.invalid/v1';
  });
  const broken = documentWith(({ configurationProperties }) => {
    const { __ACCOUNT__: accounts } = configurationProperties.objectTypes;
    configurationProperties['maximumConections'] = 3;
    delete accounts.operations['CREATE']?.['path'];
  });
  return writeWorkspace({
    ...connectorFiles(),
    'connectors/provisioner.openicf-elsewhere.json': elsewhere,
    'connectors/provisioner.openicf-broken.json': broken,
    'connectors/recordings/ada.json': recording,
  });
});
const served = startedOnce(() => serve([...place(), '--no-ui']));

interface Ran {
  readonly code: number | string;
  readonly out: string;
}

async function connector(...args: readonly string[]): Promise<Ran> {
  const { code, stdout } = await runGatehouse(['connector', ...args, ...place()]);
  return { code, out: stdout };
}

async function json(...args: readonly string[]) {
  const { code, out } = await connector(...args, '--json');
  return {
    code,
    ...(JSON.parse(out) as { ok: boolean; run: Record<string, unknown>; problem?: { code: string } }),
  };
}

describe('gatehouse connector', () => {
  test('lists connectors with what is wrong with them', async () => {
    const { code, out } = await connector('list');
    expect(code).toBe(0);
    expect(out).toContain(`hr\tready\t${served.upstreams}/hr/v1\n`);
    expect(out).toContain('broken\tbroken\t');
    expect(out).toContain('Did you mean maximumConnections?');
  });

  test('tests, and says what the connector can do', async () => {
    expect(await json('test', 'hr')).toMatchObject({
      code: 0,
      ok: true,
      run: { result: { ok: true, name: 'hr' } },
    });
    expect(await json('schema', 'hr')).toMatchObject({
      code: 0,
      run: { result: { objectTypes: [{ name: '__ACCOUNT__' }] } },
    });
    const failed = await json('test', 'elsewhere');
    expect(failed).toMatchObject({ code: 3, ok: false, run: { result: { ok: false } } });
  });

  test('reads one object and pages of them', async () => {
    const { code, out } = await connector('get', 'hr', '--id', '101', '--fields', 'mail');
    expect(code).toBe(0);
    expect(out).toContain(`GET ${served.upstreams}/hr/v1/users/101 → 200\n`);
    expect(out).toContain('"mail": "ada.archer@example.com"');
    const page = await json('query', 'hr', '--filter', 'sn eq "Brook"', '--page-size', '3');
    expect(page.run).toMatchObject({ result: { resultCount: 3, pagedResultsCookie: expect.any(String) } });
    const { pagedResultsCookie: cookie } = page.run['result'] as { pagedResultsCookie: string };
    const next = await json(
      'query',
      'hr',
      '--filter',
      'sn eq "Brook"',
      '--page-size',
      '3',
      '--cookie',
      cookie,
    );
    expect(JSON.stringify(next.run['result'])).not.toBe(JSON.stringify(page.run['result']));
    const walked = await connector('walk', 'hr', '--page-size', '30');
    expect(walked.out).toContain('30 records, 30 new');
    expect(walked.out.trimEnd()).toMatch(/\d+ records; it ended: no-cookie$/);
    const cut = await connector('walk', 'hr', '--page-size', '5', '--pages', '2');
    expect(cut).toMatchObject({ code: 5, out: expect.stringContaining('it ended: page-limit') });
  });

  test('shows the exact request of a write and sends none in a dry run; then creates, changes and deletes', async () => {
    const given = ['--attributes', '{"userName":"cli","telephoneNumber":["555"]}'];
    const dry = await connector('create', 'hr', ...given, '--dry-run');
    expect(dry).toEqual({
      code: 0,
      out: `POST ${served.upstreams}/hr/v1/users → not sent\n{"login":"cli","contact":{"phones":[{"number":"555"}]}}\n`,
    });
    const created = await json('create', 'hr', ...given);
    expect(created).toMatchObject({
      code: 0,
      run: { result: { userName: 'cli', telephoneNumber: ['555'] } },
    });
    const { _id: id } = created.run['result'] as { _id: string };
    const path = join(state.path, 'change.json');
    writeFileSync(path, '{"sn":"Line"}');
    const changed = await json('update', 'hr', '--id', id, '--attributes', `@${path}`);
    expect(changed.run).toMatchObject({ result: { sn: 'Line', userName: 'cli' } });
    expect((await json('delete', 'hr', '--id', id)).code).toBe(0);
    expect(await json('get', 'hr', '--id', id)).toMatchObject({
      code: 3,
      ok: false,
      run: { problem: { code: 'connector.not-found' }, hostError: { code: 404 } },
    });
  });

  test('runs a script from a file', async () => {
    const path = join(state.path, 'hello.groovy');
    writeFileSync(path, "return 'Hello ' + args.name");
    const { run } = await json('script', 'hr', '--file', path, '--attributes', '{"name":"Ann"}');
    expect(run).toMatchObject({ operation: 'SCRIPT', result: 'Hello Ann' });
  });

  test('exits with 3 where the remote refuses, and says with which rule', async () => {
    const { code, out } = await connector('create', 'hr', '--attributes', '{"userName":"ada.archer"}');
    expect(code).toBe(3);
    expect(out).toContain('→ 409\n');
    expect(out).toContain('connector.already-exists: ');
  });

  test('asks before it writes to a server elsewhere', async () => {
    const args = ['delete', 'elsewhere', '--id', '1'];
    expect(await json(...args)).toMatchObject({
      code: 1,
      ok: false,
      problem: { code: 'connector.not-confirmed' },
    });
    expect((await json(...args, '--dry-run')).code).toBe(0);
    expect(await json(...args, '--confirm')).toMatchObject({
      code: 3,
      run: { problem: { code: 'connector.unavailable' } },
    });
  });

  test('plays recordings, where no service runs as well, and exits with 4 where one does not hold', async () => {
    expect(await connector('verify', 'hr')).toEqual({ code: 0, out: 'PASSED\tada\n' });
    const document = documentWith(({ configurationProperties }) => {
      const { __ACCOUNT__: accounts } = configurationProperties.objectTypes;
      accounts.operations['GET'] = { ...accounts.operations['GET'], path: '/people/{uid}' };
    });
    const other = temporaryDirectory();
    const changed = writeWorkspace({
      ...connectorFiles(),
      'connectors/provisioner.openicf-hr.json': document,
      'connectors/recordings/ada.json': recording,
    });
    const alone = ['--workspace', changed.path, '--state-dir', other.path];
    const { code, stdout } = await runGatehouse(['connector', 'verify', 'hr', ...alone]);
    changed.remove();
    other.remove();
    expect(code).toBe(4);
    expect(stdout).toBe(
      'FAILED\tada\n  /exchanges/0/request/url: The url of a request differs. expected "/users/101", received "/people/101"\n',
    );
  });

  test('proves nothing where there is no recording, and says so', async () => {
    expect(await connector('verify', 'elsewhere')).toEqual({
      code: 4,
      out: 'No recording of elsewhere exists.\n',
    });
  });

  test.each([
    ['a connector that is not there', ['test', 'nobody'], 'api.not-found', 1],
    ['attributes that are no object', ['create', 'hr', '--attributes', '[1]'], 'cli.usage', 2],
    ['a page size that is no number', ['query', 'hr', '--page-size', 'x'], 'cli.usage', 2],
    ['a script without its file', ['script', 'hr'], 'cli.usage', 2],
  ] as const)('refuses %s', async (_what, args, code, exit) => {
    expect(await json(...args)).toMatchObject({ code: exit, ok: false, problem: { code } });
  });

  test('a broken document is performed as far as it can be read, and its file stays as it is', async () => {
    expect((await json('get', 'broken', '--id', '101')).code).toBe(0);
    writeFileSync(connectorFile('void'), '{ "configurationProperties": ');
    expect(await json('test', 'void')).toMatchObject({ code: 1, problem: { code: 'workspace.syntax' } });
  });
});
