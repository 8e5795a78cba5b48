import { describe, expect, test } from 'vitest';
import { sinceRules } from '#main/services/contract/pure/index.ts';
import type { ContractHistory, Fact, Rule, RuleFinding, SinceKey, SinceRow } from '#shared/contract/index.ts';
import { ruleContext } from '#test/support/contract.ts';
import { authorize, form, ofVendor, phone, request, resource, role, token, withRole } from './since-facts.ts';

type Keys = SinceRow['keys'];

const row = (id: string, keys: Keys): SinceRow => ({
  id,
  date: '2021-05-04',
  entries: ['2021-05-04-something'],
  title: 'Something',
  keys,
});
const spec = (key: SinceKey) => ({ key, source: 'spec' as const });
const known = (key: SinceKey) => ({ key, source: 'public' as const });
const historyOf = (since: readonly SinceRow[]): ContractHistory => ({
  entries: [],
  resources: [],
  endpoints: [],
  since,
});
const rulesOf = (...rows: readonly Keys[]) =>
  sinceRules(historyOf(rows.map((keys, index) => row(`CS-00${index + 1}`, keys))));

/** @throws if the keys make no rule. */
function ruleOf(...keys: Keys): Rule {
  const [rule] = rulesOf(keys);
  if (rule === undefined) throw new Error('There is no rule.');
  return rule;
}

function findingsOf(rule: Rule | undefined, fact: Fact): readonly RuleFinding[] {
  const run = rule?.begin(ruleContext({ mediaType: 'gatehouse' }));
  return run?.applies(fact) === true ? run.check(fact).filter((answer) => 'message' in answer) : [];
}
const subjectsIn = (rule: Rule | undefined, fact: Fact) =>
  findingsOf(rule, fact).map(({ subject }) => subject);

const groups: SinceKey = { kind: 'path', method: 'GET', template: '/environments/{}/groups' };
const themes: SinceKey = { kind: 'path', template: '/environments/{}/themes/**' };
const groupName: SinceKey = { kind: 'property', resource: 'group', path: ['name'] };
const loginHint: SinceKey = { kind: 'parameter', name: 'login_hint' };
const provider = (...values: readonly string[]): SinceKey => ({
  kind: 'value',
  resource: 'phone-delivery-settings',
  path: ['provider'],
  values: [...values],
});

describe('the rule that a row of “available since” makes', () => {
  test('says when, what, and what to do', () => {
    expect(ruleOf(spec(groups), spec(groupName))).toMatchObject({
      id: 'CS-001',
      title: 'Something: since 2021-05-04',
      date: '2021-05-04',
      entries: ['2021-05-04-something'],
      detection: 'Uses of GET /environments/{}/groups, group.name.',
      replacement: 'Pin the contract to 2021-05-04 or later, or remove the use.',
      holds: { from: null, until: '2021-05-04' },
      hasFix: false,
      kinds: ['request', 'resource'],
    });
  });

  test('is none where the row has no key', () => {
    expect(rulesOf([], [spec(groups)]).map(({ id }) => id)).toEqual(['CS-002']);
  });

  test('is an error where one of its keys is', () => {
    expect(ruleOf(spec(groups)).severity).toBe('error');
    expect(ruleOf(spec(groupName), spec(groups)).severity).toBe('error');
    expect(ruleOf(spec(groupName), spec(loginHint)).severity).toBe('warning');
  });

  test('is of the specification where one of its keys is', () => {
    expect(ruleOf(spec(groups)).source).toBe('spec');
    expect(ruleOf(known(groups), spec(groupName)).source).toBe('spec');
    expect(ruleOf(known(groups), known(groupName)).source).toBe('public');
  });

  test('is shown the resources of its keys alone', () => {
    const device: SinceKey = { kind: 'property', resource: 'mfa-device', path: ['nickname'] };
    expect(ruleOf(spec(groupName), spec(groups), spec(device)).resources).toEqual(['group', 'mfa-device']);
    expect(ruleOf(spec(groups)).resources).toEqual([]);
  });

  test('is shown the requests to its paths, where no key looks at every request', () => {
    expect(ruleOf(spec(groups), spec(groupName), spec(themes)).templates).toEqual([
      '/environments/{}/groups',
      '/environments/{}/themes/**',
    ]);
    expect(ruleOf(spec(groupName)).templates).toEqual([]);
    expect(ruleOf(spec(groups), spec(loginHint))).not.toHaveProperty('templates');
    expect(ruleOf(spec(loginHint))).not.toHaveProperty('templates');
  });
});

