import type { JsonWebKey } from 'node:crypto';
import { parsedJson } from '#shared/text/decoding.ts';
import {
  encodePart,
  filledMembers,
  type Members,
  signedWithOwnKey,
  signedWithPublicKey,
} from '../jwt-parts.ts';
import { parseJson } from '../parse-json.ts';
import { PlayFailure } from '../play-failure.ts';
import { type Maker, type MakerContext, textOption } from './maker.ts';

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
    throw new PlayFailure('The token is opaque, so it has no claims to change.');
  const newHeader = { ...header, ...(await filledMembers(options['header'], context.fill)) };
  const newClaims = { ...claims, ...(await filledMembers(options['claims'], context.fill)) };
  switch (textOption(options, 'sign', 'keep')) {
    case 'none':
      return `${encodePart({ ...newHeader, alg: textOption(options, 'alg', 'none') })}.${encodePart(newClaims)}.`;
    case 'public-key-as-secret':
      return signedWithPublicKey(await publicKey(newHeader, context), newHeader, newClaims);
    case 'own-key':
      return signedWithOwnKey(newHeader, newClaims, false);
    case 'own-key-embedded':
      return signedWithOwnKey(newHeader, newClaims, true);
    default:
      return `${encodePart(newHeader)}.${encodePart(newClaims)}.${signature}`;
  }
};

function decode(part: string): Members | null {
  const value = parsedJson(Buffer.from(part, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;
}

async function publicKey({ kid }: Members, { target, send }: MakerContext): Promise<JsonWebKey> {
  const url = new URL(target.endpoints.jwks ?? '/as/jwks', target.endpoints.issuer);
  const headers = ['Host', url.host, 'Accept', 'application/json', 'Connection', 'close'];
  const request = { method: 'GET', origin: url.origin, target: url.pathname + url.search, headers, body: '' };
  const { response } = await send(request, { service: 'flowDebugger', tags: [] });
  const keys = (parseJson(response)?.['keys'] ?? []) as readonly JsonWebKey[];
  const key = keys.find((candidate) => (candidate as Members)['kid'] === kid) ?? keys[0];
  if (key === undefined) throw new PlayFailure('The server does not publish a key.');
  return key;
}
