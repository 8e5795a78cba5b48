import { inflateRawSync } from 'node:zlib';
import { maxAssertionBytes } from '#main/services/saml/index.ts';
import type { SamlReport } from '#shared/api/index.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';

/** XML, and how it was wrapped up. */
export interface SamlText {
  readonly xml: string;
  readonly encoding: SamlReport['encoding'];
}

const parameter = /(?:^|[?&])(?:SAMLResponse|SAMLRequest|assertion|subject_token)=([^&\s]+)/;

/**
 * The XML in a text: as it is, in Base64 or Base64-URL, deflated for the redirect binding, percent-encoded, or as a
 * parameter of a form. Null where there is none, or more than 48 KiB of it. SAML 2.0 Bindings §3.4.4.1, RFC 7522 §2.1
 */
export function readSamlText(text: string): SamlText | null {
  if (/^\s*</.test(text)) return fits(text) ? { xml: text.trim(), encoding: 'xml' } : null;
  const digits = unescape(parameter.exec(text)?.[1] ?? text).replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(digits)) return null;
  const isUrl = /[-_]/.test(digits) || !/[+/=]/.test(digits);
  const bytes = Buffer.from(digits, isUrl ? 'base64url' : 'base64');
  if (bytes.length > maxAssertionBytes) return null;
  const plain = xmlIn(bytes);
  if (plain !== null) return { xml: plain, encoding: isUrl ? 'base64url' : 'base64' };
  const inflated = inflate(bytes);
  const xml = inflated === null ? null : xmlIn(inflated);
  return xml === null ? null : { xml, encoding: 'deflated' };
}

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= maxAssertionBytes;
}

function unescape(text: string): string {
  // A plus sign that was not escaped is one of Base64: forms that make a space of it lose it.
  return percentDecodedOrAsIs(text);
}

function xmlIn(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /^\s*<[?!A-Za-z_]/.test(text) ? text.trim() : null;
  } catch {
    return null;
  }
}

function inflate(bytes: Uint8Array): Uint8Array | null {
  try {
    return inflateRawSync(bytes, { maxOutputLength: maxAssertionBytes });
  } catch {
    return null;
  }
}
