import { base64urlEncode } from '../../oauth/base64url.ts';
import { formEncode, percentEncode } from '../../oauth/form.ts';
import { utf8Decode, utf8Encode } from '../../oauth/utf8.ts';
import { percentDecoded } from '../../text/decoding.ts';
import { decodeLeniently } from '../../tokens/lenient-base64url.ts';
import { textOf } from '../values.ts';
import { type ExpressionFunction, textFunction, valueFunction } from './function.ts';
import { sha256 } from './sha256.ts';

const bytesOf = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : utf8Encode(textOf(value));

function base64(bytes: Uint8Array): string {
  const text = base64urlEncode(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

function decodedText(text: string): string | null {
  const { bytes } = decodeLeniently(text.trim());
  return bytes === null ? null : utf8Decode(bytes);
}

const formDecode = (text: string): string | null => percentDecoded(text.replaceAll('+', ' '));

/** Encodes all but the unreserved characters and those that are allowed. RFC 3986 §3 */
function encodeAllBut(kept: string): (text: string) => string {
  return (text) =>
    Array.from(text, (character) => (kept.includes(character) ? character : percentEncode(character))).join(
      '',
    );
}

const subDelims = "!$&'()*+,;=";
const encodePathElement = encodeAllBut(`${subDelims}:@`);
const encodeFragment = encodeAllBut(`${subDelims}:@/?`);
const encodeUserInfo = encodeAllBut(`${subDelims}:`);
const encodeQueryPart = encodeAllBut("!$'()*,;:@/?");

function bytesFunction(
  name: string,
  detail: string,
  apply: (bytes: Uint8Array) => unknown,
): ExpressionFunction {
  return valueFunction(name, 'text or bytes', detail, (value) => apply(bytesOf(value)));
}

/** Base64, percent-encoding, digests. */
export const encodingFunctions: readonly ExpressionFunction[] = [
  bytesFunction('encodeBase64', 'in Base64', base64),
  bytesFunction('encodeBase64url', 'in base64url', base64urlEncode),
  bytesFunction('digestSha256', 'the SHA-256 digest, as bytes', sha256),
  textFunction('decodeBase64', 'the text decoded from Base64', decodedText),
  textFunction('decodeBase64url', 'the text decoded from base64url', decodedText),
  textFunction('urlEncode', 'for a form or query; a space becomes +', formEncode),
  textFunction('urlDecode', 'from a form or query', formDecode),
  textFunction('formEncodeParameterNameOrValue', 'for a form; a space becomes +', formEncode),
  textFunction('formDecodeParameterNameOrValue', 'from a form', formDecode),
  textFunction('urlEncodeQueryParameterNameOrValue', 'for a query', encodeQueryPart),
  textFunction('urlDecodeQueryParameterNameOrValue', 'from a query', percentDecoded),
  textFunction('urlEncodePathElement', 'for a segment of a path', encodePathElement),
  textFunction('urlDecodePathElement', 'from a segment of a path', percentDecoded),
  textFunction('urlEncodeFragment', 'for a fragment', encodeFragment),
  textFunction('urlDecodeFragment', 'from a fragment', percentDecoded),
  textFunction('urlEncodeUserInfo', 'for the user information of a URI', encodeUserInfo),
  textFunction('urlDecodeUserInfo', 'from the user information of a URI', percentDecoded),
  textFunction('pathToUrl', 'the file URL of an absolute path', (path) => {
    const slashed = path.replaceAll('\\', '/');
    const absolute = slashed.startsWith('/') ? slashed : `/${slashed}`;
    return `file://${absolute.split('/').map(encodePathElement).join('/')}`;
  }),
];
