import { refusal } from './saml-error.ts';

/** Largest assertion that is read, decoded, in bytes. */
export const maxAssertionBytes = 48 * 1_024;

/**
 * Encodings: the one that RFC 7522 asks for, and the one that many clients send. A text that is both counts as the
 * former.
 */
export type AssertionEncoding = 'base64url' | 'base64';

export interface DecodedAssertion {
  readonly xml: string;
  readonly encoding: AssertionEncoding;
  readonly sizeBytes: number;
}

const alphabets = /^(?:([A-Za-z0-9_-]*)|([A-Za-z0-9+/]*))(={0,2})$/;

/**
 * Decodes the `assertion` parameter: Base64-URL or plain Base64, with or without padding. RFC 7522 §2.1
 * @throws SamlError encoding: neither of the two, more than 48 KiB, or not UTF-8
 */
export function decodeAssertion(text: string): DecodedAssertion {
  if (Math.floor((text.length * 3) / 4) > maxAssertionBytes + 2) throw tooLarge(`${text.length} characters`);
  const match = alphabets.exec(text);
  if (match === null) {
    throw refusal('encoding', 'The text is neither Base64-URL nor Base64.', 'Base64-URL', oddCharacter(text));
  }
  const [, urlText, plainText, padding = ''] = match;
  const encoding = urlText === undefined ? 'base64' : 'base64url';
  const digits = urlText ?? plainText ?? '';
  if (padding !== '' && (digits.length + padding.length) % 4 !== 0) {
    throw refusal(
      'encoding',
      'The padding does not match the length.',
      undefined,
      `${text.length} characters`,
    );
  }
  const bytes = Buffer.from(digits, encoding);
  // Node ignores bits that are left over; two texts for the same bytes would make one assertion look like two.
  if (bytes.toString('base64url') !== digits.replaceAll('+', '-').replaceAll('/', '_')) {
    throw refusal('encoding', 'The text ends with an incomplete byte.', undefined, `${digits.length} digits`);
  }
  if (bytes.length > maxAssertionBytes) throw tooLarge(`${bytes.length} bytes`);
  return { xml: readUtf8(bytes), encoding, sizeBytes: bytes.length };
}

function readUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal('encoding', 'The decoded bytes are not UTF-8.');
  }
}

function tooLarge(got: string) {
  return refusal('encoding', 'The assertion is too large.', `${maxAssertionBytes} bytes decoded`, got);
}

function oddCharacter(text: string): string {
  const odd = /[^A-Za-z0-9+/=_-]/u.exec(text)?.[0];
  return odd === undefined ? 'characters of both alphabets, or padding in the middle' : JSON.stringify(odd);
}
