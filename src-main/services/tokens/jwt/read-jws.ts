import { utf8Decode } from '#shared/oauth/index.ts';
import { type JsonText, readJsonObject } from '#shared/tokens/json-text.ts';
import { decodeLeniently, type LenientBytes } from '#shared/tokens/lenient-base64url.ts';

/** One part of a compact token, decoded as far as that goes. */
export interface JwsPart extends LenientBytes {
  /** U+FFFD replaces bytes that are no UTF-8; null if there are no bytes. */
  readonly text: string | null;
  readonly isUtf8: boolean;
  readonly json: JsonText | null;
}

/** A compact JWS, taken apart and proved by nobody. RFC 7515 §7.1 */
export interface Jws {
  readonly parts: readonly [header: string, payload: string, signature: string];
  readonly header: JwsPart & { readonly json: JsonText };
  readonly payload: JwsPart;
  readonly signature: LenientBytes;
}

// The mark at the start is a character like any other: a parser of JSON has to see it.
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes a part: base64url, UTF-8, JSON, each of them leniently, with its errors. */
export function readPart(text: string): JwsPart {
  const decoded = decodeLeniently(text);
  if (decoded.bytes === null) return { ...decoded, text: null, isUtf8: false, json: null };
  const decodedText = lenient.decode(decoded.bytes);
  return {
    ...decoded,
    text: decodedText,
    isUtf8: utf8Decode(decoded.bytes) !== null,
    json: readJsonObject(decodedText),
  };
}

/** Takes a token apart; null where it is no compact JWS with a JSON header. */
export function readJws(token: string): Jws | null {
  const [first, second, third, ...others] = token.split('.');
  if (first === undefined || second === undefined || third === undefined || others.length > 0) return null;
  const header = readPart(first);
  if (header.json === null) return null;
  return {
    parts: [first, second, third],
    header: { ...header, json: header.json },
    payload: readPart(second),
    signature: decodeLeniently(third),
  };
}

/** A member of a header or of claims that is a text; null where it is none. */
export function textMember(json: JsonText | null, name: string): string | null {
  const value = json?.value[name];
  return typeof value === 'string' ? value : null;
}
