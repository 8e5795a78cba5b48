import { base64urlDecode } from './base64url.ts';
import { utf8Decode } from './utf8.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members of a signed response that are about the JWT. JARM §2.1 */
const ownMembers: ReadonlySet<string> = new Set(['aud', 'exp', 'iat', 'nbf', 'jti']);

/**
 * The parameters of an authorization response, those in its signed JWT included, which come before the same ones beside it;
 * nothing is verified. A response without such a JWT stays as it is. JARM §2.3
 */
export function unwrappedResponse(parameters: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const claims = claimsOfResponse(parameters);
  if (claims === null) return parameters;
  const inside = Object.entries(claims).flatMap(([name, value]) =>
    ownMembers.has(name) ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const],
  );
  const outside = [...parameters].filter(([name]) => name !== 'response');
  return new Map([...outside, ...inside]);
}

/** The claims of the JWT that is the response; null: there is none. JARM §2.3 */
function claimsOfResponse(parameters: ReadonlyMap<string, string>): Members | null {
  const parts = parameters.get('response')?.split('.');
  if (parts?.length !== 3) return null;
  const bytes = base64urlDecode(parts[1] ?? '');
  const text = bytes === null ? null : utf8Decode(bytes);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
