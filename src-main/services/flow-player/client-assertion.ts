import { clientAssertionTyp } from '#shared/oauth/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { signAsClient, signWithSecret } from './client-signature.ts';
import { PlayFailure } from './play-failure.ts';
import type { SigningClient } from './target.ts';

const lifetimeSeconds = 120;

/**
 * A fresh assertion with which a client shows a server who it is. RFC 7523 §2.2 and §3, RFC 10070
 * @throws PlayFailure where it has nothing to sign with
 */
export async function clientAssertion(
  client: SigningClient,
  issuer: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<string> {
  const nowSeconds = Math.floor(clock.nowMillis() / 1_000);
  const made = {
    typ: clientAssertionTyp,
    claims: {
      jti: Buffer.from(random.bytes(16)).toString('base64url'),
      iss: client.clientId,
      sub: client.clientId,
      aud: issuer,
      iat: nowSeconds,
      exp: nowSeconds + lifetimeSeconds,
    },
  };
  if (client.authentication === 'client_secret_jwt') return signWithSecret(client, client.secret ?? '', made);
  if (client.privateKey !== null) return signAsClient(client, client.privateKey, made);
  throw new PlayFailure(`${client.clientId} has no private key to sign its assertion with.`);
}
