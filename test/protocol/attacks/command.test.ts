import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runGatehouse } from '#test/support/served.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { readTable, tabledVerdict } from './verdict-table.ts';

let folder: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => folder.remove());

test('the strict server withstands all 147 cases, and the report says so', async () => {
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
  expect(cases).toHaveLength(147);
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
    stdout: expect.stringContaining('FAILED       AC-01 Code redeemed twice'),
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
