import type { Fact } from '#shared/contract/facts.ts';
import type { Rule } from '#shared/contract/rule.ts';

/** Grants by which users get tokens. */
const userGrants: ReadonlySet<string> = new Set(['authorization_code', 'password', 'implicit']);

export const workerApplication: Rule = {
  id: 'CC-009',
  title: 'Platform APIs are called without a worker application',
  date: '2019-03-25',
  entries: ['2019-03-25-worker-applications'],
  severity: 'warning',
  source: 'spec',
  detection: 'A configuration that calls platform paths with a grant that issues user tokens.',
  replacement:
    'Create a worker application with the required roles, and request tokens with client_credentials.',
  hasFix: false,
  holds: { from: '2019-03-25', until: null },
  kinds: ['request'],
  templates: ['/environments/**', '/organizations/**'],
  begin() {
    /** Once for each grant: it is one setting, however many calls it is for. */
    const said = new Set<string>();
    return {
      applies: (fact) => grantOf(fact) !== null,
      check(fact) {
        const grant = grantOf(fact);
        if (grant === null || !userGrants.has(grant) || said.has(grant)) return [];
        said.add(grant);
        return [
          {
            part: { part: 'whole' },
            message: `The platform is called with tokens of the grant ${grant}. It requires tokens of a worker application.`,
            subject: `grant ${grant}`,
          },
        ];
      },
    };
  },
};

function grantOf(fact: Fact): string | null {
  return fact.kind === 'request' ? (fact.client?.grantType ?? null) : null;
}
