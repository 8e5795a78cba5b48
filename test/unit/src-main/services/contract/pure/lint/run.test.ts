import { describe, expect, test } from 'vitest';
import { createLinter, requestFact } from '#main/services/contract/pure/index.ts';
import type { ContractHistory, RuleContext, SinceKey } from '#shared/contract/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import {
  contractHosts,
  type FixtureRequest,
  factsOf,
  lintFacts,
  ruleContext,
} from '#test/support/contract.ts';
import { origin } from '../since-facts.ts';

const environment = 'https://api.platform.example/v1/environments/e1';

/** A history of nothing but these keys. */
const historyOf = (...keys: readonly SinceKey[]): ContractHistory => ({
  entries: [],
  resources: [],
  endpoints: [],
  since: [
    {
      id: 'CS-001',
      date: '2021-05-04',
      entries: ['2021-05-04-something'],
      title: 'Something',
      keys: keys.map((key) => ({ key, source: 'spec' })),
    },
  ],
});

function run(
  requests: readonly FixtureRequest[],
  changes: Partial<RuleContext> = {},
  bounds: { readonly maxOfRule?: number } = {},
) {
  const lint = createLinter(ruleContext(changes), bounds).begin();
  for (const fact of factsOf(JSON.stringify({ requests }))) lint.see(fact);
  return lint.end();
}

describe('which endpoints are known', () => {
  const groups = { kind: 'path', method: 'GET', template: '/environments/{}/groups' } as const;
  const themes = { kind: 'path', template: '/environments/{}/themes' } as const;
  const users = { kind: 'list-body', method: 'PATCH', template: '/environments/{}/users/{}' } as const;
  const isKnown = (method: string, path: string) =>
    run([{ method, url: `${environment}/${path}` }], { history: historyOf(groups, themes, users) }).known ===
    1;

  test('those of the rows “available since”, by the method that they name', () => {
    expect(isKnown('GET', 'groups')).toBe(true);
    expect(isKnown('HEAD', 'groups')).toBe(true);
    expect(isKnown('POST', 'groups')).toBe(false);
    expect(isKnown('PATCH', 'users/u1')).toBe(true);
    expect(isKnown('GET', 'users/u1')).toBe(false);
  });

  test('by any method where they name none', () => {
    expect(['GET', 'POST', 'DELETE'].map((method) => isKnown(method, 'themes'))).toEqual([true, true, true]);
  });

  test('a key of another kind makes none', () => {
    const history = historyOf({ kind: 'property', resource: 'group', path: ['name'] });
    const { known, unknown } = run([{ url: `${environment}/groups` }], { history });
    expect([known, ...unknown]).toEqual([0, ['GET /environments/{}/groups', 1]]);
  });

  test('what is not known is counted on where no more of it is named', () => {
    const wordOf = (index: number) =>
      String(index).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
    const requests = Array.from({ length: 501 }, (_, index) => ({
      url: `${environment}/${wordOf(index)}/things`,
    }));
    const { unknown } = run([...requests, ...requests.slice(0, 1)]);
    expect(unknown.get('GET /environments/{}/a/things')).toBe(2);
    expect(unknown.has(`GET /environments/{}/${wordOf(499)}/things`)).toBe(true);
    expect(unknown.has(`GET /environments/{}/${wordOf(500)}/things`)).toBe(false);
  });
});

test('the bound of one rule holds for the first of them as for others', () => {
  const url = `${environment}/activities?filter=${encodeURIComponent('a in ("x")')}`;
  const requests = Array.from({ length: 3 }, () => ({ url }));
  const ofFirst = ({ found }: ReturnType<typeof run>) =>
    found.filter(({ rule }) => rule.id === 'CC-001').length;
  expect(ofFirst(run(requests))).toBe(3);
  expect(ofFirst(run(requests, {}, { maxOfRule: 2 }))).toBe(2);
});

describe('answers', () => {
  const answered = (path: string, body: JsonValue): readonly FixtureRequest[] => [
    { url: `${environment}/${path}`, response: { body } },
  ];
  const idsIn = (requests: readonly FixtureRequest[]) => run(requests).found.map(({ rule }) => rule.id);

  test('are shown to the rules that look at answers, and to no other rule of the resource', () => {
    const application = { name: 'a', protocol: 'NONE', samlOptions: { subject: '{user.email}' } };
    expect(idsIn(answered('applications/a1', application))).toEqual(['CC-015']);
    const { targets } = run(answered('applications/a1', application));
    expect([targets.has('CC-015'), targets.has('CC-003')]).toEqual([true, false]);
    const sent = { method: 'POST', url: `${environment}/applications`, body: application };
    expect([...run([sent]).targets]).toEqual(expect.arrayContaining(['CC-003', 'CC-015']));
  });

  test('are not read where no rule looks at the answers of a resource', () => {
    const response = {
      status: 200,
      headers: new Map<string, string>(),
      get body(): JsonValue {
        throw new Error('The answer was read.');
      },
    };
    const of = (path: string) =>
      requestFact(
        { method: 'GET', url: `${environment}/${path}`, headers: [], response },
        contractHosts,
        origin,
      );
    expect(() => lintFacts([of('passwordPolicies/p1')])).not.toThrow();
    expect(() => lintFacts([of('applications/a1')])).toThrow('The answer was read.');
  });
});
