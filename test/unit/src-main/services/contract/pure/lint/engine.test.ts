import { describe, expect, test } from 'vitest';
import { createLinter, requestFact } from '#main/services/contract/pure/index.ts';
import { omittedAt } from '#shared/contract/index.ts';
import {
  contractHosts,
  type FixtureRequest,
  factsOf,
  lintFacts,
  ruleContext,
} from '#test/support/contract.ts';

const environment = 'https://api.platform.example/v1/environments/e1';

function run(requests: readonly FixtureRequest[], options = {}) {
  const lint = createLinter(ruleContext(), options).begin();
  for (const fact of factsOf(JSON.stringify({ requests }))) lint.see(fact);
  return lint.end();
}

describe('a run of the linter over an artefact', () => {
  test('counts requests, those to known endpoints, and those to other hosts', () => {
    const { requests, known, otherHosts } = run([
      { url: `${environment}/users` },
      { url: `${environment}/things/t1` },
      { url: '/environments/{{env}}/activities' },
      { method: 'HEAD', url: `${environment}/templates` },
      { url: 'https://elsewhere.example/environments/e1/users' },
    ]);
    expect({ requests, known, otherHosts }).toEqual({ requests: 4, known: 3, otherHosts: 1 });
  });

  test('names what it does not know by method and template, without ids', () => {
    const { unknown } = run([
      { url: `${environment}/things/7d1f5d1e-2c41-4a5b-8a3e-6f1f5b0c9d22` },
      { url: `${environment}/things/1d1f5d1e-2c41-4a5b-8a3e-6f1f5b0c9d22` },
      { method: 'DELETE', url: `${environment}/users/ann@example.org/things` },
    ]);
    expect([...unknown]).toEqual([
      ['GET /environments/{}/things/{}', 2],
      ['DELETE /environments/{}/users/{}/things', 1],
    ]);
  });

  test('keeps 500 of these at most', () => {
    const wordOf = (index: number) =>
      String(index).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
    const requests = Array.from({ length: 600 }, (_, index) => ({
      url: `${environment}/${wordOf(index)}/things`,
    }));
    expect(run(requests).unknown.size).toBe(500);
  });

  test('says which rules had something to look at, found or not', () => {
    const { targets, found } = run([
      { url: `${environment}/activities?filter=${encodeURIComponent('action.type eq "A"')}` },
    ]);
    expect(found.map(({ rule }) => rule.id)).toEqual([]);
    expect([...targets]).toEqual(expect.arrayContaining(['CC-001', 'CC-002']));
    expect(targets.has('CC-022')).toBe(false);
  });

  test('keeps so many findings, and counts the others', () => {
    const requests = Array.from({ length: 5 }, () => ({ url: `${environment}/activeIdentityCounts` }));
    const all = run(requests).found.length;
    const { found, omitted } = run(requests, { maxFindings: 3, minOfRule: 0 });
    expect([found.length, omitted.reduce((sum, { count }) => sum + count, 0)]).toEqual([3, all - 3]);
  });

  test('finds what comes last, however much the rules before it found', () => {
    const requests = [
      ...Array.from({ length: 30 }, () => ({ url: `${environment}/activeIdentityCounts` })),
      { url: `${environment}/deviceAuthenticationPolicy` },
    ];
    const { found } = run(requests, { maxFindings: 20, minOfRule: 20 });
    expect(found.map(({ rule }) => rule.id)).toContain('CC-022');
  });

  test('leaves room for others where one rule finds something in every request', () => {
    const requests = [
      ...Array.from({ length: 9 }, () => ({ url: `${environment}/groups` })),
      { url: `${environment}/deviceAuthenticationPolicy` },
    ];
    const { found, omitted } = run(requests, { maxOfRule: 2 });
    expect(found.map(({ rule }) => rule.id)).toEqual(['CS-029', 'CS-029', 'CC-022']);
    expect(omitted).toEqual([{ from: null, until: '2021-02-03', count: 7 }]);
    expect(omittedAt(omitted, '2022-06-06')).toBe(0);
  });

  test('finds what is there since a date along with what broke', () => {
    const { found } = run([{ url: `${environment}/deviceAuthenticationPolicies` }]);
    expect(found.map(({ rule }) => rule.id)).toEqual(['CS-008']);
  });

  test('forgets everything between two artefacts', () => {
    const linter = createLinter(ruleContext());
    const consent = { locale: 'en', deliveryMethod: 'SMS', body: 'x' };
    const request = { method: 'POST', url: `${environment}/templates/a/contents`, body: consent };
    const findings = [1, 2].map(() => {
      const lint = linter.begin();
      for (const fact of factsOf(JSON.stringify({ requests: [request] }))) lint.see(fact);
      return lint.end().found.map(({ rule }) => rule.id);
    });
    expect(findings).toEqual([[], []]);
  });

  test('reads no body of a request that no rule is about', () => {
    const raw = {
      method: 'POST',
      url: `${environment}/things`,
      headers: [],
      get bodyText(): string {
        throw new Error('The body was read.');
      },
    };
    const origin = { locate: () => ({}), edit: () => null };
    expect(lintFacts([requestFact(raw, contractHosts, origin)])).toEqual([]);
  });

  test('looks into resources wherever a document holds them', () => {
    const application = { name: 'a', protocol: 'NONE' };
    const found = (document: unknown) =>
      lintFacts(factsOf(JSON.stringify({ document })))
        .filter(({ rule }) => rule.id === 'CC-015')
        .map(({ location }) => location.pointer);
    const links = { self: { href: `${environment}/applications/a1` } };
    expect(found({ ...application, _links: links })).toEqual(['/document/protocol']);
    expect(found({ _embedded: { applications: [application] } })).toEqual([
      '/document/_embedded/applications/0/protocol',
    ]);
    expect(found([{ ...application, type: 'WEB_APP' }])).toEqual(['/document/0/protocol']);
    expect(found(application)).toEqual([]);
  });
});
