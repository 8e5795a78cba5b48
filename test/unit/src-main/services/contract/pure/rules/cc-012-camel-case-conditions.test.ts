import { describe, expect, test } from 'vitest';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type FixtureRequest, ruleContext } from '#test/support/contract.ts';
import { resource } from '../since-facts.ts';
import { environment, fixTitles, found, messages, parts, ruleOf } from './found.ts';

const action = (members: Readonly<Record<string, JsonValue>>): readonly FixtureRequest[] => [
  {
    method: 'POST',
    url: `${environment}/signOnPolicies/p1/actions`,
    body: { type: 'LOGIN', ...members },
  },
];
const condition = (name: string) => action({ condition: { [name]: 1 } });

describe('the name that a condition gets', () => {
  test.each([
    ['risk_level', 'riskLevel'],
    ['risk-level', 'riskLevel'],
    ['Risk_level', 'riskLevel'],
    ['RiskLevel', 'riskLevel'],
    ['_risk__level-now_', 'riskLevelNow'],
    ['risk_level_of_user2', 'riskLevelOfUser2'],
  ])('%s is %s', (name, next) => {
    expect(fixTitles('CC-012', condition(name))).toEqual([`Replace with ${next}`]);
  });

  test.each([
    ['RISK_LEVEL', 'riskLevel'],
    ['RISK', 'risk'],
    ['risk_LEVEL', 'riskLEVEL'],
    ['risk_LevelOf', 'riskLevelOf'],
  ])('capitals count as words only where the whole name is in capitals: %s is %s', (name, next) => {
    expect(fixTitles('CC-012', condition(name))).toEqual([`Replace with ${next}`]);
  });

  test.each([
    ['geo_velocity', 'geovelocity'],
    ['GEO-VELOCITY', 'geovelocity'],
    ['iprange', 'ipRange'],
    ['Ip_Range', 'ipRange'],
    ['secondssince', 'secondsSince'],
    ['anonymous_network', 'anonymousNetwork'],
  ])('a name whose words cannot be told is known: %s is %s', (name, next) => {
    expect(fixTitles('CC-012', condition(name))).toEqual([`Replace with ${next}`]);
  });

  test.each(['___', '-', '_9x', '-2_risk'])('there is none to give for %s', (name) => {
    expect(messages('CC-012', condition(name))).toEqual([
      `The condition “${name}” is not written in camelCase.`,
    ]);
    expect(fixTitles('CC-012', condition(name))).toEqual([null]);
  });
});

describe('which members are conditions', () => {
  test.each([
    'riskLevel',
    'geovelocity',
    'user.first_name',
    'urn:acme:risk_level',
    'Risk level',
    '9_lives',
    'user.name',
  ])('%s is no name that is wrong', (name) => {
    expect(messages('CC-012', condition(name))).toEqual([]);
  });

  test('what lies deep beside the conditions is none', () => {
    expect(messages('CC-012', action({ sign_on: { risk_level: 1 }, other: { Risk: [{ a_b: 1 }] } }))).toEqual(
      [],
    );
  });

  test('the members of the elements of a list are, and its elements are not', () => {
    expect(parts('CC-012', action({ conditions: { or: [{ risk_level: 1 }, 'risk_level'] } }))).toEqual([
      { part: 'body', path: ['conditions', 'or', 0, 'risk_level'] },
    ]);
  });

  test('an answer of the platform is not written by the client', () => {
    const run = ruleOf('CC-012').begin(ruleContext());
    const value = { conditions: { ip_range: [] } };
    expect(run.check(resource('sign-on-policy-action', value))).toHaveLength(1);
    expect(run.check(resource('sign-on-policy-action', value, { in: 'response' }))).toEqual([]);
  });

  test('a long name is cut where an ignore would name it', () => {
    const [first] = found('CC-012', condition(`a_${'b'.repeat(100)}`));
    expect(first?.finding.subject).toBe(`sign-on-policy-action.a_${'b'.repeat(58)}`);
  });
});

describe('a name that is taken', () => {
  test('one condition deep down has it, the one further out is free', () => {
    const conditions = { ip_range: 1, or: [{ ip_range: 2, ipRange: 3 }] };
    expect(fixTitles('CC-012', action({ conditions }))).toEqual(['Replace with ipRange', null]);
  });

  test('the same name in two elements of a list is free in both', () => {
    const conditions = { or: [{ ip_range: 1 }, { ip_range: 2 }] };
    expect(fixTitles('CC-012', action({ conditions }))).toEqual([
      'Replace with ipRange',
      'Replace with ipRange',
    ]);
  });
});
