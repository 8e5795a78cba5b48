import type { Fact, RequestFact, ResponseFact } from '#shared/contract/facts.ts';
import type { Rule, RuleFinding } from '#shared/contract/rule.ts';
import { displayTemplate } from '../../templates.ts';

/** Calls that a rule speaks of. */
const maxSaid = 1_000;
const maxMethodLength = 20;

/** When a response says that its resource was or will be deprecated: an instant, or that it just is. */
export function deprecatedAt(header: string): number | 'now' | null {
  const text = header.trim();
  const seconds = /^@(-?\d{1,12})$/.exec(text)?.[1];
  // RFC 9745 §2.1
  if (seconds !== undefined) return Number(seconds) * 1_000;
  // The form in its drafts.
  if (/^\??(?:true|1)$/i.test(text)) return 'now';
  return instantOfHttp(text);
}

/** An HTTP date as milliseconds since 1970; null: it is none. RFC 9110 §5.6.7 */
export function instantOfHttp(text: string): number | null {
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const millis = Date.parse(text);
  return Number.isNaN(millis) ? null : millis;
}

/** Path of what takes the place, as a template: `successor-version` of RFC 5829; null: the response names none. */
export function successorOf(header: string | undefined): string | null {
  for (const { 1: target = '', 2: parameters = '' } of (header ?? '').matchAll(
    /<([^<>]*)>((?:\s*;[^,<]*)*)/g,
  )) {
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const words = (relations?.[1] ?? relations?.[2] ?? '').toLowerCase().split(/\s+/);
    if (!words.includes('successor-version')) continue;
    const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
    const segments = path.split('/').filter((segment) => segment !== '');
    return displayTemplate(segments[0] === 'v1' ? segments.slice(1) : segments);
  }
  return null;
}

/** Method and path of a request as a template. */
function callOf({ method, segments }: RequestFact): string {
  return `${method.slice(0, maxMethodLength)} ${displayTemplate(segments)}`;
}

/** A rule over headers of answers. */
interface ResponseRule extends Pick<Rule, 'id' | 'title' | 'severity' | 'detection' | 'replacement'> {
  readonly headers: readonly string[];
  /** Its message goes on from the call; null: the headers say nothing that counts. */
  judge(response: ResponseFact, nowMillis: number): Omit<RuleFinding, 'subject'> | null;
}

/** Makes a rule that speaks of each call once, at any contract date. */
export function responseRule({ headers, judge, ...rule }: ResponseRule): Rule {
  const responseOf = (fact: Fact) => (fact.kind === 'request' ? fact.response : null);
  return {
    ...rule,
    date: null,
    entries: [],
    source: 'spec',
    hasFix: false,
    holds: { from: null, until: null },
    kinds: ['request'],
    begin({ nowMillis }) {
      const said = new Set<string>();
      return {
        applies: (fact) => headers.some((name) => responseOf(fact)?.headers.has(name) === true),
        check(fact) {
          const response = responseOf(fact);
          if (fact.kind !== 'request' || response === null) return [];
          const found = judge(response, nowMillis);
          const call = callOf(fact);
          if (found === null || said.has(call) || said.size >= maxSaid) return [];
          said.add(call);
          return [{ ...found, message: `${call} ${found.message}`, subject: call }];
        },
      };
    },
  };
}

/** A day for people, in UTC; null: it has no four-digit year. */
export function dayOf(millis: number): string | null {
  const date = new Date(millis);
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : null;
}
