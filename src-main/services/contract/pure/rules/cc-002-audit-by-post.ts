import { requestRule } from './parts/forms.ts';
import { quoted } from './parts/json-walk.ts';
import { comparisonsOf } from './parts/scim-in.ts';

/** Longer URLs are cut by servers on the way. */
const maxUrlLength = 2_000;
const email = /^[^\s@]{1,64}@[^\s@.]+\.[^\s@]+$/;
const personal: ReadonlySet<string> = new Set(['email', 'username', 'userid']);

export const auditByPost = requestRule({
  id: 'CC-002',
  title: 'Personal data or a long filter in the address of audit activities',
  date: '2019-01-22',
  entries: ['2019-01-22-audit-by-post'],
  severity: 'info',
  source: 'spec',
  detection: `A GET of audit activities whose URL is longer than ${maxUrlLength} characters, or whose filter names users.`,
  replacement: 'Ask by POST, with the filter in the body: addresses end up in the logs of servers.',
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
          message: `The filter compares ${quoted(named.attribute)}: who the user is ends up in access logs.`,
          subject,
        },
      ];
    if (fact.urlLength <= maxUrlLength) return [];
    return [
      {
        part: { part: 'path' },
        message: `The URL has ${fact.urlLength} characters: it may be cut.`,
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
