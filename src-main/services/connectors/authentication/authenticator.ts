import type { ConnectorProperties } from '#shared/connectors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { Call, ReadProperty } from '../ports.ts';
import type { Fields } from '../remote/message.ts';
import type { Transport } from '../remote/transport.ts';

/** The proof that shows a server the identity of the caller. */
export interface Proof {
  /** Empty: nothing is configured that could be shown. */
  readonly headers: Fields;
  /** Parts of it that nobody may see. */
  readonly secrets: readonly string[];
}

/** One way of showing who is asking. Spec 2 §5 */
export interface Authenticator {
  /** @throws ConnectorFailure */
  prove(call: Call): Proof | Promise<Proof>;
  /** Told that a server did not take a proof; true: the next one is another. */
  refused(proof: Proof): boolean;
}

/** Parts from which authenticators are made. */
export interface AuthenticationKit {
  readonly properties: ConnectorProperties;
  readonly secret: ReadProperty;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
}

/** Where nothing is configured: whether a server takes that is its matter. */
export const noProof: Proof = { headers: [], secrets: [] };

/** A token behind the configured prefix; without a prefix the token alone. */
export function tokenProof({ authorizationTokenPrefix }: ConnectorProperties, token: string): Proof {
  const value = `${authorizationTokenPrefix} ${token}`.trim();
  return { headers: [['Authorization', value]], secrets: [token] };
}
