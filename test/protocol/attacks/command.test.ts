import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownCase } from '#test/support/own-case.ts';
import { runGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';
import { readTable, tabledVerdict } from './verdict-table.ts';

const folder = startedAnew(temporaryDirectory);

test('the strict server withstands all 241 cases, and the report says so', async () => {
  const report = join(folder.path, 'report.sarif');
  const { code, stdout } = await runGatehouse([
    'attack',
    '--profile',
    'strict',
    '--report',
    report,
    '--json',
  ]);
  expect(code).toBe(0);
  const { cases } = JSON.parse(stdout) as { cases: { id: string; verdict: string }[] };
  expect(cases).toHaveLength(241);
  expect(cases.filter(({ verdict }) => verdict === 'FAILED' || verdict === 'INCONCLUSIVE')).toEqual([]);
  expect(Object.fromEntries(cases.map((each) => [each.id, tabledVerdict(each)]))).toEqual(
    readTable().profiles.strict,
  );
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ version: '2.1.0' });
});

test('the exit code says how grave the gravest is', async () => {
  const weak = (weakness: string, id: string) =>
    runGatehouse(['attack', '--profile', 'training', '--weakness', weakness, '--case', id]);
  expect(await weak('code-reusable', 'AC-01')).toMatchObject({
    code: 6,
    stdout: expect.stringContaining('FAILED       AC-01 Authorization code replay'),
  });
  expect((await weak('challenge-plain', 'PK-07')).code).toBe(4);
});

test('what cannot be run says why: no such case, weakness, profile, format, and a host that nobody confirmed', async () => {
  const failure = async (...args: readonly string[]) => {
    const { code, stdout } = await runGatehouse(['attack', ...args, '--json']);
    const { problem } = JSON.parse(stdout) as { problem: { code: string } };
    return [code, problem.code];
  };
  expect(await failure('--case', 'ZZ-99')).toEqual([1, 'api.not-found']);
  expect(await failure('--profile', 'training', '--weakness', 'nothing')).toEqual([1, 'api.not-found']);
  expect(await failure('--profile', 'lax')).toEqual([2, 'cli.usage']);
  expect(await failure('--report', 'report.pdf')).toEqual([2, 'cli.usage']);
  expect(await failure('--target', 'https://id.example')).toEqual([2, 'cli.usage']);
  const file = join(folder.path, 'target.json');
  writeFileSync(file, JSON.stringify({ discovery: false, clients: [], users: [] }));
  const target = ['--target', 'https://id.example', '--target-file', file];
  expect(await failure(...target)).toEqual([1, 'attack.not-confirmed']);
});

test('cases of a file are played beside those of the catalogue', async () => {
  const file = join(folder.path, 'ours.json');
  writeFileSync(file, JSON.stringify([ownCase, { ...ownCase, id: 'ZZ-02' }], null, 2));
  const more = join(folder.path, 'more.json');
  writeFileSync(more, JSON.stringify({ title: 'More', cases: [{ ...ownCase, id: 'ZZ-03' }] }));
  const files = ['--case-file', file, '--case-file', more];
  const report = join(folder.path, 'report.json');
  const only = ['--case', 'AC-01', 'ZZ-01', 'ZZ-03'];
  const run = await runGatehouse(['attack', ...files, ...only, '--report', report, '--json']);
  expect(run.code).toBe(0);
  const { cases } = JSON.parse(run.stdout) as { cases: { id: string; verdict: string; group: string }[] };
  expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['AC-01', 'PASSED'],
    ['ZZ-01', 'PASSED'],
    ['ZZ-03', 'PASSED'],
  ]);
  expect(readFileSync(report, 'utf8')).toContain('"More"');
  const weak = ['--profile', 'training', '--weakness', 'code-reusable', '--case', 'ZZ-01'];
  expect((await runGatehouse(['attack', ...files, ...weak])).code).toBe(5);
});

test('a file of cases that is broken is said with its place and its reason', async () => {
  const failure = async (text: string) => {
    const file = join(folder.path, 'broken.json');
    writeFileSync(file, text);
    const { code, stdout } = await runGatehouse(['attack', '--case-file', file, '--json']);
    const { problem } = JSON.parse(stdout) as { problem: { code: string; location: { line: number } } };
    return [code, problem.code, problem.location.line];
  };
  expect(await failure('[\n{')).toEqual([1, 'workspace.syntax', 2]);
  expect(await failure(JSON.stringify([{ ...ownCase, severity: 'grave' }], null, 2))).toEqual([
    1,
    'workspace.invalid',
    8,
  ]);
  expect(await failure(JSON.stringify([{ ...ownCase, id: 'AC-01' }], null, 2))).toEqual([
    1,
    'attack.case-taken',
    3,
  ]);
});

test('a workspace that is named has its own cases played, and decides as it is configured', async () => {
  const training = { authorizationServer: { profile: 'training', weaknesses: ['code-reusable'] } };
  const workspace = writeWorkspace({
    'gatehouse.json': { name: 'W', services: training },
    'attacks/own.json': [ownCase],
    'attacks/broken.json': '[{}]',
  });
  const at = ['attack', '--workspace', workspace.path];
  const report = join(folder.path, 'report.md');
  const only = ['--case', 'ZZ-01', '--report', report];
  const configured = await runGatehouse([...at, '--profile', 'as-configured', ...only]);
  expect([configured.code, configured.stdout]).toEqual([5, expect.stringContaining('FAILED       ZZ-01')]);
  expect(configured.stderr).toContain('attacks/broken.json: 0.id');
  expect(configured.stdout).toContain('Not covered: The copy uses the settings of the workspace');
  expect(readFileSync(report, 'utf8')).toContain('the clients and users of the catalogue');
  expect((await runGatehouse([...at, ...only])).code).toBe(0);
  workspace.remove();
});
