import type { RecordStore } from '#main/platform/ports.ts';
import { isScopeSubset } from '#shared/oauth/index.ts';

/** Kind of its records. */
export const consentKind = 'as.consent';

/** Scopes that a user allowed a client. */
export interface Consent {
  readonly username: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly grantedAtMillis: number;
  /** The document of the client to which they agreed; absent: the client is registered. */
  readonly documentHash?: string;
}

export interface ConsentStore {
  /** Returns true if the user has already allowed this client at least these scopes. */
  covers(username: string, clientId: string, scopes: readonly string[]): boolean;
  /** The consent of a user to this client; undefined: there is none. */
  find(username: string, clientId: string): Consent | undefined;
  /** Adds scopes to what the user has allowed. */
  grant(
    username: string,
    clientId: string,
    scopes: readonly string[],
    nowMillis: number,
    documentHash?: string,
  ): void;
  /** Withdraws what the user allowed this client; false where there was nothing. The caller commits. */
  withdraw(username: string, clientId: string): boolean;
  all(): Iterable<Consent>;
  load(): Promise<void>;
  /** Drops all from memory. */
  forget(): void;
}

/** Keeps what users allowed clients; the caller commits before it answers. */
export function createConsentStore(records: RecordStore): ConsentStore {
  const consents = new Map<string, Consent>();
  return {
    covers(username, clientId, scopes) {
      const consent = consents.get(keyOf(username, clientId));
      return consent !== undefined && isScopeSubset(scopes, consent.scopes);
    },
    find: (username, clientId) => consents.get(keyOf(username, clientId)),
    grant(username, clientId, scopes, nowMillis, documentHash) {
      const id = keyOf(username, clientId);
      const all = [...new Set([...(consents.get(id)?.scopes ?? []), ...scopes])];
      const consent: Consent = {
        username,
        clientId,
        scopes: all,
        grantedAtMillis: nowMillis,
        ...(documentHash === undefined ? {} : { documentHash }),
      };
      consents.set(id, consent);
      records.put(consentKind, id, consent);
    },
    withdraw(username, clientId) {
      const id = keyOf(username, clientId);
      if (!consents.delete(id)) return false;
      records.remove(consentKind, id);
      return true;
    },
    all: () => consents.values(),
    async load() {
      for (const { id, value } of await records.list<Consent>(consentKind)) consents.set(id, value);
    },
    forget: () => consents.clear(),
  };
}

function keyOf(username: string, clientId: string): string {
  return JSON.stringify([username, clientId]);
}
