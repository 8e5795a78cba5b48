import type { TokenReport } from '#shared/api/index.ts';
import { decodeLeniently } from '#shared/tokens/lenient-base64url.ts';
import { type Jws, readJws, readPart, textMember } from './jwt/read-jws.ts';
import { jwtRemarks } from './jwt/remarks.ts';
import { readSaml } from './saml/read-saml.ts';
import { readSamlText } from './saml/saml-text.ts';

type Stored = TokenReport['stored'];

const nothing = {
  header: null,
  claims: null,
  payload: null,
  signature: 'none',
  algorithm: null,
  remarks: [],
  saml: null,
} as const satisfies Partial<TokenReport>;

/** The token in a text that was pasted: without space around it, and without the word that a header begins with. */
export function tokenIn(text: string): string {
  return text.trim().replace(/^(?:Bearer|DPoP)[ \t]+(?=\S+$)/i, '');
}

/**
 * Says what a token is and what the hosted store knows of it. What a JWT or an assertion says is shown as it stands:
 * nothing here verifies a signature, and the report never says so.
 */
export async function inspectToken(text: string, stored: Stored, nowMillis: number): Promise<TokenReport> {
  const token = tokenIn(text);
  const jws = readJws(token);
  if (jws !== null) return jwtReport(jws, stored, nowMillis);
  const jwe = jweHeader(token);
  if (jwe !== null)
    return { ...nothing, remarks: [encrypted], form: 'jwe', stored, header: jwe.pretty, algorithm: jwe.alg };
  const saml = readSamlText(token);
  if (saml !== null) {
    const { report, remarks } = await readSaml(saml, nowMillis);
    const signature = report.signatures.length > 0 ? 'not-verified' : 'none';
    return { ...nothing, form: 'saml', stored, signature, remarks: [...remarks], saml: report };
  }
  if (!/^[\x21-\x7e]+$/.test(token)) return { ...nothing, remarks: [noToken], form: 'unreadable', stored };
  return { ...nothing, remarks: [], form: 'opaque', stored };
}

const noToken = {
  severity: 'error',
  text: 'The text is not a token: a token consists of printable ASCII characters without spaces.',
  clause: 'RFC 6750 §2.1',
} as const;

const encrypted = {
  severity: 'notice',
  text: 'The token is encrypted. Without the key, only its header is readable.',
  clause: 'RFC 7516 §3',
} as const;

function jwtReport(jws: Jws, stored: Stored, nowMillis: number): TokenReport {
  const { header, payload, parts } = jws;
  return {
    ...nothing,
    form: 'jwt',
    stored,
    header: header.json.pretty,
    claims: payload.json?.pretty ?? null,
    payload: payload.json === null ? payload.text : null,
    signature: parts[2] === '' ? 'none' : 'not-verified',
    algorithm: textMember(header.json, 'alg'),
    remarks: [...jwtRemarks(jws, nowMillis)],
  };
}

/** The header of a compact JWE as it was written, which a decoder does not tell; null where the text is none. RFC 7516 §7.1 */
function jweHeader(token: string): { readonly pretty: string; readonly alg: string | null } | null {
  const parts = token.split('.');
  if (parts.length !== 5 || parts.some((part) => decodeLeniently(part).bytes === null)) return null;
  const { json } = readPart(parts[0] ?? '');
  return json === null || json.value['enc'] === undefined
    ? null
    : { pretty: json.pretty, alg: textMember(json, 'alg') };
}
