import { parseForm } from '../../oauth/index.ts';
import { type Evidence, headerOf, jsonOf, type WireAnswer, type WireEnd } from '../evidence.ts';

/** Judges the form of an answer; returns null, or the reason for a mismatch. */
type Judge = (
  argument: string,
  answer: WireAnswer,
  end: WireEnd | undefined,
  evidence: Evidence,
) => string | null;

const noStore = (answer: WireAnswer) =>
  /no-store/i.test(headerOf(answer, 'cache-control') ?? '') ? null : 'it may be cached';

/** The first reason that is not null. */
function firstOf(...reasons: readonly (string | null)[]): string | null {
  return reasons.find((reason) => reason !== null) ?? null;
}

function wantStatus(answer: WireAnswer, ...allowed: readonly number[]): string | null {
  return answer.status !== null && allowed.includes(answer.status)
    ? null
    : `the status is ${answer.status ?? 'none'}`;
}

/** An error of a back endpoint. RFC 6749 §5.2 */
function jsonError(argument: string, answer: WireAnswer): string | null {
  const json = jsonOf(answer);
  if (json === null) return 'the body is no JSON object';
  const { error, error_description: description } = json;
  const words = typeof description === 'string' ? description : '';
  return firstOf(
    argument === '' || error === argument ? null : `the error is ${String(error)}`,
    /^application\/json/i.test(headerOf(answer, 'content-type') ?? '')
      ? null
      : 'the type is not application/json',
    noStore(answer),
    // RFC 6749 §5.2: no quotes, no backslash, no control characters.
    /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(words) ? null : 'error_description holds forbidden characters',
    'access_token' in json ? 'there is an access_token' : null,
  );
}

/** Parameters of an authorization response, of wherever it came. */
export function callbackParameters(end: WireEnd | undefined): ReadonlyMap<string, string> {
  if (end?.end !== 'callback') return new Map();
  const [before = '', fragment = ''] = end.url.split('#', 2);
  const query = before.includes('?') ? before.slice(before.indexOf('?') + 1) : '';
  const texts = end.form === null ? [query, fragment] : [end.form];
  return new Map(
    texts.flatMap((text) => parseForm(text).fields.map(({ name, value }) => [name, value] as const)),
  );
}

function redirect(
  argument: string,
  _answer: WireAnswer,
  end: WireEnd | undefined,
  evidence: Evidence,
): string | null {
  if (end?.end !== 'callback') return `it ended with a ${end?.end ?? 'plain answer'}`;
  const parameters = callbackParameters(end);
  const state = evidence.value('state');
  const registered = evidence.redirectUri ?? '';
  return firstOf(
    end.url.startsWith(registered) ? null : `it went to ${end.url.slice(0, 120)}`,
    parameters.get('error') === argument || argument === ''
      ? null
      : `the error is ${parameters.get('error') ?? 'none'}`,
    parameters.has('error') ? null : 'there is no error',
    state === undefined || parameters.get('state') === state
      ? null
      : 'state does not come back as it was sent',
    evidence.namesIssuer && parameters.get('iss') !== evidence.issuer ? 'iss does not name the server' : null,
    parameters.has('code') || parameters.has('access_token') ? 'a code or token came with it' : null,
  );
}

/** The error that a Bearer challenge names, or nothing; null: there is no such challenge. RFC 6750 §3 */
export function challengeError(answer: WireAnswer): string | null {
  const header = headerOf(answer, 'www-authenticate') ?? '';
  return /^bearer\b/i.test(header) ? (/error="([^"]*)"/i.exec(header)?.[1] ?? '') : null;
}

/** A challenge of a resource server. RFC 6750 §3 */
function challenge(error: string, answer: WireAnswer): string | null {
  const named = challengeError(answer);
  if (named === null) return 'there is no Bearer challenge';
  return named === error ? null : `the error of the challenge is “${named}”`;
}

/** The short forms of answers that expectations are written in; the argument stands in parentheses. */
export const answerForms: Readonly<Record<string, Judge>> = {
  /** An error page of the server itself: nothing goes to the client. */
  PAGE: (_argument, answer, end) =>
    firstOf(
      end?.end === 'callback' ? `the browser was sent to ${end.url.slice(0, 120)}` : null,
      wantStatus(answer, 400, 401, 403, 404, 413, 414, 421, 431),
      headerOf(answer, 'location') === null ? null : 'there is a Location',
    ),
  REDIR: redirect,
  J400: (argument, answer) => firstOf(wantStatus(answer, 400), jsonError(argument, answer)),
  /** A client that is not known: 401 and a challenge where it used the Authorization header, else 400 or 401. RFC 6749 §5.2 */
  J401: (argument, answer) =>
    answer.request.hasAuthorization
      ? firstOf(
          wantStatus(answer, 401),
          jsonError(argument, answer),
          headerOf(answer, 'www-authenticate') === null ? 'there is no WWW-Authenticate' : null,
        )
      : firstOf(wantStatus(answer, 400, 401), jsonError(argument, answer)),
  RS400: (argument, answer) => firstOf(wantStatus(answer, 400), challenge(argument, answer)),
  RS401: (argument, answer) => firstOf(wantStatus(answer, 401), challenge(argument, answer)),
  RS403: (argument, answer) => firstOf(wantStatus(answer, 403), challenge(argument, answer)),
  /** Whatever it is, it is a refusal that the server meant: 4xx, and no 500. */
  REFUSED: (_argument, answer, end) =>
    firstOf(
      end?.end === 'callback' && !callbackParameters(end).has('error')
        ? 'the browser came back without an error'
        : null,
      end?.end === 'callback' || (answer.status !== null && answer.status >= 400 && answer.status < 500)
        ? null
        : `the status is ${answer.status ?? 'none'}`,
    ),
  OK: (_argument, answer) =>
    answer.status !== null && answer.status < 300 ? null : `the status is ${answer.status ?? 'none'}`,
  /** A token response. RFC 6749 §5.1 */
  TOKENS: (_argument, answer) => {
    const json = jsonOf(answer);
    return firstOf(
      wantStatus(answer, 200),
      typeof json?.['access_token'] === 'string' ? null : 'there is no access_token',
    );
  },
  /** The browser came back to the client with a code or token. */
  CALLBACK: (_argument, _answer, end) => {
    const parameters = callbackParameters(end);
    if (end?.end !== 'callback') return `it ended with a ${end?.end ?? 'plain answer'}`;
    return parameters.has('code') || parameters.has('access_token') || parameters.has('id_token')
      ? null
      : `there is no code: ${parameters.get('error') ?? 'and no error'}`;
  },
};

/** A short form taken apart: `J400(invalid_grant)`. */
export function parseAnswerForm(text: string): { readonly form: string; readonly argument: string } {
  const [, form = text, argument = ''] = /^([A-Z0-9]+)(?:\(([^)]*)\))?$/.exec(text) ?? [];
  return { form, argument };
}
