import { createHmac, type JsonWebKey } from 'node:crypto';
import { keyFits, makeSignature } from '#main/platform/jws-signatures.ts';
import { privateKeyOf } from '#main/platform/key-kinds.ts';
import {
  changed,
  encodePart,
  filledMembers,
  type Members,
  signedWithOwnKey,
  signedWithPublicKey,
} from './jwt-parts.ts';
import { PlayFailure } from './play-failure.ts';
import type { PlayerClient } from './target.ts';

/**
 * A JWT that a client signed, changed by whoever holds it: `header` and `claims` replace members (null takes one away), and
 * `sign` says who signs: `client`, `none`, `public-key-as-secret`, `own-key`, `own-key-embedded`. RFC 8725 §2
 * @throws PlayFailure where the client has no key
 */
export async function changedJwt(
  made: string,
  options: Members,
  client: PlayerClient,
  fill: (template: string) => Promise<string>,
): Promise<string> {
  const [headerPart = '', claimsPart = '', signature = ''] = made.split('.');
  const own = decode(claimsPart);
  const nowSeconds = Number(own['iat']);
  const header = changed(decode(headerPart), await filledMembers(options['header'], fill), nowSeconds);
  const claims = changed(own, await filledMembers(options['claims'], fill), nowSeconds);
  switch (options['sign']) {
    case 'none':
      return `${encodePart({ ...header, alg: 'none' })}.${encodePart(claims)}.`;
    case 'public-key-as-secret':
      return signedWithPublicKey(keyTextOf(client), header, claims);
    case 'own-key':
      return signedWithOwnKey(header, claims, false);
    case 'own-key-embedded':
      return signedWithOwnKey(header, claims, true);
    default:
      if (options['header'] === undefined && options['claims'] === undefined) return made;
      return signAgain(client, header, claims, signature);
  }
}

function decode(part: string): Members {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Members;
}

/** @throws PlayFailure where the client has no key */
function keyTextOf({ clientId, privateKey }: PlayerClient): string | JsonWebKey {
  const text = privateKey?.trim() ?? '';
  if (text === '') throw new PlayFailure(`${clientId} has no private key to sign with.`);
  return text.startsWith('{') ? (JSON.parse(text) as JsonWebKey) : text;
}

/** The key of the client, over what was changed; what it cannot sign keeps the signature from before. */
function signAgain(client: PlayerClient, header: Members, claims: Members, before: string): string {
  const input = `${encodePart(header)}.${encodePart(claims)}`;
  if (client.authentication === 'client_secret_jwt')
    return `${input}.${createHmac('sha256', client.secret ?? '')
      .update(input)
      .digest('base64url')}`;
  const key = privateKeyOf(keyTextOf(client));
  if (!keyFits(String(header['alg']), key)) return `${input}.${before}`;
  return `${input}.${makeSignature(String(header['alg']), key, input).toString('base64url')}`;
}
