import {
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';

/** How access tokens are made: opaque, or as a JWT that is signed with this algorithm. */
export type TokenForm = 'opaque' | 'RS256' | 'ES256' | 'EdDSA';

export const lifetimeSeconds = 7_200;
export const scope = 'orders.read';
const tokenBytes = 21;
const rsaBits = 2_048;
const issuer = 'http://127.0.0.1:9031';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signAsync = promisify<string, Buffer, KeyObject, Buffer>(sign);

type Sign = (input: Buffer) => Buffer | Promise<Buffer>;

/** RS256 takes a quarter of a millisecond: it is signed beside the answering thread, the others in it. */
function createSigning(form: Exclude<TokenForm, 'opaque'>): Sign {
  switch (form) {
    case 'RS256': {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: rsaBits });
      return (input) => signAsync('sha256', input, privateKey);
    }
    case 'ES256': {
      const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return (input) => sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' });
    }
    case 'EdDSA': {
      const { privateKey } = generateKeyPairSync('ed25519');
      return (input) => sign(null, input, privateKey);
    }
  }
}

/** Makes the maker of access tokens. */
export function createTokenMaker(
  form: TokenForm,
): (clientId: string, nowMillis: number) => string | Promise<string> {
  if (form === 'opaque') return () => randomBytes(tokenBytes).toString('base64url');
  const signing = createSigning(form);
  const header = encode({ alg: form, typ: 'at+jwt', kid: randomUUID() });
  return (clientId, nowMillis) => {
    const iat = Math.floor(nowMillis / 1_000);
    const exp = iat + lifetimeSeconds;
    const jti = randomBytes(tokenBytes).toString('base64url');
    const claims = { iss: issuer, sub: clientId, aud: issuer, client_id: clientId, scope, iat, exp, jti };
    const input = `${header}.${encode(claims)}`;
    const signature = signing(Buffer.from(input));
    return signature instanceof Promise
      ? signature.then((bytes) => `${input}.${bytes.toString('base64url')}`)
      : `${input}.${signature.toString('base64url')}`;
  };
}

/** Makes the check of HTTP Basic over `id:secret` pairs: the id of the client, or null. RFC 6749 §2.3.1 */
export function createBasicCheck(
  credentials: readonly string[],
): (authorization: string | undefined) => string | null {
  const secrets = new Map(
    credentials.map((pair) => {
      const [id = '', secret = ''] = pair.split(':');
      return [id, hash('sha256', secret, 'buffer')];
    }),
  );
  return (authorization) => {
    const pair = Buffer.from(authorization?.slice('Basic '.length) ?? '', 'base64').toString('utf8');
    const colon = pair.indexOf(':');
    const clientId = pair.slice(0, colon);
    const expected = secrets.get(clientId);
    if (expected === undefined) return null;
    return timingSafeEqual(hash('sha256', pair.slice(colon + 1), 'buffer'), expected) ? clientId : null;
  };
}
