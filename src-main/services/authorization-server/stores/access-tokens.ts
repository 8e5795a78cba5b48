import type { RecordStore } from '#main/platform/ports.ts';
import { tokenHash } from '../token-factory.ts';
import { retentionMillis } from './expiring-map.ts';
import type { FamilyStore } from './families.ts';
import { type AccessToken, TokenTable } from './token-table.ts';

/** Kind of its records. */
export const accessTokenKind = 'as.access-token';

interface StoredAccessToken extends Omit<AccessToken, 'family' | 'boundTo'> {
  readonly familyId: string | null;
  /** Absent: it is a bearer token. */
  readonly boundTo?: string;
}

export interface AccessTokenStore {
  find(token: string): AccessToken | undefined;
  /** By the hash of the token, as lists name it. */
  get(id: string): AccessToken | undefined;
  all(): Iterable<readonly [id: string, entry: AccessToken]>;
  /** Ends this token alone; the caller commits. */
  revoke(id: string, entry: AccessToken): void;
  add(token: string, entry: AccessToken): void;
  load(families: FamilyStore, nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
  /** Drops all from memory. */
  forget(): void;
}

/** Values that records of earlier versions lack. */
const legacyDefaults = { audience: null, boundTo: null, revoked: false } as const;

/** Keeps access tokens in memory and writes them through without waiting: they are on disk within 100 ms. */
export function createAccessTokenStore(records: RecordStore): AccessTokenStore {
  const tokens = new TokenTable();
  const write = (id: string, entry: AccessToken): void => {
    const { clientId, username, scope, issuedAtMillis, expiresAtMillis, family, audience, boundTo, revoked } =
      entry;
    const familyId = family === null ? null : family.id;
    const stored: StoredAccessToken = {
      clientId,
      username,
      scope,
      issuedAtMillis,
      expiresAtMillis,
      familyId,
      audience,
      revoked,
      ...(boundTo === null ? {} : { boundTo }),
    };
    records.put(accessTokenKind, id, stored, {
      expiresAtMillis: expiresAtMillis + retentionMillis,
      inGroups: true,
    });
  };
  return {
    find: (token) => tokens.get(tokenHash(token)),
    get: (id) => tokens.get(id),
    all: () => tokens.entries(),
    add(token, entry) {
      const id = tokenHash(token);
      tokens.add(id, entry, entry.issuedAtMillis);
      write(id, entry);
    },
    revoke(id, entry) {
      entry.revoked = true;
      tokens.revoke(id);
      write(id, entry);
    },
    async load(families, nowMillis) {
      for (const { id, value } of await records.list<StoredAccessToken>(accessTokenKind)) {
        const { familyId, ...rest } = value;
        const family = familyId === null ? null : families.get(familyId);
        // A token whose family is lost cannot be known to be unrevoked, so it is not taken back.
        if (family !== undefined) tokens.add(id, { ...legacyDefaults, ...rest, family }, nowMillis);
      }
      tokens.purge(nowMillis);
    },
    purge: (nowMillis) => tokens.purge(nowMillis),
    forget: () => tokens.clear(),
  };
}
