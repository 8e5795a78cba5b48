import { generateKeyPairSync, hash, randomUUID, sign } from 'node:crypto';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Makes the DPoP header line of each next request for an address: ES256, one key, a `jti` of its own. RFC 9449 §4.2 */
export function createProofMaker(htm: string, htu: string): () => string {
  const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const header = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk });
  return () => {
    const iat = Math.floor(Date.now() / 1_000);
    const input = `${header}.${encode({ jti: randomUUID(), htm, htu, iat })}`;
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
    return `DPoP: ${input}.${signature.toString('base64url')}`;
  };
}

type Members = Readonly<Record<string, unknown>>;

/** The thumbprint of an EC key. RFC 7638 §3 */
export function thumbprintOf({ crv, kty, x, y }: Members): string {
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');
}
