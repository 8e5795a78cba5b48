import { changedJwt } from '../changed-jwt.ts';
import { type ClientClaims, signAsClient, signWithSecret } from '../client-signature.ts';
import { PlayFailure } from '../play-failure.ts';
import type { PlayerClient } from '../target.ts';
import { type Maker, type MakerContext, textOption } from './maker.ts';

/** Long enough for a person who signs in. */
const lifetimeSeconds = 300;

type Claims = Readonly<Record<string, unknown>>;

/**
 * An authorization request as a JWT that its client signs: with its key and that key's algorithm, else with its secret.
 * `party` names the client, `parameters` are names and templates; `header`, `claims` and `sign` change it as they change a
 * client assertion. RFC 9101 §4, OpenID Connect Core §6.1
 */
export const makeRequestObject: Maker = async (options, context) => {
  const client = context.client(textOption(options, 'party', ''));
  if (client === undefined) throw new PlayFailure('The run has no client to sign the request.');
  const { clock, random, target } = context;
  const nowSeconds = Math.floor(clock.nowMillis() / 1_000);
  const claims = {
    iss: client.clientId,
    aud: target.endpoints.issuer,
    ...(await filledParameters(options['parameters'], context)),
    jti: Buffer.from(random.bytes(16)).toString('base64url'),
    iat: nowSeconds,
    nbf: nowSeconds,
    exp: nowSeconds + lifetimeSeconds,
  };
  const made = { claims, typ: 'oauth-authz-req+jwt' };
  return changedJwt(await signed(client, made), options, client, context.fill);
};

function signed(client: PlayerClient, made: ClientClaims): Promise<string> {
  if (client.privateKey !== null) return signAsClient(client, client.privateKey, made);
  if (client.secret !== null) return signWithSecret(client, client.secret, made);
  throw new PlayFailure(`${client.clientId} has neither a key nor a secret to sign its request with.`);
}

/** A name that occurs more than once becomes a list; what is JSON or a number in a query is that here. RFC 9101 §4 */
async function filledParameters(parameters: unknown, { fill }: MakerContext): Promise<Claims> {
  const claims: Record<string, unknown> = {};
  for (const one of Array.isArray(parameters) ? (parameters as readonly unknown[]) : []) {
    const { name, value } = Object(one) as Claims;
    const text = await fill(String(value));
    if (text === '') continue;
    const key = await fill(String(name));
    const typed = typedValue(key, text);
    const before = claims[key];
    claims[key] = before === undefined ? typed : [...(Array.isArray(before) ? before : [before]), typed];
  }
  return claims;
}

function typedValue(name: string, text: string): unknown {
  if (name === 'max_age' && /^\d+$/.test(text)) return Number(text);
  if (name !== 'claims') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
