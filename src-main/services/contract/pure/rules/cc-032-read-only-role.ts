import type { Fact, RequestFact } from '#shared/contract/facts.ts';
import type { Rule } from '#shared/contract/rule.ts';

export const readOnlyRole: Rule = {
  id: 'CC-032',
  title: 'Users are only read, but the role can write',
  date: '2021-09-30',
  entries: ['2021-09-30-identity-data-read-only-admin'],
  severity: 'info',
  source: 'spec',
  detection: 'An artefact with the role Identity Data Admin that only reads users.',
  replacement: 'Assign the role Identity Data Read Only Admin to the application.',
  hasFix: false,
  holds: { from: '2021-09-30', until: null },
  kinds: ['request'],
  templates: ['/environments/**'],
  begin() {
    let first: RequestFact | null = null;
    let onlyReads = true;
    return {
      applies: (fact) => fact.kind === 'request' && fact.client !== null && fact.client.role !== null,
      check(fact: Fact) {
        if (fact.kind !== 'request' || !isIdentityDataAdmin(fact)) return [];
        onlyReads &&= fact.method === 'GET' && fact.segments[2] === 'users';
        if (onlyReads) first ??= fact;
        return [];
      },
      end: () =>
        first === null || !onlyReads
          ? []
          : [
              {
                fact: first,
                finding: {
                  part: { part: 'whole' },
                  message: 'Users are only read. The role Identity Data Read Only Admin is enough.',
                  subject: 'Identity Data Admin',
                },
              },
            ],
    };
  },
};

function isIdentityDataAdmin({ client }: RequestFact): boolean {
  return client?.role?.toLowerCase().replace(/[^a-z]/g, '') === 'identitydataadmin';
}
