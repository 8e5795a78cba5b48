import type { Fact } from '#shared/contract/facts.ts';
import type { Rule, RuleFinding } from '#shared/contract/rule.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import { quoted } from './parts/json-walk.ts';

export const arrayPatch: Rule = {
  id: 'CC-031',
  title: 'Elements of a list are set one by one',
  date: '2021-11-08',
  entries: ['2021-11-08-user-list-patch'],
  severity: 'info',
  source: 'spec',
  detection: 'Consecutive PATCH requests for one user that each set the same list attribute.',
  replacement: 'Send one PATCH with a JSON list of operations.',
  hasFix: false,
  holds: { from: '2021-11-08', until: null },
  kinds: ['request'],
  templates: ['/environments/{}/users/{}'],
  begin() {
    /** The PATCH before this one, and whether it was spoken of. */
    let last: {
      readonly path: string;
      readonly names: ReadonlySet<string>;
      readonly isSaid: boolean;
    } | null = null;
    return {
      applies: (fact) => fact.kind === 'request' && fact.method === 'PATCH',
      check(fact: Fact): readonly RuleFinding[] {
        if (fact.kind !== 'request') return [];
        const path = fact.segments.join('/');
        const names = new Set(listNames(fact.body));
        // A placeholder represents another user each time.
        if (names.size === 0 || /[{}<$:]/.test(path)) {
          last = null;
          return [];
        }
        const before = last?.path === path ? last : null;
        const same = [...names].find((name) => before?.names.has(name) === true);
        last = { path, names, isSaid: same !== undefined };
        if (same === undefined || before?.isSaid === true) return [];
        return [
          {
            part: { part: 'body', path: [same] },
            message: `Consecutive PATCH requests set the list ${quoted(same)} of one user. One request is enough.`,
            subject: `user.${same.slice(0, 60)}`,
          },
        ];
      },
    };
  },
};

function listNames(body: unknown): readonly string[] {
  return isJsonObject(body) ? Object.keys(body).filter((name) => Array.isArray(body[name])) : [];
}
