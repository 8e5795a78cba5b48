import type { RecordStore } from '#main/platform/ports.ts';
import { tokenHash } from '../token-factory.ts';

/** Kind of its records. */
export const initialTokenKind = 'as.initial-token';

/** A token with which clients may be registered; it is known by its hash alone. RFC 7591 §3 */
export interface InitialToken {
  /** SHA-256 of the token. */
  readonly id: string;
  /** The administrator's name for it. */
  readonly label: string;
  readonly createdAtMillis: number;
  readonly expiresAtMillis: number;
  /** Registrations that it has allowed, and those that it may. */
  readonly used: number;
  readonly maxUses: number;
}

export interface InitialTokenStore {
  all(nowMillis: number): readonly InitialToken[];
  /** Null: unknown, expired, or used up. */
  find(token: string, nowMillis: number): InitialToken | null;
  put(token: InitialToken): void;
  remove(id: string): boolean;
  load(nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
}

/** Keeps initial access tokens in memory and writes them through. */
export function createInitialTokenStore(records: RecordStore): InitialTokenStore {
  const tokens = new Map<string, InitialToken>();
  return {
    all: (nowMillis) => [...tokens.values()].filter(({ expiresAtMillis }) => expiresAtMillis > nowMillis),
    find(token, nowMillis) {
      const found = tokens.get(tokenHash(token));
      if (found === undefined || found.expiresAtMillis <= nowMillis) return null;
      return found.used < found.maxUses ? found : null;
    },
    put(token) {
      tokens.set(token.id, token);
      records.put(initialTokenKind, token.id, { ...token }, { expiresAtMillis: token.expiresAtMillis });
    },
    remove(id) {
      if (!tokens.delete(id)) return false;
      records.remove(initialTokenKind, id);
      return true;
    },
    async load(nowMillis) {
      for (const { value } of await records.list<InitialToken>(initialTokenKind))
        if (value.expiresAtMillis > nowMillis) tokens.set(value.id, value);
    },
    purge(nowMillis) {
      for (const [id, { expiresAtMillis }] of tokens) if (expiresAtMillis <= nowMillis) tokens.delete(id);
    },
  };
}
