import type { HttpResponse } from '#main/platform/http.ts';
import { cleanErrorDescription } from '#shared/oauth/index.ts';
import type { WireError } from './errors.ts';

const noStore = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'] as const;
const json = ['Content-Type', 'application/json;charset=UTF-8', ...noStore] as const;

/** Answers 200 with a document that nobody may keep. RFC 6749 §5.1. */
export function jsonResponse(body: string): HttpResponse {
  return { status: 200, headers: json, body };
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
