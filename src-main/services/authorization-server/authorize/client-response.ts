import type { HttpResponse } from '#main/platform/http.ts';
import { assertNever } from '#shared/errors/index.ts';
import {
  cleanErrorDescription,
  decodeFormComponent,
  echoEncoded,
  percentEncode,
  withQuery,
} from '#shared/oauth/index.ts';
import type { WireError } from '../errors.ts';
import { signJwt } from '../keys/sign-jwt.ts';
import { formPostPage } from '../pages/form-post.ts';
import type { Language } from '../pages/texts.ts';
import { redirect } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { type AnswerMode, carrierOf, isSignedMode } from './answer-mode.ts';
import type { ResponseParameter } from './context.ts';

/** How long a signed response is valid, in seconds. JARM §2.1 recommends no more. */
const signedResponseSeconds = 600;

/** Where an answer of the authorization endpoint goes, how, and what goes with every answer. */
export interface Destination {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly mode: AnswerMode;
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
 * 9207 §2, JARM §2
 */
export async function respondToClient(
  runtime: Runtime,
  destination: Destination,
  parameters: readonly ResponseParameter[],
  status: 302 | 303 | 307,
  headers: readonly string[],
): Promise<HttpResponse> {
  if (!isSignedMode(destination.mode)) return send(runtime, destination, parameters, status, headers);
  const jwt = await signResponse(runtime, destination, parameters);
  // The JWT alone goes out: beside it, an attacker could change what it says.
  const alone = { ...destination, encodedState: null, responseIssuer: null };
  return send(runtime, alone, [['response', jwt]], status, headers);
}

function send(
  runtime: Runtime,
  destination: Destination,
  parameters: readonly ResponseParameter[],
  status: 302 | 303 | 307,
  headers: readonly string[],
): HttpResponse {
  const { redirectUri, mode, encodedState, responseIssuer: issuer, language } = destination;
  const query = encodeResponse(parameters, encodedState, issuer);
  const carrier = carrierOf(mode);
  switch (carrier) {
    case 'query':
      return redirect(status, withQuery(redirectUri, query), headers);
    case 'fragment':
      return redirect(status, `${redirectUri}#${query}`, headers);
    case 'form_post': {
      const state = stateOf(destination);
      const fields: readonly ResponseParameter[] = [
        ...parameters,
        ...(state === null ? [] : [['state', state] as const]),
        ...(issuer === null ? [] : [['iss', issuer] as const]),
      ];
      return formPostPage({ language, issuer: runtime.issuer(), redirectUri, fields, extraHeaders: headers });
    }
    default:
      return assertNever(carrier);
  }
}

/** `state` as the client knows it; null where it was not sent. */
function stateOf({ encodedState }: Destination): string | null {
  return encodedState === null ? null : (decodeFormComponent(encodedState) ?? encodedState);
}

/** The response as one JWT for the client, with everything in it. JARM §2.1 */
async function signResponse(
  runtime: Runtime,
  destination: Destination,
  parameters: readonly ResponseParameter[],
): Promise<string> {
  const { clientId, responseIssuer } = destination;
  const nowMillis = runtime.clock.nowMillis();
  const algorithm = runtime.registrations().client(clientId)?.responseAlgorithm ?? 'RS256';
  const state = stateOf(destination);
  return signJwt(await runtime.keys.current(algorithm, nowMillis), 'JWT', {
    ...Object.fromEntries(parameters),
    ...(state === null ? {} : { state }),
    iss: responseIssuer ?? runtime.issuer(),
    aud: clientId,
    exp: Math.floor(nowMillis / 1_000) + signedResponseSeconds,
  });
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
