import type { Evidence, WireEnd, WireResponse } from '#shared/attacks/index.ts';

/** An answer as it is written down: status, headers in turn, body. */
export interface WrittenAnswer extends Partial<Omit<WireResponse, 'request'>> {
  readonly request?: Partial<WireResponse['request']>;
}

/** The traces of a play, written by hand. */
export interface Transcript {
  /** Answers of the step `attack`. */
  readonly answers?: readonly WrittenAnswer[];
  /** Answers of other steps. */
  readonly others?: Readonly<Record<string, readonly WrittenAnswer[]>>;
  readonly end?: WireEnd;
  readonly blockedBy?: string;
  /** Methods and addresses that the control got something at: `POST as /token`. */
  readonly reached?: readonly string[];
  /** Events of the hosted server during the step; absent: the target is another one. */
  readonly events?: readonly string[];
  readonly values?: Readonly<Record<string, string>>;
  /** Absent: the target is another server. */
  readonly profile?: Evidence['profile'];
}

const client = 'https://client.example/cb';

function answer({ request, ...members }: WrittenAnswer): WireResponse {
  return {
    status: 400,
    headers: [],
    body: '',
    failure: null,
    durationMillis: 1,
    exchangeId: 'x-1',
    ...members,
    request: { method: 'POST', address: 'as /token', hasAuthorization: false, ...request },
  };
}

/** Evidence from a transcript. */
export function evidenceFrom(transcript: Transcript): Evidence {
  const { answers = [], others = {}, end, blockedBy, events, values = {} } = transcript;
  const { reached = ['POST as /token', 'GET as /authorize'] } = transcript;
  const steps = new Map(Object.entries({ attack: answers, ...others }));
  return {
    responses: (stepId) => (steps.get(stepId) ?? []).map(answer),
    ends: (stepId) => (stepId === 'attack' ? end : undefined),
    blockedBy: (stepId) => (stepId === 'attack' ? (blockedBy ?? null) : null),
    isKnown: (address, method) =>
      reached.some((one) =>
        method === undefined ? one.endsWith(` ${address}`) : one === `${method} ${address}`,
      ),
    value: (name) => values[name],
    issuer: 'https://as.example',
    redirectUri: client,
    namesIssuer: false,
    profile: transcript.profile ?? 'other',
    hosted:
      events === undefined
        ? null
        : { eventsDuring: () => events, leaks: () => [], registrationProblems: () => [] },
    canaryCalls: () => 0,
    received: () => 0,
    fill: (template) => template,
  };
}

/** An error of a back endpoint, as RFC 6749 §5.2 has it. */
export function jsonError(error: string, status = 400, headers: readonly string[] = []): WrittenAnswer {
  return {
    status,
    headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store', ...headers],
    body: JSON.stringify({ error }),
  };
}

/** The browser came back to the client with these parameters, or was sent to another address. */
export function callback(query: string, address = client): WireEnd {
  return { end: 'callback', url: `${address}?${query}`, form: null };
}