describe('what it finds by each kind of key', () => {
  test.each<[SinceKey, Fact, Fact, string]>([
    [groups, request('GET /groups'), request('POST /groups', '{}'), 'GET /environments/{}/groups'],
    [themes, request('DELETE /themes/t1/logo'), request('GET /theme'), '/environments/{}/themes'],
    [groupName, resource('group', { name: 1 }), resource('group', { title: 1 }), 'group.name'],
    [
      provider('CUSTOM_A'),
      phone({ provider: 'CUSTOM_A' }),
      phone({ provider: 'CUSTOM_AB' }),
      'phone-delivery-settings.provider CUSTOM_A',
    ],
    [loginHint, authorize('login_hint=a'), authorize('hint=a'), 'login_hint'],
    [
      { kind: 'grant', grantType: 'urn:x' },
      token('grant_type=urn%3Ax'),
      token('grant_type=urn%3Axy'),
      'urn:x',
    ],
    [
      { kind: 'scope', pattern: 'p1:*:x' },
      authorize('scope=p1:read:x'),
      authorize('scope=p1:read'),
      'p1:*:x',
    ],
    [{ kind: 'role', name: role }, withRole(role), withRole('Admin'), role],
    [
      { kind: 'media-type', suffix: 'a.unlock+json' },
      request('POST /users/u1', '{}', ofVendor('a.unlock+json')),
      request('POST /users/u1', '{}', ofVendor('a.lock+json')),
      'a.unlock+json',
    ],
    [
      { kind: 'region', id: 'ca' },
      request('GET https://api.platform.ca/v1/environments/e1'),
      request('GET /users'),
      '.ca',
    ],
    [
      { kind: 'list-body', method: 'PATCH', template: '/environments/{}/users/{}' },
      request('PATCH /users/u1', '[]'),
      request('PATCH /users/u1', '{}'),
      'PATCH /environments/{}/users/{}',
    ],
  ])('%j', (key, use, other, subject) => {
    expect(findingsOf(ruleOf(spec(key)), use)).toMatchObject([
      { subject, source: 'spec', message: `${subject} is only available since 2021-05-04.` },
    ]);
    expect(findingsOf(ruleOf(spec(key)), other)).toEqual([]);
  });

  test('a key of a kind that is not known is an error', () => {
    const key = { kind: 'cookie' } as unknown as SinceKey;
    expect(() => rulesOf([spec(key)])).toThrow('Unexpected value: {"kind":"cookie"}');
  });

  test('each use says where its own name comes from', () => {
    const rule = ruleOf(spec(groups), known(loginHint));
    expect(findingsOf(rule, request('GET /groups'))).toMatchObject([{ source: 'spec' }]);
    expect(findingsOf(rule, request('POST /e1/as/authorize', 'login_hint=a', form))).toMatchObject([
      { source: 'public', part: { part: 'form', name: 'login_hint' } },
    ]);
  });
});

describe('values that begin alike', () => {
  const uses = (value: string, ...rows: readonly SinceKey[]) =>
    subjectsIn(rulesOf(...rows.map((key) => [spec(key)]))[0], phone({ provider: value }));
  const custom = ['phone-delivery-settings.provider CUSTOM_*'];

  test('are uses of the beginning, unless another row names them exactly', () => {
    expect(uses('CUSTOM_A', provider('CUSTOM_*'))).toEqual(custom);
    expect(uses('CUSTOM_A', provider('CUSTOM_*'), provider('CUSTOM_A'))).toEqual([]);
    expect(uses('CUSTOM_B', provider('CUSTOM_*'), provider('CUSTOM_A'))).toEqual(custom);
    expect(uses('CUSTOM_', provider('CUSTOM_*'))).toEqual([]);
  });

  test('are left to a row before it as to one behind', () => {
    const [, rule] = rulesOf([spec(provider('CUSTOM_A'))], [spec(provider('CUSTOM_*'))]);
    expect(subjectsIn(rule, phone({ provider: 'CUSTOM_A' }))).toEqual([]);
    expect(subjectsIn(rule, phone({ provider: 'CUSTOM_B' }))).toEqual(custom);
  });

  test('are not those of another member, of another resource or of another kind of key', () => {
    const value = provider('CUSTOM_A') as Extract<SinceKey, { readonly kind: 'value' }>;
    expect(uses('CUSTOM_A', provider('CUSTOM_*'), { ...value, path: ['type'] })).toEqual(custom);
    expect(uses('CUSTOM_A', provider('CUSTOM_*'), { ...value, resource: 'group' })).toEqual(custom);
    expect(
      uses('CUSTOM_A', provider('CUSTOM_*'), { kind: 'parameter', name: 'x', values: ['CUSTOM_A'] }),
    ).toEqual(custom);
  });

  test('another beginning names none exactly', () => {
    expect(uses('CUSTOM_A*', provider('CUSTOM_*'), provider('CUSTOM_A*'))).toEqual(custom);
  });
});
