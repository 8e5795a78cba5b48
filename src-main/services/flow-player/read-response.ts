import { headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import { compilePattern, maxSearchSteps, PatternRefusal } from '#shared/expressions/pattern/index.ts';
import { LimitExceeded } from '#shared/expressions/values.ts';
import type { Capture, Reading } from '#shared/flows/index.ts';
import { unwrappedResponse } from '#shared/oauth/index.ts';
import type { CallbackSeen } from './callback-seen.ts';
import { readForm } from './page-form.ts';
import { parseJson } from './parse-json.ts';
import { PlayFailure } from './play-failure.ts';
import { issuedValue, plainValue, type RunValue } from './play-values.ts';
import {
  readChallenge,
  readRegistration,
  readResourceMetadata,
  readScoped,
  readServerMetadata,
} from './read-discovery.ts';
import { refusalOf } from './refusal.ts';

/** Instructions for reading an answer. */
export interface ResponseReading {
  readonly stepId: string;
  readonly reading: Reading;
  readonly prefix: string;
  readonly captures: readonly Capture[];
  readonly nowMillis: number;
  readonly codeLifetimeSeconds: number;
  /** True where the request asks for nothing that comes with the answer. OAuth 2.0 Multiple Response Types §4 */
  readonly isEmpty?: boolean;
  /** Address that the answer came from. */
  readonly url: string;
  /** Issuer of the server that the run is played at. */
  readonly issuer: string;
  readonly get: (name: string) => string | undefined;
  readonly set: (name: string, value: RunValue) => void;
}

/** The part of it that an authorization response needs. */
export type CallbackReading = Omit<ResponseReading, 'url' | 'issuer' | 'get'>;

/** Reads an answer into the values of the run. @throws PlayFailure if the step needs another answer */
export function readResponse(response: RawResponse, reading: ResponseReading): void {
  for (const capture of reading.captures) {
    const value = captured(response, capture);
    if (value !== null)
      reading.set(reading.prefix + capture.name, plainValue(value, reading.stepId, { state: 'read' }));
  }
  switch (reading.reading) {
    case 'any':
      return;
    case 'success':
      if (response.status < 200 || response.status > 299) throw new PlayFailure(refusalOf(response));
      return;
    case 'tokens':
      return readTokens(response, reading);
    case 'page':
      return readPage(response, reading);
    case 'callback': {
      const location = headerValue(response.headers, 'location');
      if (location === null)
        throw new PlayFailure(`Expected a redirect, received status ${response.status}.`);
      return readCallback(responseParameters(location), reading);
    }
    case 'challenge':
      return readChallenge(response, reading);
    case 'scoped':
      return readScoped(response, reading);
    case 'resource-metadata':
      return readResourceMetadata(response, reading, reading.issuer);
    case 'server-metadata':
      return readServerMetadata(response, reading);
    case 'registration':
      return readRegistration(response, reading);
  }
}

/** The tokens of a token response, whatever its status. RFC 6749 §5.1 */
function readTokens(response: RawResponse, { stepId, prefix, nowMillis, set }: ResponseReading): void {
  const answer = parseJson(response);
  if (response.status !== 200) throw new PlayFailure(refusalOf(response));
  if (answer === null) {
    const type = headerValue(response.headers, 'content-type') ?? 'no content type';
    throw new PlayFailure(`Expected JSON, received status ${response.status} with ${type}.`);
  }
  const { access_token: accessToken, expires_in: lifetime } = answer;
  if (typeof accessToken !== 'string') throw new PlayFailure('The token response has no access_token.');
  const expiresAtMillis = typeof lifetime === 'number' ? nowMillis + lifetime * 1_000 : null;
  set(`${prefix}access_token`, issuedValue(accessToken, stepId, nowMillis, expiresAtMillis));
  for (const name of ['refresh_token', 'id_token'] as const) {
    const token = answer[name];
    if (typeof token === 'string') set(prefix + name, issuedValue(token, stepId, nowMillis));
  }
}

function readPage(response: RawResponse, { stepId, prefix, set }: ResponseReading): void {
  const form = readForm(response.body.toString('utf8'));
  if (form === null)
    throw new PlayFailure(`Expected a page with a form, received status ${response.status}.`);
  for (const { name, type, value } of form.inputs)
    if (name !== '' && type === 'hidden')
      set(`${prefix}form.${name}`, plainValue(value, stepId, { state: 'read' }));
}

/** The parameters of an authorization response in its address: of the query, then of the fragment. RFC 6749 §4.1.2, §4.2.2 */
export function responseParameters(url: string): ReadonlyMap<string, string> {
  const [before = '', fragment = ''] = url.split('#', 2);
  const query = before.includes('?') ? before.slice(before.indexOf('?') + 1) : '';
  return new Map([...new URLSearchParams(query), ...new URLSearchParams(fragment)]);
}

/**
 * Names that occur more than once in an authorization response: no client can say which one counts. RFC 6749
 * §3.1
 */
export function repeatedParameters({ url, form }: CallbackSeen): readonly string[] {
  const [before = '', fragment = ''] = url.split('#', 2);
  const query = before.includes('?') ? before.slice(before.indexOf('?') + 1) : '';
  const sources = form === null ? [query, fragment] : [form];
  const names = sources.flatMap((source) => [...new URLSearchParams(source).keys()]);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/**
 * Takes the parameters of an authorization response, those in a signed one too. JARM §2.3
 * @throws PlayFailure where it is an error, or gives nothing
 */
export function readCallback(came: ReadonlyMap<string, string>, reading: CallbackReading): void {
  const parameters = unwrappedResponse(came);
  const { stepId, prefix, nowMillis, set } = reading;
  const error = parameters.get('error');
  if (error !== undefined) {
    const description = parameters.get('error_description');
    throw new PlayFailure(
      `The server rejected the request with ${error}${description === undefined ? '' : `: ${description}`}`,
    );
  }
  const code = parameters.get('code') ?? '';
  if (code !== '') {
    const expiresAtMillis = nowMillis + reading.codeLifetimeSeconds * 1_000;
    set(`${prefix}code`, { ...issuedValue(code, stepId, nowMillis, expiresAtMillis), state: 'issued' });
  }
  const lifetimeSeconds = Number(parameters.get('expires_in'));
  const expires = lifetimeSeconds > 0 ? nowMillis + lifetimeSeconds * 1_000 : null;
  for (const name of ['access_token', 'id_token'] as const) {
    const token = parameters.get(name) ?? '';
    if (token !== '')
      set(prefix + name, issuedValue(token, stepId, nowMillis, name === 'access_token' ? expires : null));
  }
  const gave = code !== '' || parameters.has('access_token') || parameters.has('id_token');
  if (!gave && reading.isEmpty !== true)
    throw new PlayFailure('The response has no code, no token and no error.');
}

/** The first group of the first match. @throws PlayFailure where the pattern cannot be read, or the text is too long */
function matched(text: string, pattern: string): string | null {
  try {
    return compilePattern(pattern).groupsWithin(text, maxSearchSteps)?.[1] ?? null;
  } catch (error) {
    if (error instanceof PatternRefusal)
      throw new PlayFailure(`The pattern “${pattern}” is not valid: ${error.message}`);
    if (error instanceof LimitExceeded)
      throw new PlayFailure(`The response is too long to search for “${pattern}”.`);
    throw error;
  }
}

/** @throws PlayFailure where a pattern cannot be read, or the body is too long for it */
function captured(response: RawResponse, { from, of }: Capture): string | null {
  switch (from) {
    case 'status':
      return String(response.status);
    case 'header':
      return headerValue(response.headers, of);
    case 'body':
      return matched(response.body.toString('utf8'), of);
    case 'json': {
      const value = parseJson(response)?.[of];
      return typeof value === 'string' ? value : value === undefined ? null : JSON.stringify(value);
    }
    case 'location-query':
    case 'location-fragment':
      return responseParameters(headerValue(response.headers, 'location') ?? '').get(of) ?? null;
  }
}
