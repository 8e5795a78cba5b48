import type { RecordStore } from '#main/platform/ports.ts';
import { tokenHash } from '../token-factory.ts';
import { createExpiringMap, recordExpiry } from './expiring-map.ts';
import type { Family, FamilyStore } from './families.ts';

/** Kind of its records. */
export const refreshTokenKind = 'as.refresh-token';

/** A refresh token as the server remembers it; the token itself is known by its hash alone. */
export interface RefreshToken {
  readonly clientId: string;
  readonly username: string;
  readonly scope: string;
  readonly issuedAtMillis: number;
  /** Null: does not expire. */
  readonly expiresAtMillis: number | null;
  readonly family: Family;
  /** The thumbprint of the key that its public client has to prove; null: none. RFC 9449 §5 */
  readonly boundTo: string | null;
  /** When it was first exchanged for its successor; null while it was not. */
  rolledAtMillis: number | null;
}

interface StoredRefreshToken extends Omit<RefreshToken, 'family' | 'boundTo'> {
  readonly familyId: string;
  /** Absent in records of earlier versions. */
  readonly boundTo?: string | null;
}

export interface RefreshTokenStore {
  find(token: string): RefreshToken | undefined;
  all(): Iterable<readonly [id: string, entry: RefreshToken]>;
  add(token: string, entry: RefreshToken): void;
  /** Notes that the token was exchanged for another one. */
  roll(token: string, entry: RefreshToken, nowMillis: number): void;
  load(families: FamilyStore, nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
  /** Drops all from memory. */
  forget(): void;
}

/** Keeps refresh tokens in memory and writes them through; the caller commits before it answers. */
export function createRefreshTokenStore(records: RecordStore): RefreshTokenStore {
  const tokens = createExpiringMap<RefreshToken>(
    (entry) => entry.expiresAtMillis ?? entry.family.endsAtMillis,
  );
  const write = (id: string, { family, ...rest }: RefreshToken): void => {
    const stored: StoredRefreshToken = { ...rest, familyId: family.id };
    records.put(refreshTokenKind, id, stored, recordExpiry(rest.expiresAtMillis));
  };
  return {
    find: (token) => tokens.get(tokenHash(token)),
    all: () => tokens.entries(),
    add(token, entry) {
      const id = tokenHash(token);
      tokens.add(id, entry, entry.issuedAtMillis);
      write(id, entry);
    },
    roll(token, entry, nowMillis) {
      entry.rolledAtMillis = nowMillis;
      write(tokenHash(token), entry);
    },
    async load(families, nowMillis) {
      for (const { id, value } of await records.list<StoredRefreshToken>(refreshTokenKind)) {
        const { familyId, ...rest } = value;
        const family = families.get(familyId);
        if (family !== undefined) tokens.add(id, { boundTo: null, ...rest, family }, nowMillis);
      }
      tokens.purge(nowMillis);
    },
    purge: (nowMillis) => tokens.purge(nowMillis),
    forget: tokens.clear,
  };
}
