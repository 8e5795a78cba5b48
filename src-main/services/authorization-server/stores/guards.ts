import type { RecordGuard } from '#main/platform/ports.ts';
import { accessTokenKind } from './access-tokens.ts';
import { codeKind } from './codes.ts';
import { consentKind } from './consents.ts';
import { familyKind } from './families.ts';
import { guessKind } from './guesses.ts';
import { pushedRequestKind } from './pushed-requests.ts';
import { refreshTokenKind } from './refresh-tokens.ts';
import { clientAssertionKind, jwtGrantKind, samlAssertionKind } from './replay-store.ts';

/**
 * Which refusals hang on which records. Where records of a kind are missing or as they were before, nothing that was
 * used up or revoked may look as if it was not: what hangs on the kind is refused, and has to be asked for anew.
 */
export const authorizationServerGuards: readonly RecordGuard[] = [
  // A code that was used up would be taken again.
  { kind: codeKind, withoutRecord: 'refused', ends: [codeKind] },
  // A pushed request that was used up would be taken again.
  { kind: pushedRequestKind, withoutRecord: 'refused', ends: [pushedRequestKind] },
  // A refresh token that was rolled would be taken again.
  { kind: refreshTokenKind, withoutRecord: 'refused', ends: [refreshTokenKind] },
  // A grant that was revoked would live again, with all tokens of it, and with the code that it began with.
  {
    kind: familyKind,
    withoutRecord: 'refused',
    ends: [familyKind, refreshTokenKind, accessTokenKind, codeKind],
  },
  // A later record says that a token was revoked: without it the one before counts.
  { kind: accessTokenKind, withoutRecord: 'taken', ends: [accessTokenKind] },
  // Consents that a user withdrew would be allowed again.
  { kind: consentKind, withoutRecord: 'refused', ends: [consentKind] },
  // The stores handle these themselves: earlier uses and guesses may have no record.
  { kind: samlAssertionKind, withoutRecord: 'taken', ends: [] },
  { kind: jwtGrantKind, withoutRecord: 'taken', ends: [] },
  { kind: clientAssertionKind, withoutRecord: 'taken', ends: [] },
  { kind: guessKind, withoutRecord: 'taken', ends: [] },
];
