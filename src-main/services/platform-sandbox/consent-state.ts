import { environmentUrl, type PlatformContext, param } from './context.ts';
import { isoTime } from './ids.ts';
import type { Consent } from './state/consents.ts';
import type { Entity, JsonObject } from './state/entities.ts';
import { currentRevision, defaultLocale, effectiveAtMillis, languagesOf, revisionsOf } from './texts.ts';

const dayMillis = 86_400_000;

/** The relation of a user to an agreement. consent-platform-semantics §1 */
type ConsentStatus = 'PENDING' | 'ACCEPTED' | 'REVOKED' | 'EXPIRED' | 'AGREEMENT_DISABLED';

/** The state of a user towards an agreement, as it is shown: the latest consent is all that is kept. */
export function showConsent(context: PlatformContext, userId: string, agreement: Entity): JsonObject {
  const consent = context.state.consents.get(userId, agreement.id);
  const expiresAtMillis = consent === undefined ? null : expiryOf(consent, agreement);
  const status = statusOf(context, agreement, consent, expiresAtMillis);
  const path = `users/${userId}/agreementConsents/${agreement.id}`;
  return {
    _links: { self: { href: `${environmentUrl(context)}/${path}` } },
    id: agreement.id,
    environment: { id: param(context, 'env') },
    user: { id: userId },
    agreement: { id: agreement.id },
    language: {
      id:
        status === 'ACCEPTED' && consent !== undefined
          ? consent.languageId
          : languageToAsk(context, userId, agreement),
    },
    status,
    ...(consent === undefined ? {} : { lastConsent: showLast(consent, expiresAtMillis) }),
  };
}

function showLast(
  { consentedAtMillis, languageId, revisionId }: Consent,
  expiresAtMillis: number | null,
): JsonObject {
  return {
    at: isoTime(consentedAtMillis),
    ...(expiresAtMillis === null ? {} : { expiresAt: isoTime(expiresAtMillis) }),
    language: { id: languageId },
    revision: { id: revisionId },
  };
}

/** By the period that the agreement has now; null: never. */
function expiryOf({ consentedAtMillis }: Consent, { value }: Entity): number | null {
  const days = value['reconsentPeriodDays'];
  return typeof days === 'number' ? Math.floor(consentedAtMillis + days * dayMillis) : null;
}

function statusOf(
  context: PlatformContext,
  agreement: Entity,
  consent: Consent | undefined,
  expiresAtMillis: number | null,
): ConsentStatus {
  if (agreement.value['enabled'] !== true) return 'AGREEMENT_DISABLED';
  if (consent === undefined) return 'PENDING';
  if (consent.revokedAtMillis !== null) return 'REVOKED';
  if (expiresAtMillis !== null && expiresAtMillis <= context.nowMillis) return 'EXPIRED';
  return needsNewConsent(context, agreement.id, consent) ? 'PENDING' : 'ACCEPTED';
}

/** Tests whether a revision that asks for a new consent has come into force since. */
function needsNewConsent(
  { state, nowMillis }: PlatformContext,
  agreementId: string,
  { languageId, revisionId }: Consent,
): boolean {
  const current = currentRevision(state, agreementId, languageId, nowMillis);
  if (current === null || current.id === revisionId) return false;
  const revisions = revisionsOf(state, agreementId, languageId);
  const later = revisions.slice(revisions.findIndex(({ id }) => id === revisionId) + 1);
  return later.some(
    (each) => effectiveAtMillis(each) <= nowMillis && each.value['requireReconsent'] === true,
  );
}

/** The user's own language, or that of the environment. */
function languageToAsk({ state }: PlatformContext, userId: string, { id }: Entity): string {
  const languages = languagesOf(state, id).filter(({ value }) => value['enabled'] === true);
  const preferred = state.users.get(userId)?.value['preferredLanguage'];
  const locale = defaultLocale(state);
  const found =
    languages.find(({ value }) => value['locale'] === preferred) ??
    languages.find(({ value }) => value['locale'] === locale) ??
    languages[0];
  return found?.id ?? '';
}
