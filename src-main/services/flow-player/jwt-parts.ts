import { createHmac, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { publicKeyOf } from '#main/platform/key-kinds.ts';

/** Members of a header or of claims. RFC 7519 §7.1 */
export type Members = Readonly<Record<string, unknown>>;

/** Encodes a header or claims as a part of a JWT. RFC 7515 §3.1 */
export function encodePart(members: Members): string {
  return Buffer.from(JSON.stringify(members)).toString('base64url');
}

/** Fills in the templates among members and in lists of them; other values stay as they are. @throws flow.value-missing */
export async function filledMembers(
  members: unknown,
  fill: (template: string) => Promise<string>,
): Promise<Members> {
  const given = Object.entries(Object(members) as Members);
  const filled = given.map(async ([name, value]) => [name, await filledValue(value, fill)] as const);
  return Object.fromEntries(await Promise.all(filled));
}

async function filledValue(value: unknown, fill: (template: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return fill(value);
  return Array.isArray(value) ? Promise.all(value.map((each: unknown) => filledValue(each, fill))) : value;
}

/** Replaces members: null removes one, and `+60` or `-60` is that many seconds from now on. */
export function changed(members: Members, changes: Members, nowSeconds: number): Members {
  const moved = Object.entries(changes).map(([name, value]) => {
    const [, seconds] = typeof value === 'string' ? (/^([+-]\d+)$/.exec(value) ?? []) : [];
    return [name, seconds === undefined ? value : nowSeconds + Number(seconds)] as const;
  });
  const all = { ...members, ...Object.fromEntries(moved) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** Signs with HMAC under the text of a public key: a careless library takes it for a signature. RFC 8725 §2.1 */
export function signedWithPublicKey(key: string | JsonWebKey, header: Members, claims: Members): string {
  const pem = publicKeyOf(key).export({ type: 'spki', format: 'pem' }).toString();
  const input = `${encodePart({ ...header, alg: 'HS256' })}.${encodePart(claims)}`;
  return `${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`;
}

/** Signs with a new key, whose public half the header may hold. RFC 8725 §2 */
export function signedWithOwnKey(header: Members, claims: Members, isEmbedded: boolean): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = isEmbedded ? { jwk: publicKey.export({ format: 'jwk' }) } : {};
  const input = `${encodePart({ ...header, ...jwk, alg: 'ES256' })}.${encodePart(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}
