import type { ResponseFact } from '#shared/contract/facts.ts';
import type { RuleFinding } from '#shared/contract/rule.ts';
import { dayOf, deprecatedAt, instantOfHttp, responseRule, successorOf } from './parts/deprecation.ts';

export const deprecationHeader = responseRule({
  id: 'CC-H01',
  title: 'A response marks its endpoint as deprecated',
  severity: 'warning',
  detection: 'A response with a Deprecation header, or with a future date in Sunset.',
  replacement: 'Use the successor that the response specifies.',
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
  const end = until === null ? '' : ` and works until ${until}`;
  const successor = successorOf(headers.get('link'));
  return {
    part: { part: 'response-header', name: at === null ? 'sunset' : 'deprecation' },
    message: `${deprecatedText(at, nowMillis)}${end}.`,
    ...(successor === null ? {} : { replacement: `Use ${successor}.` }),
  };
}

function deprecatedText(at: number | 'now' | null, nowMillis: number): string {
  if (at === null) return 'is scheduled for removal';
  if (at === 'now') return 'is deprecated';
  const day = dayOf(at);
  if (at > nowMillis) return `becomes deprecated${day === null ? '' : ` on ${day}`}`;
  return `is deprecated${day === null ? '' : ` since ${day}`}`;
}
