import type { RecordStore } from '#main/platform/ports.ts';
import type { ClaimsRequest } from '#shared/oauth/index.ts';
import type { AuthenticationMethod } from '../authentication.ts';
import type { Audience } from './audience.ts';
import { createExpiringMap, recordExpiry } from './expiring-map.ts';

/** Kind of its records. */
export const familyKind = 'as.family';

/**
 * All that came of one authorization: its code, access and refresh tokens. They hold the same object, so revoking it
 * ends them all at once. RFC 9700 §4.14.2.
 */
export interface Family {
  readonly id: string;
  readonly clientId: string;
  readonly username: string;
  /** The authority that vouched for the subject; null: this server. */
  readonly authority: string | null;
  /** Attributes of a subject who is no user of the workspace. */
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly authTimeMillis: number;
  /** How the subject proved who they are; a refresh changes nothing about that. OpenID Connect Core §12.2 */
  readonly methods: readonly AuthenticationMethod[];
  /** The session in which it began; absent: none. */
  readonly sid?: string;
  /** How it began: a grant type, or the response type of the front channel. */
  readonly grantType: string;
  readonly scope: string;
  /** Whom its tokens are meant for, where the first request named somebody. */
  readonly audience: Audience;
  /** Claims that the request named one by one; null: none. OpenID Connect Core §5.5 */
  readonly claims: ClaimsRequest | null;
  readonly beganAtMillis: number;
  /** When a token of it was last issued or validated, as far as this process knows. */
  lastUsedAtMillis: number;
  revoked: boolean;
  /** End of the last token, in milliseconds; null where a refresh token never expires. */
  endsAtMillis: number | null;
}

export interface FamilyStore {
  get(id: string): Family | undefined;
  all(): Iterable<Family>;
  create(family: Family, nowMillis: number): void;
  /** Lets the family live at least until this instant, in milliseconds; null for ever. */
  extend(family: Family, endsAtMillis: number | null): void;
  revoke(family: Family): void;
  load(nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
  /** Drops all from memory. */
  forget(): void;
}

/** Values that records of earlier versions lack. */
const legacyDefaults = {
  authority: null,
  attributes: null,
  authTimeMillis: 0,
  methods: [],
  grantType: 'authorization_code',
  scope: '',
  audience: null,
  claims: null,
  lastUsedAtMillis: 0,
} as const;

/** Keeps families in memory and writes them through; the caller commits. */
export function createFamilyStore(records: RecordStore): FamilyStore {
  const families = createExpiringMap<Family>((family) => family.endsAtMillis);
  const write = (family: Family): void => {
    records.put(familyKind, family.id, { ...family }, recordExpiry(family.endsAtMillis));
  };
  return {
    get: (id) => families.get(id),
    all: () => families.values(),
    create(family, nowMillis) {
      families.add(family.id, family, nowMillis);
      write(family);
    },
    extend(family, endsAtMillis) {
      if (family.endsAtMillis === null) return;
      if (endsAtMillis !== null && endsAtMillis <= family.endsAtMillis) return;
      family.endsAtMillis = endsAtMillis;
      write(family);
    },
    revoke(family) {
      family.revoked = true;
      write(family);
    },
    async load(nowMillis) {
      for (const { id, value } of await records.list<Family>(familyKind))
        families.add(
          id,
          { ...legacyDefaults, ...value, beganAtMillis: value.beganAtMillis ?? nowMillis },
          nowMillis,
        );
      families.purge(nowMillis);
    },
    purge: (nowMillis) => families.purge(nowMillis),
    forget: families.clear,
  };
}
