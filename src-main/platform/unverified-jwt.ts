import { base64urlDecode, utf8Decode } from '#shared/oauth/index.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';

/**
 * The header of a compact JWT, before anything of it is proved. The decoders of jose let padding, white space and surplus
 * bits through; here a part has the one form that RFC 7515 §2 gives it. RFC 7519 §7.2
 * @throws SyntaxError where there is none
 */
export function unverifiedHeader(jwt: string): Readonly<Record<string, unknown>> {
  return objectIn(jwt.split('.')[0] ?? '');
}

/**
 * The claims of a compact JWT, before anything of it is proved. RFC 7519 §7.2
 * @throws SyntaxError where there are none
 */
export function unverifiedClaims(jwt: string): Readonly<Record<string, unknown>> {
  return objectIn(jwt.split('.')[1] ?? '');
}

function objectIn(part: string): Readonly<Record<string, unknown>> {
  const bytes = base64urlDecode(part);
  const text = bytes === null ? null : utf8Decode(bytes);
  const value: unknown = text === null ? null : JSON.parse(text);
  if (!isJsonObject(value)) throw new SyntaxError('The part is not a base64url-encoded JSON object');
  return value;
}
