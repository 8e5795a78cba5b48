import type { Fact, RequestFact, ResponseFact } from '#shared/contract/facts.ts';
import type { Rule, RuleContext, RuleFinding, RuleRun } from '#shared/contract/rule.ts';
import { compileTemplate } from '../templates.ts';
import { BoundedMap } from './parts/bounded.ts';

const isConsent = compileTemplate('/environments/{}/users/{}/agreementConsents/{}');
const isBelowConsents = compileTemplate('/environments/{}/users/{}/agreementConsents/**');
const subject = 'rate limit';
const windowMillis = 1_000;
const maxKept = 10_000;
const maxHosts = 100;

export const rateLimits: Rule = {
  id: 'CC-030',
  title: 'Requests exceed the rate limit of the platform',
  date: null,
  entries: [],
  severity: 'warning',
  source: 'spec',
  detection:
    'More consents per second than the limit allows, a retry before Retry-After has passed, or several consents in one body.',
  replacement: 'Send one request per consent within the rate limit, and wait for the time in Retry-After.',
  hasFix: false,
  holds: { from: null, until: null },
  kinds: ['request'],
  begin: (context) => new Pace(context),
};

interface Sent {
  readonly count: number;
  readonly atMillis: number[];
}

class Pace implements RuleRun {
  readonly #context: RuleContext;
  /** By host: when the last consents were sent, as many as the limit allows. */
  readonly #sent = new BoundedMap<Sent>(maxHosts);
  #isFastSaid = false;
  #isPaceSaid = false;
  /** Until when a request that was refused is to wait. */
  readonly #waits = new BoundedMap<number>(maxKept);
  #hasWaits = false;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  applies(fact: Fact): boolean {
    if (fact.kind !== 'request' || fact.host === 'authorization') return false;
    const isLoad = fact.method === 'POST' && isBelowConsents(fact.segments);
    return isLoad || fact.response?.status === 429 || (this.#hasWaits && fact.startedAtMillis !== null);
  }

  check(fact: Fact): readonly RuleFinding[] {
    if (fact.kind !== 'request') return [];
    return [...this.#early(fact), ...this.#fast(fact), ...this.#told(fact), ...several(fact)];
  }

  #early(fact: RequestFact): readonly RuleFinding[] {
    const { startedAtMillis, response } = fact;
    if (startedAtMillis === null) return [];
    const key = `${fact.method} ${fact.urlLength} ${fact.writtenPath}`;
    const until = this.#waits.get(key);
    this.#waits.delete(key);
    if (response?.status === 429) {
      const answeredAtMillis = startedAtMillis + (fact.durationMillis ?? 0);
      const wait = waitMillis(response, answeredAtMillis);
      if (wait !== null) {
        this.#waits.set(key, answeredAtMillis + wait);
        this.#hasWaits = true;
      }
    }
    if (until === undefined || startedAtMillis >= until) return [];
    return [
      {
        part: { part: 'whole' },
        message: 'The request was rejected with 429 and is repeated before its Retry-After has passed.',
        subject: 'Retry-After',
      },
    ];
  }

  /** Checks the pace that a job was told to send at, per second. */
  #told(fact: RequestFact): readonly RuleFinding[] {
    const limit = this.#context.limitPerSecond(fact.hostName);
    const perSecond = toldPerSecond(fact);
    if (limit === null || perSecond <= limit || this.#isPaceSaid) return [];
    this.#isPaceSaid = true;
    return [
      {
        part: { part: 'whole' },
        message: `Up to ${perSecond} consents per second are configured. The limit is ${limit}.`,
        subject,
      },
    ];
  }

  #fast({ startedAtMillis, method, segments, hostName }: RequestFact): readonly RuleFinding[] {
    const limit = this.#context.limitPerSecond(hostName);
    if (limit === null || startedAtMillis === null || this.#isFastSaid) return [];
    if (method !== 'POST' || !isConsent(segments)) return [];
    const max = Math.min(maxKept, Math.max(1, Math.floor(limit)));
    const { count, atMillis } = this.#sent.get(hostName ?? '') ?? { count: 0, atMillis: [] };
    // The newest takes the place of the oldest.
    const first = atMillis[count % max];
    atMillis[count % max] = startedAtMillis;
    this.#sent.set(hostName ?? '', { count: count + 1, atMillis });
    if (first === undefined || Math.abs(startedAtMillis - first) >= windowMillis) return [];
    this.#isFastSaid = true;
    return [
      {
        part: { part: 'whole' },
        message: `More than ${max} consents are sent within one second. The limit is ${max}.`,
        subject,
      },
    ];
  }
}

function toldPerSecond({ method, segments, client }: RequestFact): number {
  return method === 'POST' && isConsent(segments) ? (client?.perSecond ?? 0) : 0;
}

function several({ method, segments, body }: RequestFact): readonly RuleFinding[] {
  if (method !== 'POST' || !isBelowConsents(segments) || !Array.isArray(body) || body.length < 2) return [];
  return [
    {
      part: { part: 'body', path: [] },
      message: 'The body contains several consents. Each consent needs its own request.',
      subject: 'agreement-consent',
    },
  ];
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function waitMillis({ headers }: ResponseFact, nowMillis: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMillis);
}
