import type { RecordStore } from '#main/platform/ports.ts';
import { createExpiringMap, recordExpiry, retentionMillis } from './expiring-map.ts';

/** Kinds of its records: SAML assertions and JWTs as grants, and JWTs by which clients authenticate. */
export const samlAssertionKind = 'as.saml-assertion';
export const jwtGrantKind = 'as.jwt-grant';
export const clientAssertionKind = 'as.client-assertion';
type AssertionKind = typeof samlAssertionKind | typeof jwtGrantKind | typeof clientAssertionKind;

interface UsedAssertion {
  /** From this instant on, in milliseconds, the assertion is refused as expired anyway. */
  readonly untilMillis: number;
}

/** Id of the record that says up to which instant used assertions may have been forgotten. */
const forgottenId = '@forgotten';

/** The assertions that were used: none is taken twice. RFC 7522 §3 (7), RFC 7523 §3 (7) */
export interface ReplayStore {
  /** Returns true if the assertion of this key was used before, or may have been: `untilMillis` is when it ends. */
  seen(key: string, untilMillis: number): boolean;
  /**
   * Returns true if an assertion of this instant may have been used without a record of it: the records were found
   * damaged after it, in milliseconds. Null: nothing says when it was made.
   */
  isFromBeforeDoubt(issuedAtMillis: number | null): boolean;
  /** Remembers a used assertion; the caller commits before it answers. */
  remember(key: string, untilMillis: number, nowMillis: number): void;
  load(nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
  /** Drops all from memory. */
  forget(): void;
}

/**
 * Keeps used assertions in memory and writes them through; the caller commits. `doubtedAtMillis`: when it was last found
 * that records of them are missing.
 */
export function createReplayStore(
  records: RecordStore,
  kind: AssertionKind,
  doubtedAtMillis: number | null = null,
): ReplayStore {
  const used = createExpiringMap<UsedAssertion>(({ untilMillis }) => untilMillis);
  let forgottenUntilMillis = Number.NEGATIVE_INFINITY;

  // A clock that is set forward and back must not make forgotten assertions look unused.
  function noteForgotten(sizeBefore: number, nowMillis: number): void {
    if (used.size >= sizeBefore) return;
    forgottenUntilMillis = Math.max(forgottenUntilMillis, nowMillis - retentionMillis);
    records.put(kind, forgottenId, { untilMillis: forgottenUntilMillis });
  }

  function purge(nowMillis: number): void {
    const { size } = used;
    used.purge(nowMillis);
    noteForgotten(size, nowMillis);
  }

  return {
    seen: (key, untilMillis) => used.get(key) !== undefined || untilMillis <= forgottenUntilMillis,
    isFromBeforeDoubt: (issuedAtMillis) =>
      doubtedAtMillis !== null && (issuedAtMillis ?? doubtedAtMillis) <= doubtedAtMillis,
    remember(key, untilMillis, nowMillis) {
      const { size } = used;
      used.add(key, { untilMillis }, nowMillis);
      records.put(kind, key, { untilMillis }, recordExpiry(untilMillis));
      noteForgotten(size + 1, nowMillis);
    },
    async load(nowMillis) {
      for (const { id, value } of await records.list<UsedAssertion>(kind)) {
        if (id === forgottenId) forgottenUntilMillis = value.untilMillis;
        else used.add(id, value, nowMillis);
      }
      purge(nowMillis);
    },
    purge,
    forget: used.clear,
  };
}
