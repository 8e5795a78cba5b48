import { cleanErrorDescription, echoEncoded, percentEncode, withQuery } from '#shared/oauth/index.ts';
import type { WireError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';

/** Where an answer of the authorization endpoint goes, and what goes with every answer. */
export interface Destination {
  readonly redirectUri: string;
  /** `state` in the encoding in which it was sent; null where it was not. */
  readonly encodedState: string | null;
}

/** The client's address with the code. RFC 6749 §4.1.2, RFC 9207 §2. */
export function codeLocation(runtime: Runtime, destination: Destination, code: string): string {
  return location(runtime, destination, `code=${code}`);
}

/** The client's address with an error. RFC 6749 §4.1.2.1, RFC 9207 §2. */
export function errorLocation(runtime: Runtime, destination: Destination, error: WireError): string {
  const { description } = error;
  const words =
    description === undefined
      ? ''
      : `&error_description=${percentEncode(cleanErrorDescription(description))}`;
  return location(runtime, destination, `error=${error.code}${words}`);
}

function location(runtime: Runtime, { redirectUri, encodedState }: Destination, answer: string): string {
  const state = encodedState === null ? '' : `&state=${echoEncoded(encodedState)}`;
  const issuer = runtime.settings().issuerInResponse ? `&iss=${percentEncode(runtime.issuer())}` : '';
  return withQuery(redirectUri, `${answer}${state}${issuer}`);
}
