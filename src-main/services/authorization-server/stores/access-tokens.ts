import type { RecordStore } from '#main/platform/ports.ts';
import { tokenHash } from '../token-factory.ts';
import { createExpiringMap, recordExpiry } from './expiring-map.ts';
import type { Family, FamilyStore } from './families.ts';

/** Kind of its records. */
export const accessTokenKind = 'as.access-token';

/** An access token as the server remembers it; the token itself is known by its hash alone. */
export interface AccessToken {
  readonly clientId: string;
  /** Null where the client acts for itself. */
  readonly username: string | null;
  readonly scope: string;
  readonly issuedAtMillis: number;
  readonly expiresAtMillis: number;
  readonly family: Family | null;
}

interface StoredAccessToken extends Omit<AccessToken, 'family'> {
  readonly familyId: string | null;
}

export interface AccessTokenStore {
  find(token: string): AccessToken | undefined;
  add(token: string, entry: AccessToken): void;
  load(families: FamilyStore, nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
  /** Drops all from memory. */
  forget(): void;
}

/** Keeps access tokens in memory and writes them through without waiting: they are on disk within 100 ms. */
export function createAccessTokenStore(records: RecordStore): AccessTokenStore {
  const tokens = createExpiringMap<AccessToken>((entry) => entry.expiresAtMillis);
  return {
    find: (token) => tokens.get(tokenHash(token)),
    add(token, entry) {
      const id = tokenHash(token);
      const { clientId, username, scope, issuedAtMillis, expiresAtMillis, family } = entry;
      const familyId = family === null ? null : family.id;
      tokens.add(id, entry, issuedAtMillis);
      records.put(
        accessTokenKind,
        id,
        { clientId, username, scope, issuedAtMillis, expiresAtMillis, familyId } satisfies StoredAccessToken,
        recordExpiry(expiresAtMillis),
      );
    },
    async load(families, nowMillis) {
      for (const { id, value } of await records.list<StoredAccessToken>(accessTokenKind)) {
        const { familyId, ...rest } = value;
        const family = familyId === null ? null : families.get(familyId);
        // A token whose family is lost cannot be known to be unrevoked, so it is not taken back.
        if (family !== undefined) tokens.add(id, { ...rest, family }, nowMillis);
      }
      tokens.purge(nowMillis);
    },
    purge: (nowMillis) => tokens.purge(nowMillis),
    forget: tokens.clear,
  };
}
