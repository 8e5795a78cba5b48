import { describe, expect, test } from 'vitest';
import { openLintSession } from '#main/services/contract/linting/lint-context.ts';
import { lintText } from '#main/services/contract/linting/lint-source.ts';
import { holdsAt } from '#shared/contract/index.ts';
import { contractHistory } from '#test/support/contract.ts';
import { bodyUsages } from './bodies.ts';
import { newest, truthContext } from './context.ts';

const session = openLintSession(contractHistory, truthContext);

function lint(file: string, text: string) {
  const { findings, untold, errors } = lintText(session, file, text, null);
  const found = findings.filter(({ holds, severity }) => holdsAt(holds, newest) && severity !== 'info');
  return { rules: [...new Set(found.map(({ id }) => id))], untold, errors };
}

function verdictOn(file: string, text: string): string {
  const { rules, untold, errors } = lint(file, text);
  if (errors.length > 0) return errors.map(({ message }) => message).join(' ');
  return rules.length > 0 ? rules.join(' ') : untold.length > 0 ? 'untold' : 'none';
}

describe('a body breaks a rule, breaks none, or cannot be told', () => {
  test.each(bodyUsages)('%s: %s: %s', (ending, verdict, text) => {
    expect(verdictOn(`usage.${ending}`, text)).toBe(verdict);
  });
});

describe('a body that cannot be told', () => {
  const at = 'https://api.platform.example/v1/environments/e1/applications';

  test.each([
    ['usage.sh', `\ncurl -X POST ${at} -d "$BODY"`, `curl -X POST ${at} -d`],
    ['usage.py', `import requests\nrequests.post("${at}", json=build(x))`, `post("${at}"`],
    ['usage.js', `\naxios.post('${at}', body)`, `post('${at}'`],
    ['usage.http', `\nPOST ${at}\n\n< ./app.json\n`, `POST ${at}`],
  ])('is named with its line and its call: %s', (file, text, shown) => {
    const { untold } = lint(file, text);
    expect(untold).toEqual([{ file, line: 2, text: expect.stringContaining(shown) as string }]);
  });

  test('is named without a secret', () => {
    const text = `curl -u portal:planted-secret-4711 -X POST ${at} -d @app.json`;
    const { untold } = lint('usage.sh', text);
    expect(untold).toHaveLength(1);
    expect(JSON.stringify(untold)).not.toContain('planted-secret');
  });

  test('is one gap where its address cannot be told either', () => {
    expect(lint('usage.js', 'axios.post(`${root}/applications`, body)').untold).toHaveLength(1);
  });

  test('is none that a rule looks into: a finding of what is in it stays, and none of what may be missing', () => {
    const policies = 'https://api.platform.example/v1/environments/e1/passwordPolicies';
    expect(lint('usage.js', `axios.post('${policies}', { ...base, minLength: 4 })`)).toMatchObject({
      rules: ['CC-026'],
      untold: [{ line: 1 }],
    });
    expect(lint('usage.js', `axios.post('${policies}', { ...base })`).rules).toEqual([]);
  });

  test('is told however often variables name each other, in time', () => {
    const names = Array.from({ length: 60 }, (_, index) => index + 1);
    const js = `const v0 = { a: 1 };\n${names.map((n) => `const v${n} = { ...v${n - 1}, x: v${n - 1}, y: v${n - 1} };`).join('\n')}\naxios.post('${at}', v60)`;
    expect(verdictOn('usage.js', js)).toMatch(/untold|none/);
    const py = `import requests\nv0 = {"a": 1}\n${names.map((n) => `v${n} = {**v${n - 1}, "x": v${n - 1}, "y": v${n - 1}}`).join('\n')}\nrequests.post("${at}", json=v60)`;
    expect(verdictOn('usage.py', py)).toMatch(/untold|none/);
    const own = `const b = {};\n${'Object.assign(b, b, { c: b });\n'.repeat(60)}axios.post('${at}', b)`;
    expect(verdictOn('usage.js', own)).toMatch(/untold|none/);
    const shell = `A=aaaaaaaaaa\n${'A="$A$A"\n'.repeat(60)}curl -X POST ${at} -d "$A"`;
    expect(verdictOn('usage.sh', shell)).toMatch(/untold|none/);
  }, 20_000);
});
