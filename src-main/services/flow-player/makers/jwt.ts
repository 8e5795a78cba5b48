import { createHmac, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { publicKeyOf } from '#main/platform/key-kinds.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { PlayFailure } from '../play-failure.ts';
import { parseJson } from '../read-response.ts';
import { type Maker, type MakerContext, textOption } from './maker.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * A token changed by whoever holds it: `token`, `header` and `claims` (members that replace those of the token), `sign`:
 * `keep`, `none`, `public-key-as-secret`, `own-key`, `own-key-embedded`. Not with jose: a header may say what it refuses to
 * sign, such as `crit`. RFC 8725 §2
 */
export const makeJwt: Maker = async (options, context) => {
  const token = await context.fill(textOption(options, 'token', '{{access_token}}'));
  const [headerPart = '', claimsPart = '', signature = ''] = token.split('.');
  const header = decode(headerPart);
  const claims = decode(claimsPart);
  if (header === null || claims === null)
    throw new PlayFailure('The token is opaque: there are no claims in it to change.');
  const changed = { ...header, ...(await filled(options['header'], context)) };
  const body = encode({ ...claims, ...(await filled(options['claims'], context)) });
  switch (textOption(options, 'sign', 'keep')) {
    case 'none':
      return `${encode({ ...changed, alg: textOption(options, 'alg', 'none') })}.${body}.`;
    case 'public-key-as-secret':
      return signedWithPublicKey(changed, body, context);
    case 'own-key':
      return signedWithOwnKey(changed, body, false);
    case 'own-key-embedded':
      return signedWithOwnKey(changed, body, true);
    default:
      return `${encode(changed)}.${body}.${signature}`;
  }
};

async function filled(members: unknown, { fill }: MakerContext): Promise<Members> {
  if (typeof members !== 'object' || members === null) return {};
  const entries = Object.entries(members).map(
    async ([name, value]) =>
      [name, typeof value === 'string' ? await fill(value) : (value as unknown)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function decode(part: string): Members | null {
  const value = parsedJson(Buffer.from(part, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;
}

function encode(members: Members): string {
  return Buffer.from(JSON.stringify(members)).toString('base64url');
}

/** HMAC with the text of the server's own public key: what a careless library takes for RS256's twin. */
async function signedWithPublicKey(header: Members, body: string, context: MakerContext): Promise<string> {
  const pem = publicKeyOf(await publicKey(header, context))
    .export({ type: 'spki', format: 'pem' })
    .toString();
  const input = `${encode({ ...header, alg: 'HS256' })}.${body}`;
  return `${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`;
}

async function publicKey({ kid }: Members, { target, send }: MakerContext): Promise<JsonWebKey> {
  const url = new URL(target.endpoints.jwks ?? '/as/jwks', target.endpoints.issuer);
  const headers = ['Host', url.host, 'Accept', 'application/json', 'Connection', 'close'];
  const request = { method: 'GET', origin: url.origin, target: url.pathname + url.search, headers, body: '' };
  const { response } = await send(request, { service: 'flowDebugger', tags: [] });
  const keys = (parseJson(response)?.['keys'] ?? []) as readonly JsonWebKey[];
  const key = keys.find((candidate) => (candidate as Members)['kid'] === kid) ?? keys[0];
  if (key === undefined) throw new PlayFailure('The server publishes no key.');
  return key;
}

function signedWithOwnKey(header: Members, body: string, isEmbedded: boolean): string {
  const { privateKey, publicKey: own } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = isEmbedded ? { jwk: own.export({ format: 'jwk' }) } : {};
  const input = `${encode({ ...header, ...jwk, alg: 'ES256' })}.${body}`;
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}
