import { describe, expect, test } from 'vitest';
import { contractRules, type Found } from '#main/services/contract/pure/index.ts';
import { holdsAt } from '#shared/contract/index.ts';
import { type FixtureRequest, factsOf, lintFacts, ruleContext } from '#test/support/contract.ts';

const environment = 'https://api.platform.example/v1/environments/e1';

function found(id: string, requests: readonly FixtureRequest[], changes = {}): readonly Found[] {
  return lintFacts(factsOf(JSON.stringify({ requests })), ruleContext(changes)).filter(
    ({ rule }) => rule.id === id,
  );
}

function messages(id: string, requests: readonly FixtureRequest[], changes = {}): readonly string[] {
  return found(id, requests, changes).map(({ finding }) => finding.message);
}

const things = (headers: Readonly<Record<string, string>>): FixtureRequest => ({
  url: `${environment}/things/7d1f5d1e-2c41-4a5b-8a3e-6f1f5b0c9d22`,
  response: { headers },
});

describe('headers of an answer that speak of its end', () => {
  const link =
    '<https://api.platform.example/v1/help>; rel="help", </v1/environments/e1/newThings?key=S3cr3t>; rel="latest successor-version"';

  test('a deprecation that has begun, with its end and its successor', () => {
    const [first] = found('CC-H01', [
      things({ deprecation: '@1639612800', sunset: 'Tue, 31 Dec 2030 23:59:59 GMT', link }),
    ]);
    expect(first?.finding.message).toBe(
      'GET /environments/{}/things/{} is deprecated since 2021-12-16 and works until 2030-12-31.',
    );
    expect(first?.finding.replacement).toBe('Use /environments/{}/newThings.');
  });

  test.each([
    ['@1893456000', 'GET /environments/{}/things/{} becomes deprecated on 2030-01-01.'],
    ['true', 'GET /environments/{}/things/{} is deprecated.'],
    ['Thu, 16 Dec 2021 00:00:00 GMT', 'GET /environments/{}/things/{} is deprecated since 2021-12-16.'],
    ['@999999999999', 'GET /environments/{}/things/{} becomes deprecated.'],
  ])('Deprecation: %s', (deprecation, message) => {
    expect(messages('CC-H01', [things({ deprecation })])).toEqual([message]);
  });

  test.each(['false', '@', '@soon', '', 'yesterday', '1639612800'])(
    'Deprecation: “%s” says nothing',
    (text) => {
      expect(messages('CC-H01', [things({ deprecation: text })])).toEqual([]);
    },
  );

  test('what was to be gone is an error and no longer a warning', () => {
    const gone = things({ deprecation: 'true', sunset: 'Sat, 31 Dec 2022 23:59:59 GMT', link });
    expect(messages('CC-H01', [gone])).toEqual([]);
    const [first] = found('CC-H02', [gone]);
    expect([first?.rule.severity, first?.finding.message]).toEqual([
      'error',
      'GET /environments/{}/things/{} was scheduled for removal on 2022-12-31.',
    ]);
    const before = { nowMillis: Date.UTC(2022, 11, 30) };
    expect(messages('CC-H02', [gone], before)).toEqual([]);
    expect(messages('CC-H01', [gone], before)).toHaveLength(1);
  });
});

describe('when a rule holds', () => {
  test('what changed counts from its day on', () => {
    const rule = contractRules.find(({ id }) => id === 'CC-022');
    expect(['2021-12-15', '2021-12-16'].map((day) => rule && holdsAt(rule.holds, day))).toEqual([
      false,
      true,
    ]);
  });

  test('CUSTOM_PROVIDER is no name before its day, and from then on it is', () => {
    const [first] = found('CC-019', [
      {
        method: 'POST',
        url: `${environment}/notificationsSettings/phoneDeliverySettings`,
        body: { provider: 'CUSTOM_PROVIDER' },
      },
    ]);
    const holds = first?.finding.holds;
    expect(['2021-08-30', '2021-08-31'].map((day) => holds && holdsAt(holds, day))).toEqual([true, false]);
  });

  test('limits and headers hold at any date', () => {
    const always = contractRules.filter(({ date }) => date === null);
    expect(always.map(({ id }) => id)).toEqual(['CC-030', 'CC-H01', 'CC-H02']);
    expect(always.every(({ holds }) => holdsAt(holds, '2018-01-01'))).toBe(true);
  });
});

describe('what a finding says', () => {
  test('a scope is not quoted, only its form', () => {
    const token = { method: 'POST', url: 'https://auth.platform.example/e1/as/token' };
    const form = { grant_type: 'client_credentials', scope: 'acme:read:env:orders' };
    const said = messages('CC-007', [{ ...token, form }]);
    expect(said).toHaveLength(1);
    expect(said.join('')).not.toContain('acme');
  });

  test('a filter is named by its attribute and operator', () => {
    const filter = encodeURIComponent('actors.user.name in ("ann", "bob")');
    expect(messages('CC-001', [{ url: `${environment}/activities?filter=${filter}` }])).toEqual([
      'The filter uses the operator “in” for “actors.user.name”. Activities no longer support it.',
    ]);
  });

  test('a long name is cut', () => {
    const [said = ''] = messages('CC-010', [
      { method: 'PATCH', url: `${environment}/users/u1`, body: { ['x'.repeat(500)]: {} } },
    ]);
    expect(said.length).toBeLessThan(200);
  });

  test('an image of the region that is called, and of another', () => {
    const href = (domain: string) => `https://uploads.${domain}/environments/e1/images/i1`;
    const icons = ['platform.example', 'platform.test'].map((domain) => ({
      method: 'POST',
      url: `${environment}/applications`,
      body: { protocol: 'SAML', name: domain, icon: { href: href(domain) } },
    }));
    const [here, elsewhere] = messages('CC-023', [{ url: `${environment}/images/i0` }, ...icons]);
    expect(here).toContain('is hard-coded');
    expect(elsewhere).toContain('belongs to another region');
  });

  test('a 429 with a date to wait for', () => {
    const consent = (startedAt: string, status: number): FixtureRequest => ({
      method: 'POST',
      url: `${environment}/populations`,
      startedAt,
      body: {},
      response: { status, headers: { 'retry-after': 'Mon, 01 Mar 2021 10:00:10 GMT' } },
    });
    const early = [consent('2021-03-01T10:00:00Z', 429), consent('2021-03-01T10:00:09Z', 201)];
    const late = [consent('2021-03-01T10:00:00Z', 429), consent('2021-03-01T10:00:10Z', 201)];
    expect(messages('CC-030', early)).toHaveLength(1);
    expect(messages('CC-030', late)).toEqual([]);
  });

  test('each rule says what it looks for and what to do, and says so in a sentence', () => {
    for (const { id, title, detection, replacement } of contractRules) {
      expect(title.length, id).toBeLessThanOrEqual(80);
      expect(title, id).not.toMatch(/\.$/);
      expect(detection, id).toMatch(/\.$/);
      expect(replacement, id).toMatch(/\.$/);
    }
  });
});
