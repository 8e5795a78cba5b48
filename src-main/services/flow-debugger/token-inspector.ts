import type { TokenReport } from '#shared/api/index.ts';
import { base64urlDecode, utf8Decode } from '#shared/oauth/index.ts';

type Decoded = { readonly text: string; readonly value: Readonly<Record<string, unknown>> };

/** One part of a JWT as JSON; null where it is none. RFC 7519 §7.2, base64url and UTF-8 done right. */
function decodePart(part: string): Decoded | null {
  const bytes = base64urlDecode(part);
  const text = bytes === null ? null : utf8Decode(bytes);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return { text: JSON.stringify(value, null, 2), value: Object.fromEntries(Object.entries(value)) };
  } catch {
    return null;
  }
}

const opaque = { form: 'opaque', header: null, claims: null, signature: 'none', remarks: [] } as const;

/**
 * Says what a token is and what the hosted store knows of it. A JWT's claims are shown as they stand: nothing here
 * verifies its signature, and the report says so.
 */
export function inspectToken(token: string, stored: TokenReport['stored'], nowMillis: number): TokenReport {
  const text = token.trim();
  if (!/^[\x21-\x7e]+$/.test(text))
    return {
      ...opaque,
      remarks: ['A token has no spaces or control characters: this text is none.'],
      form: 'unreadable',
      stored,
    };
  const parts = text.split('.');
  if (parts.length !== 3) return { ...opaque, remarks: [], stored };
  const header = decodePart(parts[0] ?? '');
  const claims = decodePart(parts[1] ?? '');
  if (header === null) return { ...opaque, remarks: [], stored };
  return {
    form: 'jwt',
    stored,
    header: header.text,
    claims: claims?.text ?? null,
    signature: 'not-verified',
    remarks: jwtRemarks(header, claims, parts[2] ?? '', nowMillis),
  };
}

function jwtRemarks(header: Decoded, claims: Decoded | null, signature: string, nowMillis: number): string[] {
  const remarks: string[] = [];
  const { alg } = header.value;
  if (alg === 'none' || signature === '') remarks.push('It is not signed: anybody can have written it.');
  if (claims === null) return [...remarks, 'Its claims are not JSON in base64url.'];
  const { exp, nbf } = claims.value;
  if (typeof exp === 'number' && exp * 1_000 <= nowMillis) remarks.push('By its own claims it has expired.');
  if (typeof nbf === 'number' && nbf * 1_000 > nowMillis)
    remarks.push('By its own claims it is not valid yet.');
  return remarks;
}
