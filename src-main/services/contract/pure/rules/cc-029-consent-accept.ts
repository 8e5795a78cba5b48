import { instantOf } from '#shared/connectors/values/date-time.ts';
import { type Fact, type RequestFact } from '#shared/contract/facts.ts';
import type { Rule, RuleAnswer, RuleContext, RuleFinding, RuleRun } from '#shared/contract/rule.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { BoundedMap } from './parts/bounded.ts';
import { memberOf } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

const subject = '/environments/{}/users/{}/agreementConsents/{}';
/** RFC 3339 §5.6 */
const timestamp = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;
/** How far the clock of the caller may be ahead. */
const toleranceMillis = 300_000;
const maxKept = 10_000;

export const consentAccept: Rule = {
  id: 'CC-029',
  title: 'A consent acceptance does not match the contract',
  date: '2021-02-23',
  entries: ['2021-02-23-agreements'],
  severity: 'error',
  source: 'spec',
  detection:
    'A POST to a consent with another media type, without language.id or revision.id, or with an invalid or future consentedAt. Also a consent id in place of the agreement id.',
  replacement:
    'POST language.id, revision.id and consentedAt as application/vnd.<vendor>.consent.accept+json to the id of the agreement.',
  hasFix: true,
  holds: { from: '2021-02-23', until: null },
  kinds: ['request'],
  templates: [
    '/environments/{}/users/{}/agreementConsents',
    '/environments/{}/users/{}/agreementConsents/{}',
  ],
  begin: (context) => new Consents(context),
};

class Consents implements RuleRun {
  readonly #context: RuleContext;
  /** Ids of consents that are not those of their agreements. */
  readonly #consentIds = new BoundedMap<true>(maxKept);

  constructor(context: RuleContext) {
    this.#context = context;
  }

  applies(fact: Fact): boolean {
    return fact.kind === 'request' && (fact.method === 'GET' || isAccept(fact));
  }

  check(fact: Fact): readonly RuleAnswer[] {
    if (fact.kind !== 'request') return [];
    if (fact.method === 'GET') {
      this.#read(fact.response?.body);
      return [];
    }
    return [
      ...mediaTypeAnswer(fact, this.#context.mediaType),
      ...this.#idFinding(fact),
      ...bodyAnswers(fact),
      ...timeFinding(fact, this.#context.nowMillis),
    ];
  }

  #read(body: JsonValue | undefined): void {
    const list = memberOf(memberOf(body, '_embedded'), 'agreementConsents');
    const consents = Array.isArray(list) ? (list as readonly JsonValue[]) : [body];
    for (const consent of consents) {
      const id = memberOf(consent, 'id');
      const agreementId = memberOf(memberOf(consent, 'agreement'), 'id');
      if (typeof id === 'string' && typeof agreementId === 'string' && id !== agreementId)
        this.#consentIds.set(id, true);
    }
  }

  #idFinding({ segments }: RequestFact): readonly RuleFinding[] {
    if (this.#consentIds.get(segments[5] ?? '') === undefined) return [];
    return [
      {
        part: { part: 'path' },
        message: 'The last path segment is the id of a consent. It must be the id of the agreement.',
        subject,
      },
    ];
  }
}

/** Other actions on consents have media types of their own. */
function isAccept({ method, segments, headers }: RequestFact): boolean {
  if (method !== 'POST' || segments.length !== 6) return false;
  const action = /^application\/vnd\.[^/]+?\.consent\.(\w+)\+json\b/i.exec(
    headers.get('content-type') ?? '',
  )?.[1];
  return action === undefined || action.toLowerCase() === 'accept';
}

function mediaTypeAnswer({ headers, body }: RequestFact, vendor: string): readonly RuleAnswer[] {
  const given = headers.get('content-type')?.split(';', 1)[0]?.trim() ?? '';
  const wanted = `application/vnd.${vendor}.consent.accept+json`;
  const part = { part: 'header', name: 'content-type' } as const;
  if (isUnknown(given)) return [{ untold: part }];
  if (given.toLowerCase() === wanted.toLowerCase()) return [];
  // An artefact that writes neither headers nor a body leaves both to something else.
  if (given === '' && headers.size === 0 && body === undefined) return [];
  return [
    {
      part,
      message: `The media type is not ${wanted}. Only this media type accepts a consent.`,
      subject,
      fix: { title: `Send it as ${wanted}`, changes: [{ kind: 'set', of: part, value: wanted }] },
    },
  ];
}

function bodyAnswers({ body, isBodyTold }: RequestFact): readonly RuleAnswer[] {
  if (!isJsonObject(body)) return [];
  return (['language', 'revision'] as const).flatMap((name): readonly RuleAnswer[] => {
    const id = memberOf(body[name], 'id');
    if (isUnknown(body[name])) return [untoldMember(name)];
    if (typeof id === 'string' && id !== '') return [];
    if (id === undefined && !isBodyTold) return [untoldMember(name)];
    return [
      {
        part: { part: 'body', path: body[name] === undefined ? [] : [name] } as const,
        message: `The body has no ${name}.id.`,
        subject: `agreement-consent.${name}.id`,
      },
    ];
  });
}

function timeFinding({ body, startedAtMillis }: RequestFact, nowMillis: number): readonly RuleFinding[] {
  const given = memberOf(body, 'consentedAt');
  // Each consent has an instant of its own: where it is a variable, it comes with the data.
  if (given === undefined || isUnknown(given)) return [];
  const instant = typeof given === 'string' && timestamp.test(given) ? instantOf(given) : null;
  const isAhead = instant !== null && instant > (startedAtMillis ?? nowMillis) + toleranceMillis;
  if (instant !== null && !isAhead) return [];
  return [
    {
      part: { part: 'body', path: ['consentedAt'] },
      message: isAhead
        ? 'consentedAt is in the future.'
        : 'consentedAt is not an RFC 3339 timestamp with an offset.',
      subject: 'agreement-consent.consentedAt',
    },
  ];
}
