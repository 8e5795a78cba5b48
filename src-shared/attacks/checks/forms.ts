import { parseForm, unwrappedResponse } from '../../oauth/index.ts';
import { type Evidence, headerOf, jsonOf, type WireEnd, type WireResponse } from '../evidence.ts';

/** Judges the form of an answer; returns null, or the reason for a mismatch. */
type Judge = (
  argument: string,
  response: WireResponse,
  end: WireEnd | undefined,
  evidence: Evidence,
) => string | null;

const noStore = (response: WireResponse) =>
  /no-store/i.test(headerOf(response, 'cache-control') ?? '') ? null : 'the response is cacheable';

/** The first reason that is not null. */
function firstOf(...reasons: readonly (string | null)[]): string | null {
  return reasons.find((reason) => reason !== null) ?? null;
}

function wantStatus(response: WireResponse, ...allowed: readonly number[]): string | null {
  return response.status !== null && allowed.includes(response.status)
    ? null
    : `the status is ${response.status ?? 'none'}`;
}

/** An error of a back endpoint. RFC 6749 §5.2; that it may not be kept, §5.1 demands of tokens: of errors only our server promises it. */
function jsonError(argument: string, response: WireResponse, { hosted }: Evidence): string | null {
  const json = jsonOf(response);
  if (json === null) return 'the body is not a JSON object';
  const { error, error_description: description } = json;
  const words = typeof description === 'string' ? description : '';
  return firstOf(
    argument === '' || error === argument ? null : `the error is ${String(error)}`,
    /^application\/json/i.test(headerOf(response, 'content-type') ?? '')
      ? null
      : 'the type is not application/json',
    hosted === null ? null : noStore(response),
    // RFC 6749 §5.2: no quotes, no backslash, no control characters.
    /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(words) ? null : 'error_description contains forbidden characters',
    'access_token' in json ? 'the response contains an access_token' : null,
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

/** The same with those in a signed response, where that is how they came. JARM §2.3 */
export function answeredParameters(end: WireEnd | undefined): ReadonlyMap<string, string> {
  return unwrappedResponse(callbackParameters(end));
}

function redirect(
  argument: string,
  _answer: WireResponse,
  end: WireEnd | undefined,
  evidence: Evidence,
): string | null {
  if (end?.end !== 'callback') return `it ended with a ${end?.end ?? 'plain response'}`;
  const parameters = answeredParameters(end);
  const state = evidence.value('state');
  return firstOf(
    misdirection(end, evidence),
    parameters.get('error') === argument || argument === ''
      ? null
      : `the error is ${parameters.get('error') ?? 'none'}`,
    state === undefined || parameters.get('state') === state
      ? null
      : 'state does not match the value that was sent',
    evidence.namesIssuer && parameters.get('iss') !== evidence.issuer
      ? 'iss does not match the server'
      : null,
  );
}

/** The harm that an error which goes to a client can do, however it is worded: by its place, or by a code that came with it. RFC 6749 §4.1.2.1 */
export function misdirection(end: WireEnd | undefined, { redirectUri }: Evidence): string | null {
  if (end?.end !== 'callback') return null;
  const parameters = answeredParameters(end);
  return firstOf(
    end.url.startsWith(redirectUri ?? '') ? null : `the response was sent to ${end.url.slice(0, 120)}`,
    parameters.has('error') ? null : 'the error is missing',
    parameters.has('code') || parameters.has('access_token') ? 'the response contains a code or token' : null,
  );
}

/** The error in a Bearer or DPoP challenge, empty if it has none; null: there is no such challenge. RFC 6750 §3, RFC 9449 §7.1 */
export function challengeError(response: WireResponse): string | null {
  const header = headerOf(response, 'www-authenticate') ?? '';
  return /^(?:bearer|dpop)\b/i.test(header) ? (/error="([^"]*)"/i.exec(header)?.[1] ?? '') : null;
}

/** A challenge of a resource server. RFC 6750 §3 */
function challenge(error: string, response: WireResponse): string | null {
  const named = challengeError(response);
  if (named === null) return 'the challenge is missing';
  return named === error ? null : `the error of the challenge is “${named}”`;
}

/** The short forms of answers in expectations; the argument is in parentheses. */
export const responseForms: Readonly<Record<string, Judge>> = {
  /** An error page of the server itself: nothing goes to the client. */
  PAGE: (_argument, response, end) =>
    firstOf(
      end?.end === 'callback' ? `the browser was redirected to ${end.url.slice(0, 120)}` : null,
      wantStatus(response, 400, 401, 403, 404, 413, 414, 421, 431),
      headerOf(response, 'location') === null ? null : 'the response contains a Location header',
    ),
  REDIR: redirect,
  J400: (argument, response, _end, evidence) =>
    firstOf(wantStatus(response, 400), jsonError(argument, response, evidence)),
  /** A client that is not known: 401 and a challenge where it used the Authorization header, else 400 or 401. RFC 6749 §5.2 */
  J401: (argument, response, _end, evidence) =>
    response.request.hasAuthorization
      ? firstOf(
          wantStatus(response, 401),
          jsonError(argument, response, evidence),
          headerOf(response, 'www-authenticate') === null ? 'the WWW-Authenticate header is missing' : null,
        )
      : firstOf(wantStatus(response, 400, 401), jsonError(argument, response, evidence)),
  RS400: (argument, response) => firstOf(wantStatus(response, 400), challenge(argument, response)),
  RS401: (argument, response) => firstOf(wantStatus(response, 401), challenge(argument, response)),
  RS403: (argument, response) => firstOf(wantStatus(response, 403), challenge(argument, response)),
  /** Whatever it is, it is a refusal that the server meant: 4xx, and no 500. */
  REFUSED: (_argument, response, end) =>
    firstOf(
      end?.end === 'callback' && !answeredParameters(end).has('error')
        ? 'the browser returned without an error'
        : null,
      end?.end === 'callback' || (response.status !== null && response.status >= 400 && response.status < 500)
        ? null
        : `the status is ${response.status ?? 'none'}`,
    ),
  /** The page that asks for a password. */
  SIGNIN: (_argument, response, end) =>
    firstOf(
      end?.end === 'callback' ? `the browser was redirected to ${end.url.slice(0, 120)}` : null,
      wantStatus(response, 200),
      /\stype=["']?password\b/i.test(response.body) ? null : 'the page has no password field',
    ),
  OK: (_argument, response) =>
    response.status !== null && response.status < 300 ? null : `the status is ${response.status ?? 'none'}`,
  /** A token response. RFC 6749 §5.1 */
  TOKENS: (_argument, response) => {
    const json = jsonOf(response);
    return firstOf(
      wantStatus(response, 200),
      typeof json?.['access_token'] === 'string' ? null : 'the access_token is missing',
    );
  },
  /** The browser came back to the client with a code or token. */
  CALLBACK: (_argument, _answer, end) => {
    const parameters = callbackParameters(end);
    if (end?.end !== 'callback') return `it ended with a ${end?.end ?? 'plain response'}`;
    return parameters.has('code') || parameters.has('access_token') || parameters.has('id_token')
      ? null
      : `the code is missing: ${parameters.get('error') ?? 'no error'}`;
  },
};

/** A short form taken apart: `J400(invalid_grant)`. */
export function parseResponseForm(text: string): { readonly form: string; readonly argument: string } {
  const [, form = text, argument = ''] = /^([A-Z0-9]+)(?:\(([^)]*)\))?$/.exec(text) ?? [];
  return { form, argument };
}
