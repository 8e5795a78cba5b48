import type { HttpResponse } from '#main/platform/http.ts';
import type { Step } from '#main/platform/pipeline.ts';
import { cleanErrorDescription } from '#shared/oauth/index.ts';
import { withoutEnd } from '#shared/text/ends.ts';
import type { WireError } from './errors.ts';

/** Documents below `/.well-known/`, which RFC 8414 §3.1 inserts before the path of the issuer. */
const wellKnown = '/.well-known/';

/** A cookie that no script reads. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** 0 takes it away. */
  readonly ageSeconds: number;
  readonly sameSite: 'Lax' | 'Strict';
}

/** Where the server is reached, and everything of its answers that depends on it. */
export interface OwnAddress {
  /** Base URL without a slash at the end. */
  readonly issuer: string;
  /** Host and port, as a Host field has them. */
  readonly host: string;
  /** The header of a cookie that goes to its own paths alone, and over TLS only where it has that. RFC 6265 §4.1.2 */
  cookie(cookie: Cookie): readonly string[];
  /** Our own address as an external path, with everything in front of it: for forms and redirects. */
  path(path: string): string;
  /** The path of a request as the server knows it: below the base URL, or without what a proxy in front took away. */
  below(path: string): string;
}

let latest: OwnAddress | null = null;

/** Everything that follows from the base URL; usually there is one. RFC 8414 §2 and §3.1 */
export function ownAddress(issuer: string): OwnAddress {
  if (latest?.issuer !== issuer) latest = createOwnAddress(issuer);
  return latest;
}

function createOwnAddress(issuer: string): OwnAddress {
  const url = URL.parse(issuer);
  const prefix = withoutEnd(url?.pathname ?? '', '/');
  const secure = url?.protocol === 'https:' ? '; Secure' : '';
  return {
    issuer,
    host: url?.host ?? '',
    cookie: ({ name, value, ageSeconds, sameSite }) => [
      'Set-Cookie',
      `${name}=${value}; Path=${cookiePath(prefix)}; Max-Age=${ageSeconds}; HttpOnly; SameSite=${sameSite}${secure}`,
    ],
    path: (path) => `${prefix}${path}`,
    below: (path) => (prefix === '' ? path : below(prefix, path)),
  };
}

// Cookies reach the way back from an identity provider too, not the authorization endpoint alone.
function cookiePath(prefix: string): string {
  // A semicolon would end the attribute, and the cookie would be sent nowhere.
  return prefix.includes(';') ? '/' : `${prefix}/as`;
}

/**
 * The three addresses of the metadata lead to the same document: the well-known part inserted before the path (RFC 8414
 * §3.1, and OpenID Connect by its §5) or appended to it (OpenID Connect Discovery §4).
 */
function below(prefix: string, path: string): string {
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length);
  if (path.startsWith(wellKnown) && path.endsWith(prefix)) return path.slice(0, -prefix.length);
  return path;
}

/** Change to an answer before it goes out; null: it goes as it was made, with all that protects it. */
export interface GuardedResponse {
  altered: AlterResponse | null;
}

export type AlterResponse = (response: HttpResponse) => HttpResponse;

/** The first step of an endpoint, so that it holds for refusals too: the answer goes out with all that protects it. */
export function guardStep(rule: string, clause: string): Step<GuardedResponse> {
  return { id: 'answer-guarded', rule, clause, check: (context) => void (context.altered = null) };
}

const noStore = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'] as const;
const json = ['Content-Type', 'application/json;charset=UTF-8', ...noStore] as const;

/** Answers a success with a document that nobody may keep. RFC 6749 §5.1. */
export function jsonResponse(body: string, status: 200 | 201 = 200): HttpResponse {
  return { status, headers: json, body };
}

/**
 * The error answer of the token endpoint: the product writes the description first and ends the line, the strict
 * profile writes it as the RFC shows it. RFC 6749 §5.2.
 */
export function jsonError(
  error: WireError,
  isStrict: boolean,
  extraHeaders: readonly string[] = [],
): HttpResponse {
  const code = `"error":"${error.code}"`;
  const description =
    error.description === undefined
      ? null
      : `"error_description":${JSON.stringify(cleanErrorDescription(error.description))}`;
  const members = description === null ? [code] : isStrict ? [code, description] : [description, code];
  const body = `{${members.join(',')}}${isStrict ? '' : '\r\n'}`;
  return {
    status: error.status,
    headers: extraHeaders.length === 0 ? json : [...json, ...extraHeaders],
    body,
  };
}

/** Sends the browser on, telling the next site nothing of where it was. RFC 9700 §4.2.4. */
export function redirect(
  status: 302 | 303 | 307,
  location: string,
  extraHeaders: readonly string[] = [],
): HttpResponse {
  return {
    status,
    headers: ['Location', location, ...noStore, 'Referrer-Policy', 'no-referrer', ...extraHeaders],
    body: '',
  };
}

/** Refuses a method, naming those that the path takes. RFC 9110 §15.5.6. */
export function methodNotAllowed(allow: string): HttpResponse {
  return { status: 405, headers: [...json, 'Allow', allow], body: '{"error":"invalid_request"}\r\n' };
}
