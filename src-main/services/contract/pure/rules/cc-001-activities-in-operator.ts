import type { FactPart, RequestFact } from '#shared/contract/facts.ts';
import type { RuleAnswer } from '#shared/contract/rule.ts';
import { requestRule } from './parts/forms.ts';
import { memberOf, quoted } from './parts/json-walk.ts';
import { hasUnknownNames, isUnknown } from './parts/placeholder.ts';
import { usesOfIn } from './parts/scim-in.ts';

/** Attributes that a message names. */
const maxNamed = 5;

export const activitiesInOperator = requestRule({
  id: 'CC-001',
  title: 'Activities are filtered by “in”',
  date: '2019-01-11',
  entries: ['2019-01-11-in-operator'],
  severity: 'error',
  source: 'spec',
  detection: 'A SCIM filter for audit activities, in the query or body, that uses the operator “in”.',
  replacement: 'Use “eq”, and combine the comparisons with “or”.',
  hasFix: true,
  templates: ['/environments/{}/activities'],
  methods: ['GET', 'POST'],
  check(fact) {
    const filters = filtersOf(fact);
    if (filters.length === 0 && hasUnknownNames(fact.query))
      return [{ untold: { part: 'query', name: 'filter' } }];
    return filters.flatMap(([part, filter]) => answersOn(part, filter));
  },
});

function filtersOf(fact: RequestFact): readonly (readonly [FactPart, string])[] {
  const inQuery = (fact.query.get('filter') ?? []).map(
    (filter) => [{ part: 'query', name: 'filter' }, filter] as const,
  );
  const inBody = fact.method === 'POST' ? memberOf(fact.body, 'filter') : undefined;
  return typeof inBody === 'string' ? [...inQuery, [{ part: 'body', path: ['filter'] }, inBody]] : inQuery;
}

function answersOn(part: FactPart, filter: string): readonly RuleAnswer[] {
  const uses = usesOfIn(filter);
  if (uses === null) return mayCompare(filter) ? [{ untold: part }] : [];
  const named = uses.attributes.slice(0, maxNamed).map(quoted);
  const attributes = [...named, ...(uses.attributes.length > maxNamed ? ['others'] : [])].join(', ');
  const { rewrite } = uses;
  return [
    {
      part,
      message: `The filter uses the operator “in” for ${attributes}. Activities no longer support it.`,
      subject: '/environments/{}/activities',
      // The specification does not say what the member of the body is called.
      ...(part.part === 'body' ? { source: 'public' } : {}),
      ...(rewrite === null
        ? {}
        : {
            fix: {
              title: 'Replace “in” with “eq”',
              changes: [{ kind: 'replace', of: part, ...rewrite } as const],
            },
          }),
    },
  ];
}

/** True of a filter with a comparison that is not told; of one whose value alone is not, the operator is. */
function mayCompare(filter: string): boolean {
  if (!isUnknown(filter)) return false;
  return isUnknown(
    filter.replace(
      /"(?:[^"\\]|\\.)*(?:"|\\?$)|\b(?:eq|ne|co|sw|ew|gt|ge|lt|le)\s{1,9}[$&{]\{[^{}]{0,200}\}{1,2}/gis,
      '',
    ),
  );
}
