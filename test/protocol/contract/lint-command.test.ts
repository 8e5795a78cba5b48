import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LintReport } from '#shared/contract/index.ts';
import { platformConnector } from '#test/support/contract-connector.ts';
import { har, harEntry } from '#test/support/contract-sources.ts';
import { sampleWorkspace } from '#test/support/engine.ts';
import { runGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const environment = 'http://127.0.0.1:9034/v1/environments/9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48';
const former = `curl -H 'Authorization: Bearer planted-secret-of-a-person' '${environment}/deviceAuthenticationPolicy'\n`;

const folder = startedAnew(temporaryDirectory);

/** Writes a file and returns its path. */
function file(name: string, content: string | object): string {
  const path = join(folder.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}

const lint = (...args: readonly string[]) => runGatehouse(['lint', ...args]);

async function report(...args: readonly string[]): Promise<LintReport & { readonly code: number }> {
  const { code, stdout } = await lint(...args, '--json');
  return { ...(JSON.parse(stdout) as LintReport), code: Number(code) };
}

test('what a script breaks is said with its place, and fails', async () => {
  const path = file('calls.sh', `#!/bin/sh\n${former}`);
  const { code, stdout } = await lint(path);
  expect(code).toBe(3);
  expect(stdout).toMatch(/calls\.sh:2:\d+: warning CC-022/);
  expect(stdout).not.toContain('planted-secret');
});

test('the JSON has findings, coverage and errors, and nothing secret', async () => {
  const found = await report(file('calls.sh', former));
  expect(found).toMatchObject({
    code: 3,
    contractDate: '2022-06-06',
    findings: [{ id: 'CC-022', severity: 'warning', location: { line: 1 } }],
    coverage: { requests: 1, known: 1 },
    errors: [],
  });
  expect(JSON.stringify(found)).not.toContain('planted-secret');
});

test('two runs print the very same text', async () => {
  file('a.sh', former);
  file('b.http', `GET ${environment}/activeIdentityCounts\n`);
  file('c.har', har([harEntry('GET', `${environment}/activities?filter=a%20in%20(%22x%22)`)]));
  const [one, other] = [await lint(folder.path, '--json'), await lint(folder.path, '--json')];
  expect(one.stdout).toBe(other.stdout);
  const { findings } = JSON.parse(one.stdout) as LintReport;
  expect(findings.map(({ id }) => id)).toEqual(['CC-022', 'CC-016', 'CC-001']);
});

describe('calls to a host that nobody said is the platform', () => {
  const vendor = () =>
    file('calls.sh', "curl 'https://api.vendor.example/v1/environments/e-1/deviceAuthenticationPolicy'\n");

  test('are named with a question, and nothing is said to be clean', async () => {
    const path = vendor();
    const { code, stdout } = await lint(path);
    expect(code).toBe(4);
    expect(stdout).toContain('no findings in the linted part; coverage is incomplete.');
    expect(stdout).toContain('api.vendor.example (1). If api.vendor.example is the platform');
    const { coverage } = await report(path);
    expect(coverage.hosts).toEqual([{ host: 'api.vendor.example', count: 1, isTold: false }]);
  });

  test('are looked at where it is named as the platform, and need no look where it is not', async () => {
    const path = vendor();
    expect(await report(path, '--host', 'https://api.vendor.example')).toMatchObject({
      code: 3,
      findings: [{ id: 'CC-022' }],
    });
    expect(await report(path, '--other-host', 'api.vendor.example')).toMatchObject({
      code: 0,
      findings: [],
      coverage: { hosts: [{ host: 'api.vendor.example', count: 1, isTold: true }] },
    });
  });
});

describe('calls of a script whose address is computed', () => {
  test.each([
    ['load.ts', 'const answer = await fetch(url + path);\n', 'fetch(url + path)'],
    ['load.js', 'await axios({ url: build() });\n', 'axios({ url: build() })'],
    ['load.groovy', 'client.get(path: endpoint)\n', 'client.get(path: endpoint)'],
    ['load.sh', 'curl -s "$URL"\n', 'curl -s "$URL"'],
  ])('cannot be told: %s', async (name, text, shown) => {
    const path = file(name, text);
    const { code, stdout } = await lint(path);
    expect(code).toBe(4);
    expect(stdout).toContain('no findings in the linted part; coverage is incomplete.');
    expect(stdout).toContain(`1 request cannot be determined: ${path}:1 ${shown}.`);
    expect((await report(path)).coverage.untold).toMatchObject({
      count: 1,
      places: [{ line: 1, text: shown }],
    });
  });
});

describe('files that no reader takes', () => {
  test('are counted and named where they lie in a folder, and nothing is said to be clean', async () => {
    file('calls.sh', former.replace('Policy', 'Policies'));
    file('load.rb', "Net::HTTP.get(URI('https://api.vendor.example/v1/environments/e-1/users'))\n");
    file('README.md', 'For people.\n');
    const { code, stdout } = await lint(folder.path);
    expect(code).toBe(4);
    expect(stdout).toMatch(/1 file in an unsupported format: \S*load\.rb\./);
    expect((await report(folder.path)).coverage.notRead).toEqual({
      count: 1,
      files: [expect.stringMatching(/load\.rb$/)],
    });
  });

  test('are said to be so where one is named alone, and not to be bad JSON', async () => {
    const { code, stdout } = await lint(file('load.rb', "puts 'hello'\n"));
    expect(code).toBe(1);
    expect(stdout).toContain('load.rb is not supported.');
    expect(stdout).not.toContain('JSON');
  });
});

describe('a baseline', () => {
  test('is written by one command; known findings are kept, wherever they move, and only new ones fail', async () => {
    const path = file('calls.sh', former);
    const known = join(folder.path, 'known.baseline');
    expect((await lint(path, '--write-baseline', known)).code).toBe(0);
    file('calls.sh', `# moved\n\n${former}`);
    const again = await report(path, '--baseline', known);
    expect(again).toMatchObject({ code: 0, findings: [{ id: 'CC-022', ignored: { by: 'file' } }] });
    file('calls.sh', `${former}${former}`);
    expect((await lint(path, '--baseline', known)).code).toBe(3);
  });

  test('that cannot be read is an error', async () => {
    const { code, stdout } = await lint(file('calls.sh', former), '--baseline', 'nowhere.json', '--json');
    expect([code, stdout]).toEqual([1, expect.stringContaining('contract.unreadable')]);
  });
});

test('an ignore of a rule that there is not is an error with its place', async () => {
  const path = file('calls.sh', `# contract-ignore CC-999 long gone\n${former}`);
  const found = await report(path);
  expect(found).toMatchObject({
    code: 1,
    errors: [
      {
        code: 'contract.rule-unknown',
        message: 'The comment ignores an unknown rule, CC-999.',
        location: { line: 2 },
      },
    ],
    findings: [{ id: 'CC-022', ignored: null }],
  });
});

describe('the contract date', () => {
  test('lets be what came later, and finds what was not there yet', async () => {
    const path = file('calls.sh', former.replace('Policy', 'Policies'));
    expect((await report(path)).findings).toEqual([]);
    const { findings, code } = await report(path, '--contract-date', '2021-12-01');
    expect(findings.map(({ id }) => id)).toEqual(['CS-008']);
    expect(code).toBe(3);
    expect((await report(file('old.sh', former), '--contract-date', '2021-12-15')).findings).toEqual([]);
  });

  test('that is no day is refused', async () => {
    const { code, stdout } = await lint(file('calls.sh', former), '--contract-date', '2021-13-01', '--json');
    expect([code, stdout]).toEqual([2, expect.stringContaining('cli.usage')]);
  });
});

test.each([
  ['error', 0],
  ['warning', 3],
  ['info', 3],
  ['never', 0],
])('--fail-on %s exits with %i on a warning', async (severity, expected) => {
  expect((await lint(file('calls.sh', former), '--fail-on', severity)).code).toBe(expected);
});

test('--fix mends the file, and leaves all else in it as it is', async () => {
  const path = file('calls.sh', `# kept\n${former}`);
  expect((await lint(path, '--fix')).code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(`# kept\n${former.replace('Policy', 'Policies')}`);
  expect(existsSync(`${path}.gatehouse-new`)).toBe(false);
});

test('--fix mends the entry of a HAR document that it was found in', async () => {
  const entries = [
    harEntry('GET', `${environment}/users`),
    harEntry('GET', `${environment}/deviceAuthenticationPolicy`),
  ];
  const path = file('day.har', har(entries));
  const before = readFileSync(path, 'utf8');
  expect((await lint(path, '--fix')).code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(
    before.replace('deviceAuthenticationPolicy', 'deviceAuthenticationPolicies'),
  );
});

test.each([
  ['sarif', 'report.sarif', /"version": "2\.1\.0"/],
  ['junit', 'report.xml', /<testsuites/],
  ['markdown', 'report.md', /CC-022/],
  ['text', 'report.txt', /CC-022/],
  ['json', 'report.json', /"findings"/],
])('--output writes %s by its ending', async (_format, name, form) => {
  const path = join(folder.path, name);
  await lint(file('calls.sh', former), '--output', path);
  expect(readFileSync(path, 'utf8')).toMatch(form);
});

describe('a workspace', () => {
  const connector = 'connectors/provisioner.openicf-platform.json';
  const workspace = (settings: object = {}) => {
    file('gatehouse.json', { id: 'linted', name: 'Linted' });
    file('contract/lint.json', settings);
    file('oauth/clients/a.json', { client_id: 'a', scope: 'p1:read:env:user' });
    return file(connector, platformConnector('/deviceAuthenticationPolicy'));
  };

  test('is linted whole: its connectors and flows, not what is about its own services', async () => {
    workspace();
    const { findings, coverage } = await report(folder.path);
    expect(findings.map(({ id, location }) => [id, location.file])).toEqual([
      ['CC-022', expect.stringContaining(connector)],
    ]);
    expect(coverage.artefacts).toBe(1);
  });

  test('says in its settings what is ignored, and until when', async () => {
    const ignore = { id: 'CC-022', file: connector, reason: 'Moves in March.' };
    const path = workspace({ ignore: [ignore] });
    const ignored = await report(path);
    expect(ignored).toMatchObject({
      code: 0,
      findings: [{ id: 'CC-022', ignored: { reason: 'Moves in March.' } }],
    });
    workspace({ ignore: [{ ...ignore, until: '2020-01-01' }] });
    expect((await report(path)).code).toBe(3);
  });

  test('is told which of its settings names a rule that there is not', async () => {
    const path = workspace({
      severity: { 'CC-999': 'off' },
      ignore: [{ id: 'CC-998', reason: 'Moves in March.' }],
    });
    const { code, errors } = await report(path);
    expect(code).toBe(1);
    expect(errors.map(({ message }) => message)).toEqual([
      'The settings ignore an unknown rule, CC-998.',
      'The severity settings name an unknown rule, CC-999.',
    ]);
  });

  test('says how grave a rule is, and which date it is held to', async () => {
    const path = workspace({ severity: { 'CC-022': 'error' } });
    expect((await report(path)).findings[0]?.severity).toBe('error');
    workspace({ severity: { 'CC-022': 'off' } });
    expect((await report(path)).findings).toEqual([]);
    workspace({ contract_date: '2021-01-01' });
    expect((await report(path)).contractDate).toBe('2021-01-01');
  });

  test('that comes with the product has no finding', async () => {
    expect(await report(sampleWorkspace)).toMatchObject({ code: 0, findings: [], errors: [] });
  });
});

describe('what cannot be read is an error, never clean', () => {
  test.each([
    [
      'cut.har',
      har([harEntry('GET', 'https://x/y')]).slice(0, -25),
      /cut\.har.*line 1, column \d+, it is truncated/,
    ],
    ['none.har', '{"log": {"version": "1.2"}}', /no log\.entries/],
    [
      'entry.har',
      '{"log": {"entries": [\n {"request": {"method": "GET"}}]}}',
      /entry 0, line 2, column \d+: request\.url is not a URL/,
    ],
    ['broken.json', '{"a": \n ]}', /line 2, column 2/],
    ['cycle.json', '{"a": {"$ref": "#/a"}}', /points back to \/a/],
    ['binary.sh', 'curl\0\0\0', /NUL byte at line 1, column 5/],
    ['empty.json', '', /line 1, column 1: value expected/],
  ])('%s', async (name, text, message) => {
    const { code, errors, findings } = await report(file(name, text));
    expect(code).toBe(1);
    expect(findings).toEqual([]);
    expect(errors[0]?.message).toMatch(message);
    expect(errors[0]?.location).toMatchObject({
      file: expect.stringContaining(name),
      line: expect.any(Number),
    });
  });

  test('the others are linted all the same', async () => {
    file('a.sh', former);
    file('b.har', '{');
    const { code, findings, errors } = await report(folder.path);
    expect([code, findings.length, errors.length]).toEqual([1, 1, 1]);
  });

  test('a path to nothing, and a folder without a file, fail', async () => {
    expect((await lint(join(folder.path, 'gone.har'))).code).toBe(1);
    expect((await lint(folder.path)).code).toBe(1);
  });
});

describe('what is named', () => {
  test('in any order, twice, or as a folder too gives the very same text', async () => {
    const a = file('a.sh', former);
    const b = file('b.http', `GET ${environment}/activeIdentityCounts\n`);
    const runs = [[a, b], [b, a], [b, a, a, folder.path], [folder.path]];
    const texts = await Promise.all(runs.map(async (paths) => (await lint(...paths, '--json')).stdout));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]?.trimEnd().split('\n')).toHaveLength(1);
  });

  test('may hold a link that leads back', async () => {
    file('in/a.sh', former);
    symlinkSync(folder.path, join(folder.path, 'in', 'back'));
    expect((await report(folder.path)).findings).toHaveLength(1);
  });

  test('as a host has to be a base URL', async () => {
    const { code, stdout } = await lint(file('a.sh', former), '--host', 'nonsense', '--json');
    expect([code, stdout]).toEqual([2, expect.stringContaining('cli.usage')]);
  });

  test('as a report has to be writable', async () => {
    const path = join(folder.path, 'gone', 'report.json');
    const { code, stdout } = await lint(file('a.sh', former), '--output', path, '--json');
    expect([code, stdout]).toEqual([1, expect.stringContaining('is not writable')]);
  });

  test('has a relative reference in SARIF, and characters of control only spelled out', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows refuses such names');
    file('mit Ümlaut #1?.sh', former);
    const path = join(folder.path, 'report.sarif');
    await lint(folder.path, '--output', path);
    expect(readFileSync(path, 'utf8')).toContain('mit%20%C3%9Cmlaut%20%231%3F.sh');
    file('bell\u0007.sh', former);
    const junit = join(folder.path, 'report.xml');
    await lint(folder.path, '--output', junit);
    expect(readFileSync(junit, 'utf8')).not.toContain('\u0007');
  });
});

describe('--fix', () => {
  test('leaves who may read a file, and a link a link', async () => {
    const path = file('calls.sh', former);
    chmodSync(path, 0o750);
    const link = join(folder.path, 'link.sh');
    symlinkSync(path, link);
    expect((await lint(link, '--fix')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('Policies');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o750);
  });

  test('does not replace a file that is read-only, and says so', async () => {
    const path = file('calls.sh', former);
    chmodSync(path, 0o444);
    const { code, stdout } = await lint(path, '--fix', '--json');
    expect([code, stdout]).toEqual([1, expect.stringContaining('workspace.unwritable')]);
    expect(readFileSync(path, 'utf8')).toBe(former);
    expect(existsSync(`${path}.gatehouse-new`)).toBe(false);
  });
});
