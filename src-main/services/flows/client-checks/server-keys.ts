import { createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { isRightSignature, keyFits } from '#main/platform/jws-signatures.ts';
import { publicKeyOf } from '#main/platform/key-kinds.ts';
import { type Player, parseJson } from '#main/services/flow-player/index.ts';
import { getRequest } from '#shared/flows/index.ts';
import type { IdTokenSeen } from '../pure/client-checks/index.ts';
import type { ReadJwt } from './read-jwt.ts';

interface ServerKey {
  readonly kid: string | null;
  readonly key: KeyObject;
}

/** The keys of a server as a run reads them: once, and once more for a name that is not among them. RFC 7517 §5 */
export class ServerKeys {
  readonly #player: Player;
  #keys: readonly ServerKey[] | null = null;
  #isReadAgain = false;

  constructor(player: Player) {
    this.#player = player;
  }

  /** Verifies the signature of a JWT. RFC 7515 §5.2 */
  async verify(jwt: ReadJwt, stepId: string, secret: string | null): Promise<IdTokenSeen['signature']> {
    const { alg, kid } = jwt.header;
    const algorithm = typeof alg === 'string' ? alg : '';
    if (algorithm.startsWith('HS') && secret !== null) {
      const key = createSecretKey(Buffer.from(secret, 'utf8'));
      return isRightSignature(algorithm, key, jwt.signed, jwt.signature) ? 'right' : 'wrong';
    }
    if (this.#player.target.endpoints.jwks === null) return 'no-endpoint';
    const name = typeof kid === 'string' ? kid : null;
    let keys = (this.#keys ??= await this.#read(stepId));
    if (name !== null && !this.#isReadAgain && !keys?.some((one) => one.kid === name)) {
      this.#isReadAgain = true;
      keys = this.#keys = (await this.#read(stepId)) ?? keys;
    }
    if (keys === null) return 'unreadable';
    const usable = keys.filter((one) => (name === null || one.kid === name) && keyFits(algorithm, one.key));
    if (usable.length === 0) return 'no-key';
    const isRight = usable.some(({ key }) => isRightSignature(algorithm, key, jwt.signed, jwt.signature));
    return isRight ? 'right' : 'wrong';
  }

  /** Null: they cannot be read. */
  async #read(stepId: string): Promise<readonly ServerKey[] | null> {
    const url = this.#player.target.endpoints.jwks ?? '';
    const request = await this.#player.prepare(getRequest(url, [], [['Accept', 'application/json']]));
    const { response } = await this.#player.transmit(`${stepId}/keys`, request, null, null);
    const all = response?.status === 200 ? parseJson(response)?.['keys'] : undefined;
    if (!Array.isArray(all)) return null;
    return (all as readonly unknown[]).slice(0, 100).flatMap(keyOf);
  }
}

/** A key of a set that may have signed; one that cannot be read is passed over. RFC 7517 §4.2, §5 */
function keyOf(jwk: unknown): readonly ServerKey[] {
  const { kty, kid, use } = Object(jwk) as Readonly<Record<string, unknown>>;
  if (kty === 'oct' || (use !== undefined && use !== 'sig')) return [];
  try {
    return [{ kid: typeof kid === 'string' ? kid : null, key: publicKeyOf(Object(jwk) as JsonWebKey) }];
  } catch {
    return [];
  }
}
