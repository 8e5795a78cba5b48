import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { thumbprintOf } from './proofs.ts';

const pastSeconds = 60;
const aheadSeconds = 10;
const privateMember = 'd';

const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/** Checks of an ES256 proof that a server must make, by hand: returns the key that it names, or null. RFC 9449 §4.3 */
export function createProofCheck(htu: string): (proof: string) => string | null {
  const keys = new Map<string, KeyObject>();
  /** Proofs by key and `jti`, with the second at which they end; those that have ended are looked for once a second. */
  const used = new Map<string, number>();
  let sweptSecond = 0;
  const isNew = (id: string, nowSecond: number): boolean => {
    if (nowSecond > sweptSecond) {
      sweptSecond = nowSecond;
      for (const [each, until] of used) {
        if (until > nowSecond) break;
        used.delete(each);
      }
    }
    if (used.has(id)) return false;
    used.set(id, nowSecond + pastSeconds + aheadSeconds);
    return true;
  };
  const keyOf = (jwk: JsonWebKey, thumbprint: string): KeyObject => {
    const known = keys.get(thumbprint);
    if (known !== undefined) return known;
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    keys.set(thumbprint, key);
    return key;
  };
  return (proof) => {
    const [head, body, signature = ''] = proof.split('.');
    const { typ, alg, jwk } = decode(head);
    if (typ !== 'dpop+jwt' || alg !== 'ES256' || typeof jwk !== 'object' || jwk === null) return null;
    if (privateMember in jwk) return null;
    const thumbprint = thumbprintOf({ ...jwk });
    const key = { key: keyOf({ ...jwk }, thumbprint), dsaEncoding: 'ieee-p1363' } as const;
    if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
      return null;
    const { jti, htm, htu: sentTo, iat } = decode(body);
    const nowSecond = Math.floor(Date.now() / 1_000);
    const age = nowSecond - Number(iat);
    if (htm !== 'POST' || sentTo !== htu || !(age <= pastSeconds && age >= -aheadSeconds)) return null;
    return typeof jti === 'string' && isNew(`${thumbprint}.${jti}`, nowSecond) ? thumbprint : null;
  };
}
