import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';
import type { RecordStore } from '#main/platform/ports.ts';
import type { SigningAlgorithm } from '#shared/workspace/index.ts';
import { loadJose } from '../load-jose.ts';
import type { TokenFactory } from '../token-factory.ts';

/** Kind of its records; they are sealed. */
export const signingKeyKind = 'as.signing-key';

/** A public key as JWKS has it. RFC 7517 §4 */
export type PublicJwk = Readonly<Record<string, unknown>> & { readonly kid: string };

/** A key pair of the server. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly createdAtMillis: number;
  /** When another one took its place; null while it signs. */
  readonly replacedAtMillis: number | null;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly publicJwk: PublicJwk;
}

interface StoredKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly createdAtMillis: number;
  readonly replacedAtMillis: number | null;
  readonly pkcs8: string;
}

export interface SigningKeys {
  /** The key that signs now; made when it is first needed. */
  current(algorithm: SigningAlgorithm, nowMillis: number): SigningKey | Promise<SigningKey>;
  /** Every key that verifies: those that sign, and those replaced less than `overlapSeconds` ago. */
  published(nowMillis: number, overlapSeconds: number): readonly SigningKey[];
  all(): readonly SigningKey[];
  /** Puts a new key in place of the current one, which stays published for a while. Committed when it returns. */
  rotate(algorithm: SigningAlgorithm, nowMillis: number): Promise<SigningKey>;
  load(): Promise<void>;
}

/** Keeps the server's keys sealed in the state. */
export function createSigningKeys(records: RecordStore, ids: TokenFactory): SigningKeys {
  let keys: readonly SigningKey[] = [];
  const current = new Map<SigningAlgorithm, SigningKey>();
  const making = new Map<SigningAlgorithm, Promise<SigningKey>>();
  let last: Promise<unknown> = Promise.resolve();

  /** One change after the other, so that of two at once neither leaves a key that nobody replaces. */
  function inTurn(change: () => Promise<SigningKey>): Promise<SigningKey> {
    const turn = last.then(change);
    last = turn.catch(() => undefined);
    return turn;
  }

  /** Keys count once they are on disk: a token must not outlive the key that verifies it. */
  async function keep(changed: readonly SigningKey[]): Promise<void> {
    for (const { kid, algorithm, createdAtMillis, replacedAtMillis, privateKey } of changed) {
      const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const stored: StoredKey = { kid, algorithm, createdAtMillis, replacedAtMillis, pkcs8 };
      records.put(signingKeyKind, kid, stored, { sealed: true });
    }
    await records.commit();
    for (const key of changed) {
      keys = [...keys.filter(({ kid }) => kid !== key.kid), key];
      if (key.replacedAtMillis === null) current.set(key.algorithm, key);
    }
  }

  async function make(algorithm: SigningAlgorithm, nowMillis: number): Promise<SigningKey> {
    const { generateKeyPair } = await loadJose();
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
    return toKey(
      { kid: ids.next(), algorithm, createdAtMillis: nowMillis, replacedAtMillis: null },
      KeyObject.from(privateKey),
    );
  }

  async function makeFirst(algorithm: SigningAlgorithm, nowMillis: number): Promise<SigningKey> {
    const known = current.get(algorithm);
    if (known !== undefined) return known;
    const key = await make(algorithm, nowMillis);
    await keep([key]);
    return key;
  }

  return {
    current(algorithm, nowMillis) {
      const key = current.get(algorithm);
      if (key !== undefined) return key;
      const begun =
        making.get(algorithm) ??
        inTurn(() => makeFirst(algorithm, nowMillis)).finally(() => making.delete(algorithm));
      making.set(algorithm, begun);
      return begun;
    },
    published: (nowMillis, overlapSeconds) =>
      keys.filter(
        ({ replacedAtMillis }) =>
          replacedAtMillis === null || nowMillis < replacedAtMillis + overlapSeconds * 1_000,
      ),
    all: () => keys,
    rotate: (algorithm, nowMillis) =>
      inTurn(async () => {
        const next = await make(algorithm, nowMillis);
        const former = current.get(algorithm);
        const replaced = former === undefined ? [] : [{ ...former, replacedAtMillis: nowMillis }];
        await keep([...replaced, next]);
        return next;
      }),
    async load() {
      for (const { value } of await records.list<StoredKey>(signingKeyKind)) {
        const key = toKey(value, createPrivateKey(value.pkcs8));
        keys = [...keys, key];
        if (key.replacedAtMillis === null) current.set(key.algorithm, key);
      }
    },
  };
}

// Not with jose, which takes 26 ms of CPU time to load: a start that reads keys would wait for it.
function toKey(about: Omit<StoredKey, 'pkcs8'>, privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  const { kid, algorithm, createdAtMillis, replacedAtMillis } = about;
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: algorithm };
  return { kid, algorithm, createdAtMillis, replacedAtMillis, privateKey, publicKey, publicJwk };
}
