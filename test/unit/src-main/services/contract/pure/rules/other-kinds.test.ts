import { expect, test } from 'vitest';
import { contractRules } from '#main/services/contract/pure/index.ts';
import type { Fact } from '#shared/contract/index.ts';
import { ruleContext } from '#test/support/contract.ts';
import { origin, request, resource } from '../since-facts.ts';

const facts: readonly Fact[] = [
  request('POST /users', '{}'),
  resource('user', {}, { method: 'POST' }),
  resource('user', {}, { method: 'PATCH' }),
  resource('user', {}, { in: 'document', method: null }),
  { kind: 'document', value: {}, ...origin },
  { kind: 'script', language: 'javascript', text: '', members: [], comparisons: [], ...origin },
];

/** These leave it to the engine to show them no fact of another kind. */
const shownTheirsAlone: ReadonlySet<string> = new Set(['CC-005', 'CC-007', 'CC-008']);

test.each(contractRules.flatMap((rule) => (shownTheirsAlone.has(rule.id) ? [] : [[rule.id, rule] as const])))(
  '%s has nothing to look at in facts of other kinds, and finds nothing in them',
  (_, rule) => {
    const others = facts.filter(({ kind }) => !rule.kinds.includes(kind));
    expect(others).not.toEqual([]);
    for (const fact of others) {
      const run = rule.begin(ruleContext());
      expect([fact.kind, run.applies(fact)]).toEqual([fact.kind, false]);
      expect(run.check(fact)).toEqual([]);
    }
  },
);
