import type { HttpResponse } from '#main/platform/http.ts';
import { assertNever } from '#shared/errors/index.ts';
import {
  cleanErrorDescription,
  decodeFormComponent,
  echoEncoded,
  percentEncode,
  type ResponseMode,
  withQuery,
} from '#shared/oauth/index.ts';
import type { WireError } from '../errors.ts';
import { formPostPage } from '../pages/form-post.ts';
import type { Language } from '../pages/texts.ts';
import { redirect } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import type { ResponseParameter } from './context.ts';

/** Where an answer of the authorization endpoint goes, how, and what goes with every answer. */
export interface Destination {
  readonly redirectUri: string;
  readonly mode: ResponseMode;
  /** `state` in the encoding in which it was sent; null where it was not. */
  readonly encodedState: string | null;
  /** The issuer that the answer names; null: none. RFC 9207 §2 */
  readonly responseIssuer: string | null;
  readonly language: Language;
}

/** The parameters of an error. RFC 6749 §4.1.2.1 */
export function errorParameters({ code, description }: WireError): readonly ResponseParameter[] {
  return description === undefined
    ? [['error', code]]
    : [
        ['error', code],
        ['error_description', cleanErrorDescription(description)],
      ];
}

/**
 * Sends the browser to the client with the issued code or tokens, or with the error. RFC 6749 §4.1.2, RFC
 * 9207 §2
 */
export function respondToClient(
  runtime: Runtime,
  destination: Destination,
  parameters: readonly ResponseParameter[],
  status: 302 | 303 | 307,
  headers: readonly string[],
): HttpResponse {
  const { redirectUri, mode, encodedState, responseIssuer: issuer, language } = destination;
  const query = encodeResponse(parameters, encodedState, issuer);
  switch (mode) {
    case 'query':
      return redirect(status, withQuery(redirectUri, query), headers);
    case 'fragment':
      return redirect(status, `${redirectUri}#${query}`, headers);
    case 'form_post': {
      const state = encodedState === null ? null : (decodeFormComponent(encodedState) ?? encodedState);
      const fields: readonly ResponseParameter[] = [
        ...parameters,
        ...(state === null ? [] : [['state', state] as const]),
        ...(issuer === null ? [] : [['iss', issuer] as const]),
      ];
      return formPostPage({ language, issuer: runtime.issuer(), redirectUri, fields, extraHeaders: headers });
    }
    default:
      return assertNever(mode);
  }
}

function encodeResponse(
  parameters: readonly ResponseParameter[],
  encodedState: string | null,
  issuer: string | null,
): string {
  const pairs = parameters.map(([name, value]) => `${name}=${percentEncode(value)}`);
  if (encodedState !== null) pairs.push(`state=${echoEncoded(encodedState)}`);
  if (issuer !== null) pairs.push(`iss=${percentEncode(issuer)}`);
  return pairs.join('&');
}
