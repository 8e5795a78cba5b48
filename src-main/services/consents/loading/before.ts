import type { PlanText, SettlementStatus } from '#shared/consents/index.ts';
import type { ConsentState } from '../platform-client/consents.ts';

/**
 * Returns the status of a row that the present consent already makes needless; null: it is to be sent. Semantics:
 * spec 3 §4.1
 */
export function alreadyThere(
  before: ConsentState,
  text: PlanText,
  consentedAtMillis: number,
  overwriteNewer: boolean,
): Extract<SettlementStatus, 'already-same' | 'already-newer'> | null {
  if (before.last === null) return null;
  if (isSameConsent(before, text, consentedAtMillis)) return 'already-same';
  // A consent that was withdrawn later than the consent of the file must not come back to life either.
  return before.last.atMillis >= consentedAtMillis && !overwriteNewer ? 'already-newer' : null;
}

/**
 * The current revision of a sent consent at the platform; null: it is not there. Without a record of the
 * state before, it has to be the very one.
 */
export function takenRevision(
  state: ConsentState,
  before: ConsentState | null,
  text: PlanText,
  consentedAtMillis: number,
): string | null {
  const { last, status } = state;
  if (isSameConsent(state, text, consentedAtMillis)) return text.revisionId;
  if (last === null || before === null || status === 'REVOKED') return null;
  const isSent = last.atMillis === consentedAtMillis && last.languageId === text.languageId;
  const wasThere = before.last?.atMillis === last.atMillis && before.last.revisionId === last.revisionId;
  return isSent && !wasThere ? last.revisionId : null;
}

/** Tests whether a state is the one that an accept of this text at this time leaves behind. */
function isSameConsent({ status, last }: ConsentState, text: PlanText, consentedAtMillis: number): boolean {
  return (
    last !== null &&
    status !== 'REVOKED' &&
    last.atMillis === consentedAtMillis &&
    last.languageId === text.languageId &&
    last.revisionId === text.revisionId
  );
}
