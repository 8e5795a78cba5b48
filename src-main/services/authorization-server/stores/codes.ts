import type { RecordStore } from '#main/platform/ports.ts';
import type { ClaimsRequest, PkceMethod } from '#shared/oauth/index.ts';
import type { Subject } from '../subject.ts';
import { tokenHash } from '../token-factory.ts';
import type { Audience } from './audience.ts';
import { createExpiringMap, recordExpiry } from './expiring-map.ts';

/** Kind of its records. */
export const codeKind = 'as.code';

/** The record of an authorization code; the code itself is known by its hash alone. */
export interface AuthorizationCode {
  readonly clientId: string;
  readonly subject: Subject;
  readonly scope: string;
  /** True if `scope` differs from the scope requested, so that the token response has to name it. */
  readonly scopeDiffers: boolean;
  readonly redirectUri: string;
  /** True if the request named the redirect URI, so that the exchange has to repeat it. */
  readonly redirectUriGiven: boolean;
  readonly challenge: { readonly value: string; readonly method: PkceMethod } | null;
  readonly nonce: string | null;
  /** Whom its tokens are meant for; null: as the client is set. RFC 8707 §2.1 */
  readonly audience: Audience;
  /** Claims that the request named one by one; null: none. OpenID Connect Core §5.5 */
  readonly claims: ClaimsRequest | null;
  /** The thumbprint of the key with which alone it is exchanged; null: none was named. RFC 9449 §10 */
  readonly boundTo: string | null;
  readonly issuedAtMillis: number;
  readonly expiresAtMillis: number;
  readonly familyId: string;
  used: boolean;
  /**
   * How long a use is remembered, in milliseconds since the epoch: as long as the issued tokens live. Null:
   * for ever.
   */
  rememberedUntilMillis: number | null;
}

export interface CodeStore {
  find(code: string): AuthorizationCode | undefined;
  add(code: string, entry: AuthorizationCode): void;
  /** Marks the code as used up. */
  use(code: string, entry: AuthorizationCode): void;
  /** Uses up the codes that `isMeant` selects, because their grant was withdrawn. The caller commits. */
  cancel(isMeant: (entry: AuthorizationCode) => boolean): void;
  /** Remembers a used code as long as the tokens issued from it. */
  remember(code: string, entry: AuthorizationCode, untilMillis: number | null): void;
  load(nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
  /** Drops all from memory. */
  forget(): void;
}

/** A record as this version or an earlier one wrote it. */
type StoredCode = Omit<AuthorizationCode, 'subject' | 'boundTo'> & {
  readonly boundTo?: string | null;
  readonly subject?: Omit<Subject, 'methods'> & Partial<Subject>;
  readonly username?: string;
};

function formerSubject({ username = '', issuedAtMillis }: StoredCode): Subject {
  return { username, authority: null, attributes: null, authTimeMillis: issuedAtMillis, methods: [] };
}

/** Values that records of earlier versions lack. */
const legacyDefaults = { audience: null, claims: null, boundTo: null } as const;

/** Keeps codes in memory and writes them through; the caller commits a use before it answers. */
export function createCodeStore(records: RecordStore): CodeStore {
  const codes = createExpiringMap<AuthorizationCode>((entry) => entry.rememberedUntilMillis);
  const write = (id: string, entry: AuthorizationCode): void => {
    records.put(codeKind, id, { ...entry }, recordExpiry(entry.rememberedUntilMillis));
  };
  return {
    find: (code) => codes.get(tokenHash(code)),
    add(code, entry) {
      const id = tokenHash(code);
      codes.add(id, entry, entry.issuedAtMillis);
      write(id, entry);
    },
    use(code, entry) {
      entry.used = true;
      write(tokenHash(code), entry);
    },
    cancel(isMeant) {
      for (const [id, entry] of codes.entries()) {
        if (entry.used || !isMeant(entry)) continue;
        entry.used = true;
        write(id, entry);
      }
    },
    remember(code, entry, untilMillis) {
      entry.rememberedUntilMillis = untilMillis;
      write(tokenHash(code), entry);
    },
    async load(nowMillis) {
      for (const { id, value } of await records.list<StoredCode>(codeKind))
        codes.add(
          id,
          { ...legacyDefaults, ...value, subject: { ...formerSubject(value), ...value.subject } },
          nowMillis,
        );
      codes.purge(nowMillis);
    },
    purge: (nowMillis) => codes.purge(nowMillis),
    forget: codes.clear,
  };
}
