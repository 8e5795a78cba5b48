import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LintReport } from '#shared/contract/index.ts';
import { runGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const environment = 'http://127.0.0.1:9034/v1/environments/9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48';

const folder = startedAnew(temporaryDirectory);

function file(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const lint = (...args: readonly string[]) => runGatehouse(['lint', ...args]);

interface Report extends LintReport {
  readonly code: number;
  readonly standing: string;
  readonly gaps: readonly object[];
}

async function report(path: string): Promise<Report> {
  const { code, stdout } = await lint(path, '--json');
  return { ...(JSON.parse(stdout) as Report), code: Number(code) };
}

describe('calls of a script whose body is not written in it', () => {
  const at = `${environment}/applications`;
  const payload = '{"protocol":"NONE"}';

  test.each([
    ['new.sh', `curl -X POST '${at}' -d @app.json\n`],
    ['new.sh', `curl -X POST '${at}' -d "$BODY"\n`],
    ['new.sh', `wget --post-file=app.json '${at}'\n`],
    ['new.sh', `http POST '${at}' < app.json\n`],
    ['new.py', `import requests\nrequests.post('${at}', json=build(x))\n`],
    ['new.js', `axios.post('${at}', build(x));\n`],
  ])('cannot be told: %s: %s', async (name, text) => {
    const path = file(name, text);
    const { code, stdout } = await lint(path);
    expect(code).toBe(4);
    expect(stdout).toContain('no findings in the linted part; coverage is incomplete.');
    expect(stdout).toContain(`1 request cannot be determined: ${path}:`);
    const found = await report(path);
    expect(found).toMatchObject({ standing: 'open', gaps: [{ kind: 'untold', count: 1 }], findings: [] });
    expect(found.coverage.untold.places).toEqual([
      { file: path, line: text.split('\n').length - 1, text: expect.stringContaining('/v1/environments/') },
    ]);
  });

  test('nor can the addresses that a file lists', async () => {
    const { code, stdout } = await lint(file('fetch.sh', 'wget --input-file=urls.txt\n'));
    expect([code, stdout]).toEqual([4, expect.stringContaining(':1 wget --input-file=urls.txt.')]);
  });

  test.each([
    ['new.sh', `echo '${payload}' | http POST '${at}'\n`],
    [
      'new.py',
      `import requests\npayload = dict(name='a')\npayload.update(protocol='NONE')\nrequests.post('${at}', json=payload)\n`,
    ],
    ['new.js', `const body = { name: 'a' };\nbody.protocol = 'NONE';\naxios.post('${at}', body);\n`],
  ])('are read where it is put together before: %s: %s', async (name, text) => {
    expect(await report(file(name, text))).toMatchObject({
      code: 3,
      findings: [{ id: 'CC-015' }],
      coverage: { untold: { count: 0 } },
    });
  });

  test.each([
    ['new.sh', `curl -X POST '${at}' --json '{"protocol":"'"$P"'"}'\n`],
    ['new.py', `import requests\nrequests.post('${at}', json={'protocol': p})\n`],
    ['new.js', `axios.post('${at}', { protocol: p });\n`],
    ['new.http', `POST ${at}\nContent-Type: application/json\n\n{"protocol":"{{p}}"}\n`],
  ])('nor can those that lack a value which a rule asks for: %s: %s', async (name, text) => {
    const path = file(name, text);
    const { code, stdout } = await lint(path);
    expect([code, stdout]).toEqual([4, expect.stringContaining(`1 request cannot be determined: ${path}:`)]);
    expect(await report(path)).toMatchObject({
      standing: 'open',
      gaps: [{ kind: 'untold', count: 1 }],
      coverage: { untold: { places: [{ file: path }] } },
    });
    // Before its day, no rule asks for it.
    const before = await lint(path, '--contract-date', '2020-12-01');
    expect([before.code, before.stdout]).toEqual([0, expect.stringContaining('no findings.')]);
  });

  test('where the rule that asks for it is off in the workspace, nothing is left open', async () => {
    mkdirSync(join(folder.path, 'contract'));
    file('gatehouse.json', '{ "id": "scripts", "name": "Scripts" }');
    file('contract/lint.json', '{ "severity": { "CC-015": "off" } }');
    const path = file('new.js', `axios.post('${at}', { protocol: p });\n`);
    expect(await report(path)).toMatchObject({ code: 0, standing: 'clean', gaps: [] });
  });

  test('are clean where there is no body, or none that a rule looks into', async () => {
    const text = `curl '${at}'\ncurl -X POST '${at}/a1/roleAssignments' -d @role.json\n`;
    expect(await report(file('read.sh', text))).toMatchObject({ code: 0, standing: 'clean', gaps: [] });
  });
});
