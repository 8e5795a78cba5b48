import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { notDetectable, sinceRules } from '#main/services/contract/pure/index.ts';
import {
  type ContractHistory,
  type Fact,
  holdsAt,
  type RuleContext,
  type RuleFinding,
  sinceRowSchema,
} from '#shared/contract/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { sinceCases } from './since-cases.ts';
import { authorize, phone, request, resource, signOn } from './since-facts.ts';

const file = new URL('../../../../../../resources/contract/since.json', import.meta.url);
const since = z.array(sinceRowSchema).parse(JSON.parse(await readFile(file, 'utf8')));
const history: ContractHistory = { entries: [], resources: [], endpoints: [], since };
const rules = sinceRules(history);
const context: RuleContext = { history, mediaType: 'gatehouse', nowMillis: 0, limitPerSecond: () => null };

/** The findings of one rule in one fact, as the engine shows it. */
function findingsOf(id: string, fact: Fact): readonly RuleFinding[] {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`There is no rule ${id}.`);
  const run = rule.begin(context);
  return rule.kinds.includes(fact.kind) && run.applies(fact)
    ? run.check(fact).filter((answer) => 'message' in answer)
    : [];
}

describe('what a client uses before it was there', () => {
  test('every row with a name to look for is tried, and the others are said not to be detectable', () => {
    expect(sinceCases.map(([id]) => id)).toEqual(rules.map(({ id }) => id));
    expect([...notDetectable(history), ...rules.map(({ id }) => id)].toSorted()).toEqual(
      since.map(({ id }) => id),
    );
  });

  test.each(sinceCases)('%s finds each use by its name', (id, uses) => {
    for (const [fact, ...subjects] of uses) {
      const findings = findingsOf(id, fact);
      expect(findings.map(({ subject }) => subject)).toEqual(subjects);
      for (const { message } of findings)
        expect(message).toContain(rules.find((rule) => rule.id === id)?.date);
    }
    // Every key of the row is used by one of them.
    const subjects = new Set(uses.flatMap(([, ...names]) => names));
    const keys = since.find((row) => row.id === id)?.keys ?? [];
    expect(subjects.size).toBeGreaterThanOrEqual(Math.min(keys.length, 3));
  });

  test.each(sinceCases)('%s is silent where something only looks like it', (id, _uses, others) => {
    for (const fact of others) expect(findingsOf(id, fact)).toEqual([]);
  });

  test.each(rules.map((rule) => [rule.id, rule] as const))(
    '%s only counts for a contract before its date',
    (_id, { holds, date }) => {
      expect(date).not.toBeNull();
      expect(holdsAt(holds, date ?? '')).toBe(false);
      expect(holdsAt(holds, '2019-01-01')).toBe(true);
      expect(holdsAt(holds, '2030-01-01')).toBe(false);
    },
  );

  test('an answer of the platform is no use of what stands in it', () => {
    expect(findingsOf('CS-035', resource('mfa-device', { nickname: 'x' }, { in: 'response' }))).toEqual([]);
    expect(findingsOf('CS-035', resource('mfa-device', { nickname: 'x' }, { in: 'document' }))).toHaveLength(
      1,
    );
  });

  test('a finding points at the member that is used', () => {
    const [first] = findingsOf('CS-009', phone({ numbers: [{}, { supportedCountries: ['US'] }] }));
    expect(first?.part).toEqual({ part: 'body', path: ['numbers', 1, 'supportedCountries'] });
  });

  test('what is missing as a whole is an error, a member or parameter a warning; each says where its name is from', () => {
    const [path] = findingsOf('CS-029', request('GET /groups'));
    const [member] = findingsOf('CS-029', resource('application', { accessControl: {} }));
    expect(path).toMatchObject({ severity: 'error', source: 'public' });
    expect(member).toMatchObject({ severity: 'warning', source: 'spec' });
  });

  test('values of parameters are not quoted', () => {
    const secret = 'eyJhbGciOiJub25lIn0';
    for (const rule of rules)
      expect(
        JSON.stringify(findingsOf(rule.id, authorize(`request=${secret}&code_challenge=${secret}`))),
      ).not.toContain(secret);
  });

  test('a body of great depth and one of great size cost neither the stack nor much time', () => {
    let deep: JsonValue = { anonymousNetwork: [] };
    for (let level = 0; level < 20; level += 1) deep = { or: [deep] };
    expect(findingsOf('CS-044', signOn(deep))).toHaveLength(1);
    for (let level = 0; level < 100_000; level += 1) deep = { or: [deep] };
    expect(findingsOf('CS-044', signOn(deep))).toEqual([]);
    const wide = Array.from({ length: 100_000 }, () => ({ a: 1 }));
    expect(findingsOf('CS-044', signOn({ conditions: wide }))).toEqual([]);
  });
});
