import type { ResponseFact } from '#shared/contract/facts.ts';
import type { RuleFinding } from '#shared/contract/rule.ts';
import { dayOf, deprecatedAt, instantOfHttp, responseRule, successorOf } from './parts/deprecation.ts';

export const deprecationHeader = responseRule({
  id: 'CC-H01',
  title: 'An answer says that its endpoint is deprecated',
  severity: 'warning',
  detection: 'A response with the header Deprecation, or with a Sunset that lies ahead.',
  replacement: 'Use what the response names as its successor.',
  headers: ['deprecation', 'sunset'],
  judge: findingOf,
});

function findingOf({ headers }: ResponseFact, nowMillis: number): Omit<RuleFinding, 'subject'> | null {
  const deprecation = headers.get('deprecation');
  const at = deprecation === undefined ? null : deprecatedAt(deprecation);
  const sunset = instantOfHttp(headers.get('sunset')?.trim() ?? '');
  const isGone = sunset !== null && sunset <= nowMillis;
  // CC-H02 reports endpoints that are already removed.
  if (isGone || (at === null && sunset === null)) return null;
  const until = sunset === null ? null : dayOf(sunset);
  const end = until === null ? '' : `, and answers until ${until}`;
  const successor = successorOf(headers.get('link'));
  return {
    part: { part: 'response-header', name: at === null ? 'sunset' : 'deprecation' },
    message: `${deprecatedText(at, nowMillis)}${end}.`,
    ...(successor === null ? {} : { replacement: `Use ${successor}.` }),
  };
}

function deprecatedText(at: number | 'now' | null, nowMillis: number): string {
  if (at === null) return 'will go';
  if (at === 'now') return 'is deprecated';
  const day = dayOf(at);
  if (at > nowMillis) return `will be deprecated${day === null ? '' : ` from ${day}`}`;
  return `is deprecated${day === null ? '' : ` since ${day}`}`;
}
