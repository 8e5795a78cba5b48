import { describe, expect, test } from 'vitest';
import { type FixtureRequest, lintFixture } from '#test/support/contract.ts';

const api = 'https://api.platform.example/v1';
const environment = `${api}/environments/3b8e2f2a-52e4-4a1c-9d2f-0c4f6a7e1b11`;
const token = 'https://auth.platform.example/e1/as/token';

/** Texts that look like a use of something former and are none, and the rules that could fall for them. */
const traps: readonly (readonly [
  story: string,
  rules: readonly string[],
  requests: readonly FixtureRequest[],
])[] = [
  [
    'deviceAuthenticationPolicies begins with the name of what it replaced',
    ['CC-022'],
    [
      { url: `${environment}/deviceAuthenticationPolicies` },
      { url: `${environment}/deviceAuthenticationPolicies/p1` },
      { url: '/environments/{{env}}/deviceAuthenticationPolicies?limit=10' },
    ],
  ],
  [
    'metrics/activeIdentityCounts ends with the name of what it replaced',
    ['CC-016'],
    [{ url: `${environment}/metrics/activeIdentityCounts` }],
  ],
  [
    'the singular of an organization is another endpoint',
    ['CC-016'],
    [{ url: `${api}/organizations/o1/licenses/l1/metrics/activeIdentityCount` }],
  ],
  [
    'another host has the same paths',
    ['CC-001', 'CC-016', 'CC-022', 'CC-H01', 'CC-H02'],
    [
      {
        url: 'https://api.elsewhere.example/v1/environments/e1/deviceAuthenticationPolicy',
        response: { headers: { deprecation: 'true', sunset: 'Sat, 31 Dec 2022 23:59:59 GMT' } },
      },
      { url: 'https://api.elsewhere.example/v1/environments/e1/activeIdentityCounts' },
      { url: 'https://api.elsewhere.example/environments/e1/activities?filter=a%20in%20(%22b%22)' },
    ],
  ],
  [
    'a host that only begins as that of the platform',
    ['CC-016'],
    [{ url: 'https://api.platform.example.attacker.example/v1/environments/e1/activeIdentityCounts' }],
  ],
  [
    'the word “in” stands within quotes',
    ['CC-001'],
    [
      {
        url: `${environment}/activities?filter=${encodeURIComponent('action.description eq "user in (\\"web\\") app"')}`,
      },
      {
        method: 'POST',
        url: `${environment}/activities`,
        body: { filter: 'action.description co " in (" and result.status eq "in"' },
      },
    ],
  ],
  [
    'an attribute is called “in”',
    ['CC-001'],
    [{ url: `${environment}/activities?filter=${encodeURIComponent('signed.in eq "x" and in pr')}` }],
  ],
  [
    'an expression has its dollar sign',
    ['CC-003'],
    [
      {
        method: 'POST',
        url: `${environment}/applications`,
        body: { protocol: 'SAML', samlOptions: { subject: '${user.username}', more: 'a${ user.email }b' } },
      },
    ],
  ],
  [
    'the import of one user is no import of a file',
    ['CC-011'],
    [
      {
        method: 'POST',
        url: `${environment}/users`,
        headers: { 'content-type': 'application/vnd.acme.user.import+json' },
        body: { username: 'ann' },
      },
      {
        method: 'POST',
        url: `${environment}/users/u1/photo`,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    ],
  ],
  [
    'another resource has the protocol NONE',
    ['CC-015'],
    [
      {
        method: 'POST',
        url: `${environment}/gateways`,
        headers: { 'content-type': 'application/json' },
        body: { name: 'g', protocol: 'NONE', type: 'WEB_APP' },
      },
    ],
  ],
  [
    'what is deprecated stands deeper in a path',
    ['CC-005', 'CC-016', 'CC-022'],
    [
      { url: `${environment}/reports/activeIdentityCounts` },
      { url: `${environment}/activeIdentityCounts/export` },
      { url: `${environment}/reports/x/deviceAuthenticationPolicy` },
      { url: `${environment}/themes/templates/offline_pairing` },
    ],
  ],
  [
    'what is deprecated stands in a query',
    ['CC-016', 'CC-022'],
    [
      {
        url: `${environment}/users?next=/environments/e1/activeIdentityCounts&x=/deviceAuthenticationPolicy`,
      },
    ],
  ],
  [
    'a scope speaks of environments or begins with “self”',
    ['CC-007', 'CC-008'],
    [
      {
        method: 'POST',
        url: token,
        form: {
          grant_type: 'client_credentials',
          scope: 'p1:read:environment p1:read:envoy:user p1:env:read:user self:read p1:read:selfie openid',
        },
      },
    ],
  ],
  [
    'an identity provider of one’s own is no provider of messages',
    ['CC-019', 'CC-020'],
    [
      {
        method: 'POST',
        url: `${environment}/identityProviders`,
        body: { provider: 'CUSTOM_acme', authentication: {} },
      },
    ],
  ],
  [
    'an attribute of a schema has a short minLength',
    ['CC-026'],
    [
      {
        method: 'POST',
        url: `${environment}/schemas/s1/attributes`,
        body: { minLength: 1, length: { min: 1 } },
      },
    ],
  ],
  [
    'an object of the platform’s own schema is merged',
    ['CC-010'],
    [{ method: 'PATCH', url: `${environment}/users/u1`, body: { name: { given: 'Ann' }, account: {} } }],
  ],
  [
    'conditions of a risk policy are not those of sign-on',
    ['CC-012'],
    [
      {
        method: 'POST',
        url: `${environment}/riskPolicySets`,
        body: { condition: { ip_range: ['10.0.0.0/8'] } },
      },
    ],
  ],
  [
    'placeholders are values that nobody knows yet',
    ['CC-006', 'CC-015', 'CC-019', 'CC-026', 'CC-027', 'CC-029'],
    [
      {
        method: 'PUT',
        url: '/environments/{{env}}/users/{{uid}}/password',
        body: { value: '{{p}}', bypassPolicy: '{{bypass}}' },
      },
      {
        method: 'POST',
        url: '/environments/${env}/applications',
        body: { protocol: '${protocol}', name: '<name>' },
      },
      {
        method: 'POST',
        url: '/environments/&{env}/passwordPolicies',
        body: { length: { min: '&{min}' } },
      },
      {
        method: 'POST',
        url: '/environments/{env}/users/{uid}/agreementConsents/{agreement}',
        headers: { 'content-type': 'application/vnd.acme.consent.accept+json' },
        body: { language: { id: '{{l}}' }, revision: { id: '{{r}}' }, consentedAt: '{{at}}' },
      },
    ],
  ],
  [
    'a list of consents is read, and one is revoked',
    ['CC-029', 'CC-030'],
    [
      { url: `${environment}/users/u1/agreementConsents` },
      {
        method: 'POST',
        url: `${environment}/users/u1/agreementConsents/a1`,
        headers: { 'content-type': 'application/vnd.acme.consent.revoke+json' },
        body: {},
      },
    ],
  ],
  [
    'a code goes with its verifier, or with a proof of the client',
    ['CC-028'],
    [
      {
        method: 'POST',
        url: token,
        form: { grant_type: 'authorization_code', code: 'c', client_id: 'x', code_verifier: 'v' },
      },
      {
        method: 'POST',
        url: token,
        form: { grant_type: 'authorization_code', code: 'c', client_assertion: 'a' },
      },
    ],
  ],
];

describe('what looks like a use of something former and is none', () => {
  test.each(traps)('%s', (_story, rules, requests) => {
    const found = lintFixture(JSON.stringify({ story: '', requests, expect: [] })).map(({ rule }) => rule.id);
    expect(found.filter((id) => rules.includes(id))).toEqual([]);
  });

  test('there are 15 at least', () => {
    expect(traps.length).toBeGreaterThanOrEqual(15);
  });
});
