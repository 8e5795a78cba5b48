import { describe, expect, test } from 'vitest';
import { openLintSession } from '#main/services/contract/linting/lint-context.ts';
import { lintText } from '#main/services/contract/linting/lint-source.ts';
import { untoldAt } from '#main/services/contract/pure/index.ts';
import { holdsAt } from '#shared/contract/index.ts';
import { contractHistory } from '#test/support/contract.ts';
import { absenceUsages } from './absences.ts';
import { bodyUsages } from './bodies.ts';
import { changeUsages } from './changes.ts';
import { newest, truthContext } from './context.ts';
import { nameUsages } from './names.ts';
import { shellUsages } from './shells.ts';
import { valueUsages } from './values.ts';

const session = openLintSession(contractHistory, truthContext);

function lint(file: string, text: string) {
  const { findings, errors, ...linted } = lintText(session, file, text, null);
  const untold = untoldAt(linted.untold, new Set(), newest).places;
  const found = findings.filter(({ holds, severity }) => holdsAt(holds, newest) && severity !== 'info');
  return { rules: [...new Set(found.map(({ id }) => id))], untold, errors };
}

function verdictOn(file: string, text: string): string {
  const { rules, untold, errors } = lint(file, text);
  if (errors.length > 0) return errors.map(({ message }) => message).join(' ');
  return rules.length > 0 ? rules.join(' ') : untold.length > 0 ? 'untold' : 'none';
}

describe.each([
  ['a body breaks a rule, breaks none, or cannot be told', bodyUsages],
  ['a value that a rule asks for breaks it, does not, or cannot be told', valueUsages],
  ['a variable has the value that it is given where it is sent', nameUsages],
  ['a body is sent as it was changed last', changeUsages],
  ['nothing is missing that may be in what is not known', absenceUsages],
])('%s', (_title, usages) => {
  test.each(usages)('%s: %s: %s', (ending, verdict, text) => {
    expect(verdictOn(`usage.${ending}`, text)).toBe(verdict);
  });
});

describe('a shell script sends what it has put together', () => {
  test.each(shellUsages)('%s: %s', (verdict, text) => {
    expect(verdictOn('usage.sh', text)).toBe(verdict);
  });
});

describe('a value that cannot be told is a gap for the rules that ask for it', () => {
  const base = 'https://api.platform.example/v1/environments/e1';
  const askedBy = (text: string) =>
    lintText(session, 'usage.js', text, null).untold.map(({ by }) =>
      by?.filter(({ holds }) => holdsAt(holds, newest)).map(({ id }) => id),
    );

  test.each([
    ["applications', { protocol, name }", [['CC-015']]],
    ["applications', { protocol, subject: '{user.id}' }", [['CC-003', 'CC-015']]],
    ["applications', { name, enabled, protocol: 'SAML' }", []],
    ["groups', { protocol, filter, provider }", []],
    ["activities', { filter }", [['CC-001']]],
    ["notificationsPolicies', { template }", [['CC-005']]],
    ["applications/a1/attributes', { value, mappingType }", [['CC-006']]],
    ["signOnPolicies/s1/actions', { type, condition }", [['CC-012']]],
    ["notificationsSettings/phoneDeliverySettings', { provider }", [['CC-019']]],
    ["passwordPolicies', { minLength }", [['CC-026']]],
    ["passwordPolicies', { ...base, minLength }", [undefined]],
    ["users/import', text, { headers: { 'Content-Type': type } }", [['CC-011']]],
    ["users/u1/agreementConsents/g1', { language, revision }", [['CC-029']]],
  ])('%s', (args, rules) => {
    expect(askedBy(`axios.post('${base}/${args})`)).toEqual(rules);
  });

  test('is named as the call that it is in', () => {
    const text = `\naxios.post('${base}/applications', {\n  protocol: p,\n})`;
    expect(lint('usage.js', text).untold).toEqual([
      { file: 'usage.js', line: 2, text: `post('${base}/applications'` },
    ]);
  });

  test('is named as well where its arguments are variables', () => {
    const text = `const url = '${base}/applications';\nconst body = { protocol: p };\naxios.post(url, body)`;
    expect(lint('usage.js', text).untold).toEqual([{ file: 'usage.js', line: 3, text: 'post(url' }]);
  });

  test('is none in what was recorded, where each value is the one that was sent', () => {
    const request = { method: 'POST', url: `${base}/applications`, headers: [] };
    const postData = { mimeType: 'application/json', text: '{"protocol":"${p}"}' };
    const log = { version: '1.2', entries: [{ request: { ...request, postData }, response: {} }] };
    const { untold, errors } = lint('day.har', JSON.stringify({ log }));
    expect([untold, errors]).toEqual([[], []]);
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
