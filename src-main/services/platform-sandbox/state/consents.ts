import { type RecordStore, sandboxRecordKinds } from '#main/platform/ports.ts';

const consentKind = sandboxRecordKinds.consent;

/** The latest consent of a user to an agreement: the only one that is kept. consent-platform-semantics §1 */
export interface Consent {
  readonly languageId: string;
  readonly revisionId: string;
  readonly consentedAtMillis: number;
  readonly revokedAtMillis: number | null;
}

export interface Consents {
  get(userId: string, agreementId: string): Consent | undefined;
  put(userId: string, agreementId: string, consent: Consent): void;
  /** With a user, all that the user consented to goes. */
  removeUser(userId: string): void;
  /** Consents to an agreement, in no order. */
  of(agreementId: string): Iterable<Consent>;
  countOf(agreementId: string): number;
  readonly count: number;
  load(): Promise<void>;
}

/** Keeps the consents; the caller commits its changes. */
export function createConsents(records: RecordStore): Consents {
  const byAgreement = new Map<string, Map<string, Consent>>();
  const tableOf = (agreementId: string) => {
    let table = byAgreement.get(agreementId);
    if (table === undefined) {
      table = new Map();
      byAgreement.set(agreementId, table);
    }
    return table;
  };
  return {
    get: (userId, agreementId) => byAgreement.get(agreementId)?.get(userId),
    put(userId, agreementId, consent) {
      tableOf(agreementId).set(userId, consent);
      records.put(consentKind, `${userId}/${agreementId}`, consent);
    },
    removeUser(userId) {
      for (const [agreementId, table] of byAgreement)
        if (table.delete(userId)) records.remove(consentKind, `${userId}/${agreementId}`);
    },
    of: (agreementId) => byAgreement.get(agreementId)?.values() ?? [],
    countOf: (agreementId) => byAgreement.get(agreementId)?.size ?? 0,
    get count() {
      return [...byAgreement.values()].reduce((sum, table) => sum + table.size, 0);
    },
    async load() {
      for (const { id, value } of await records.list<Consent>(consentKind)) {
        const [userId = '', agreementId = ''] = id.split('/');
        tableOf(agreementId).set(userId, value);
      }
    },
  };
}
