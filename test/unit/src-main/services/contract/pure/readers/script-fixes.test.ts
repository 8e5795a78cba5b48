import { describe, expect, test } from 'vitest';
import { openLintSession } from '#main/services/contract/linting/lint-context.ts';
import { lintText } from '#main/services/contract/linting/lint-source.ts';
import type { Literal } from '#main/services/contract/pure/readers/literals.ts';
import { literalBody } from '#main/services/contract/pure/readers/script-literal-body.ts';
import { applyEdits } from '#shared/contract/index.ts';
import { contractHistory } from '#test/support/contract.ts';
import { plainLintContext } from '#test/support/lint-context.ts';

const session = openLintSession(contractHistory, {
  ...plainLintContext,
  platformUrls: ['https://api.platform.example/v1'],
});
const base = 'https://api.platform.example/v1/environments/e1';
const settings = `${base}/notificationsSettings`;
const action = `${base}/signOnPolicies/p1/actions/a1`;

/** The text after the only fix of what a rule finds; null: it has none. */
function fixed(file: string, text: string, rule: string): string | null {
  const found = lintText(session, file, text, null).findings.filter(({ id }) => id === rule);
  expect(found).not.toEqual([]);
  const [fix, ...more] = found.flatMap((finding) => finding.fix ?? []);
  expect(more).toEqual([]);
  if (fix === undefined) return null;
  return applyEdits(text, fix.edits);
}

describe('a member that is written where it is sent is mended there', () => {
  test.each([
    [
      `axios.put('${settings}', { defaultLanguage: 'de', from: 'a' })`,
      `axios.put('${settings}', { from: 'a' })`,
    ],
    [
      `axios.put('${settings}', { from: 'a', defaultLanguage: 'de' })`,
      `axios.put('${settings}', { from: 'a' })`,
    ],
    [
      `const body = { from: 'a', defaultLanguage: 'de' };\naxios.put('${settings}', body)`,
      `const body = { from: 'a' };\naxios.put('${settings}', body)`,
    ],
  ])('%s', (text, after) => {
    expect(fixed('a.js', text, 'CC-021')).toBe(after);
  });

  test('and so is its name', () => {
    const text = `axios.put('${action}', { condition: { ip_range: [] } })`;
    expect(fixed('a.js', text, 'CC-012')).toBe(text.replace('ip_range', 'ipRange'));
  });
});

describe('a member that comes from elsewhere is left to people', () => {
  test.each([
    // It is taken over from another object, which others may use as well.
    ['a.js', `const more = { defaultLanguage: 'de' };\naxios.put('${settings}', { from: 'a', ...more })`],
    [
      'a.js',
      `const more = { defaultLanguage: 'de' };\naxios.put('${settings}', Object.assign({ from: 'a' }, more))`,
    ],
    [
      'a.py',
      `import requests\nmore = {"defaultLanguage": "de"}\nrequests.put("${settings}", json={"from": "a", **more})\n`,
    ],
    ['a.py', `import requests\nrequests.put("${settings}", json=dict(more, defaultLanguage="de"))\n`],
    // Beside it stands one that is taken over: places between them say nothing.
    ['a.js', `const more = { from: 'a' };\naxios.put('${settings}', { defaultLanguage: 'de', ...more })`],
    ['a.js', `const more = { from: 'a' };\naxios.put('${settings}', { ...more, defaultLanguage: 'de' })`],
    [
      'a.py',
      `import requests\nmore = {"from": "a"}\nrequests.put("${settings}", json={"defaultLanguage": "de", **more})\n`,
    ],
    // A statement of its own sets it.
    ['a.js', `const body = { from: 'a' };\nbody.defaultLanguage = 'de';\naxios.put('${settings}', body)`],
    [
      'a.js',
      `const body = { from: 'a', defaultLanguage: 'en' };\nbody.defaultLanguage = 'de';\naxios.put('${settings}', body)`,
    ],
    ['a.js', `const body = {};\nbody.defaultLanguage = 'de';\naxios.put('${settings}', body)`],
    [
      'a.py',
      `import requests\nbody = {"from": "a"}\nbody["defaultLanguage"] = "de"\nrequests.put("${settings}", json=body)\n`,
    ],
    [
      'a.groovy',
      `def body = [from: 'a']\nbody.put('defaultLanguage', 'de')\nhttp.put(path: '${settings}', body: body)`,
    ],
  ])('where it would be removed: %s: %s', (file, text) => {
    expect(fixed(file, text, 'CC-021')).toBeNull();
  });

  test.each([
    `const more = { ip_range: [] };\naxios.put('${action}', { condition: { ...more, greater: 1 } })`,
    `const more = { ip_range: [] };\naxios.put('${action}', { condition: { greater: 1, ...more } })`,
    `const body = { condition: {} };\nbody.condition['ip_range'] = [];\naxios.put('${action}', body)`,
    `const body = { condition: { ip_range: [1] } };\nbody.condition.ip_range = [];\naxios.put('${action}', body)`,
  ])('where it would be renamed: %s', (text) => {
    expect(fixed('a.js', text, 'CC-012')).toBeNull();
  });

  const text = (at: number): Literal => ({ kind: 'plain', value: 1, at, length: 1 });
  const member = (name: string, at: number, isElsewhere: boolean) => ({
    name,
    key: { at, length: 1 },
    value: text(at + 3),
    at,
    length: 4,
    ...(isElsewhere ? { isElsewhere } : {}),
  });
  const objectOf = (...members: readonly ReturnType<typeof member>[]): Literal => ({
    kind: 'object',
    members,
    at: 10,
    length: 40,
  });
  const set = { kind: 'set', of: { part: 'body', path: ['c'] }, value: 2 } as const;

  test('where another one would be put behind it', () => {
    const [own, other] = [member('a', 12, false), member('b', 70, true)];
    expect(literalBody(objectOf(own, other), 'javascript').edit(['c'], set)).toBeNull();
    expect(literalBody(objectOf(own), 'javascript').edit(['c'], set)).toEqual([
      { at: 16, length: 0, text: ', c: 2' },
    ]);
  });

  test('where it or its neighbour would be removed, or it would be renamed', () => {
    const remove = { kind: 'remove', of: set.of } as const;
    const rename = { kind: 'rename', of: set.of, name: 'd' } as const;
    const [own, other] = [member('a', 12, false), member('b', 70, true)];
    const body = literalBody(objectOf(own, other), 'javascript');
    expect(body.edit(['a'], remove)).toBeNull();
    expect(body.edit(['b'], remove)).toBeNull();
    expect(body.edit(['b'], rename)).toBeNull();
    expect(body.edit(['a'], rename)).toEqual([{ at: 12, length: 1, text: 'd' }]);
  });
});
