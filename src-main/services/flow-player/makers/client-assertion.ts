import { createHmac, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { keyFits, makeSignature } from '#main/platform/jws-signatures.ts';
import { privateKeyOf, publicKeyOf } from '#main/platform/key-kinds.ts';
import { clientAssertion } from '../client-assertion.ts';
import { changed } from '../dpop-proofs.ts';
import { PlayFailure } from '../play-failure.ts';
import type { PlayerClient } from '../target.ts';
import { type Maker, type MakerContext, textOption } from './maker.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The JWT by which a client authenticates, changed by whoever holds it: `party` names the client, `header` and `claims`
 * replace members (null takes one away), and `sign` says who signs: `client`, `none`, `public-key-as-secret`, `own-key`,
 * `own-key-embedded`. RFC 7523 §2.2, RFC 8725 §2
 */
export const makeClientAssertion: Maker = async (options, context) => {
  const client = context.client(textOption(options, 'party', ''));
  if (client === undefined) throw new PlayFailure('The run has no client to sign the assertion.');
  const made = await clientAssertion(client, context.target.endpoints.issuer, context);
  const [headerPart = '', claimsPart = '', signature = ''] = made.split('.');
  const own = decode(claimsPart);
  const nowSeconds = Number(own['iat']);
  const header = changed(decode(headerPart), await filled(options['header'], context), nowSeconds);
  const claims = changed(own, await filled(options['claims'], context), nowSeconds);
  switch (textOption(options, 'sign', 'client')) {
    case 'none':
      return `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`;
    case 'public-key-as-secret':
      return signedWithPublicKey(client, { ...header, alg: 'HS256' }, claims);
    case 'own-key':
      return signedWithOwnKey(header, claims, false);
    case 'own-key-embedded':
      return signedWithOwnKey(header, claims, true);
    default:
      if (options['header'] === undefined && options['claims'] === undefined) return made;
      return signAgain(client, header, claims, signature);
  }
};

async function filled(members: unknown, { fill }: MakerContext): Promise<Members> {
  const given = Object.entries(Object(members) as Members);
  const texts = given.map(async ([name, value]) => [name, await filledValue(value, fill)] as const);
  return Object.fromEntries(await Promise.all(texts));
}

async function filledValue(value: unknown, fill: MakerContext['fill']): Promise<unknown> {
  if (typeof value === 'string') return fill(value);
  return Array.isArray(value)
    ? Promise.all(value.map((each: unknown) => filledValue(each, fill)))
    : Promise.resolve(value);
}

function decode(part: string): Members {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Members;
}

function encode(members: Members): string {
  return Buffer.from(JSON.stringify(members)).toString('base64url');
}

/** @throws PlayFailure where the client has no key */
function keyTextOf({ clientId, privateKey }: PlayerClient): string | JsonWebKey {
  const text = privateKey?.trim() ?? '';
  if (text === '') throw new PlayFailure(`${clientId} has no private key to sign its assertion with.`);
  return text.startsWith('{') ? (JSON.parse(text) as JsonWebKey) : text;
}

/** The key of the client, over what was changed; what it cannot sign keeps the signature from before. */
function signAgain(client: PlayerClient, header: Members, claims: Members, before: string): string {
  const input = `${encode(header)}.${encode(claims)}`;
  if (client.authentication === 'client_secret_jwt')
    return `${input}.${createHmac('sha256', client.secret ?? '')
      .update(input)
      .digest('base64url')}`;
  const key = privateKeyOf(keyTextOf(client));
  if (!keyFits(String(header['alg']), key)) return `${input}.${before}`;
  return `${input}.${makeSignature(String(header['alg']), key, input).toString('base64url')}`;
}

/** HMAC with the text of the client's public key: what a careless library takes for its signature. */
function signedWithPublicKey(client: PlayerClient, header: Members, claims: Members): string {
  const pem = publicKeyOf(keyTextOf(client)).export({ type: 'spki', format: 'pem' }).toString();
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`;
}

function signedWithOwnKey(header: Members, claims: Members, isEmbedded: boolean): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = isEmbedded ? { jwk: publicKey.export({ format: 'jwk' }) } : {};
  const input = `${encode({ ...header, ...jwk, alg: 'ES256' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}
