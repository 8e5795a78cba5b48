import { requestRule } from './parts/forms.ts';
import { quoted } from './parts/json-walk.ts';
import { comparisonsOf } from './parts/scim-in.ts';

/** Longer URLs are cut by servers on the way. */
const maxUrlLength = 2_000;
const email = /^[^\s@]{1,64}@[^\s@.]+\.[^\s@]+$/;
const personal: ReadonlySet<string> = new Set(['email', 'username', 'userid']);

export const auditByPost = requestRule({
  id: 'CC-002',
  title: 'Personal data or a long filter in the URL of audit activities',
  date: '2019-01-22',
  entries: ['2019-01-22-audit-by-post'],
  severity: 'info',
  source: 'spec',
  detection: `A GET of audit activities with a URL of more than ${maxUrlLength} characters, or a filter that identifies users.`,
  replacement: 'Use POST with the filter in the body. Servers log URLs.',
  templates: ['/environments/{}/activities'],
  methods: ['GET'],
  check(fact) {
    const subject = '/environments/{}/activities';
    const filters = fact.query.get('filter') ?? [];
    const named = filters.filter(mayBePersonal).flatMap(comparisonsOf).find(isPersonal);
    if (named !== undefined)
      return [
        {
          part: { part: 'query', name: 'filter' },
          message: `The filter contains ${quoted(named.attribute)}, so access logs identify the user.`,
          subject,
        },
      ];
    if (fact.urlLength <= maxUrlLength) return [];
    return [
      {
        part: { part: 'path' },
        message: `The URL has ${fact.urlLength} characters and may be truncated.`,
        subject,
      },
    ];
  },
});

/** Most filters need not be taken apart. */
function mayBePersonal(filter: string): boolean {
  return /user|email|@/i.test(filter);
}

function isPersonal({ attribute, value }: { readonly attribute: string; readonly value: string }): boolean {
  const steps = attribute.toLowerCase().split('.');
  return steps.includes('user') || personal.has(steps.at(-1) ?? '') || email.test(value);
}
