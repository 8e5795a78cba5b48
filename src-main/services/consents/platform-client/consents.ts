import { isJsonObject } from '#shared/workspace/index.ts';
import type { PlatformAsk, PlatformResponse } from './client.ts';

/** Longest id, and longest status, that a target may give. */
const maxIdLength = 500;

/** The consent state of a user and an agreement at the platform. Semantics of the state object: spec 3 §2 */
export interface ConsentState {
  readonly status: string;
  /** The last consent; null: there never was one. */
  readonly last: {
    readonly atMillis: number;
    readonly languageId: string;
    readonly revisionId: string;
  } | null;
}

/** Asks for the state of a consent. */
export function readConsent(userId: string, agreementId: string, transactionId: string): PlatformAsk {
  return {
    method: 'GET',
    path: consentPath(userId, agreementId),
    transactionId,
    tags: ['operation:consent-read'],
  };
}

/** The text consented to, and the time of the consent. */
export interface ConsentText {
  readonly agreementId: string;
  readonly languageId: string;
  readonly revisionId: string;
  readonly consentedAtMillis: number;
}

/** Accepts an agreement for a user. Spec 3 §4.1 */
export function acceptConsent(
  userId: string,
  { agreementId, languageId, revisionId, consentedAtMillis }: ConsentText,
  mediaType: string,
  transactionId: string,
): PlatformAsk {
  return {
    method: 'POST',
    path: consentPath(userId, agreementId),
    contentType: `application/vnd.${mediaType}.consent.accept+json`,
    body: JSON.stringify({
      language: { id: languageId },
      revision: { id: revisionId },
      consentedAt: new Date(consentedAtMillis).toISOString(),
    }),
    transactionId,
    tags: ['operation:consent-accept'],
  };
}

/** Takes a consent back. */
export function revokeConsent(
  userId: string,
  agreementId: string,
  mediaType: string,
  transactionId: string,
): PlatformAsk {
  return {
    method: 'POST',
    path: consentPath(userId, agreementId),
    contentType: `application/vnd.${mediaType}.consent.revoke+json`,
    body: '{}',
    transactionId,
    tags: ['operation:consent-revoke'],
  };
}

function consentPath(userId: string, agreementId: string): string {
  return `/users/${segment(userId)}/agreementConsents/${segment(agreementId)}`;
}

/** An id as a part of a path, which it never leaves: dots alone lead elsewhere however they are encoded. */
export function segment(id: string): string {
  return /^\.{0,2}$/.test(id) ? `_${id}` : encodeURIComponent(id);
}

/** Reads the state in an answer; one that is none holds no consent. */
export function consentStateOf({ body }: Pick<PlatformResponse, 'body'>): ConsentState {
  const { status, lastConsent } = body;
  return {
    status: typeof status === 'string' ? status.slice(0, maxIdLength) : '',
    last: readLast(lastConsent),
  };
}

function readLast(value: unknown): ConsentState['last'] {
  if (!isJsonObject(value)) return null;
  const { at, language, revision } = value;
  const atMillis = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(atMillis)) return null;
  return { atMillis, languageId: idOf(language), revisionId: idOf(revision) };
}

/** The member `id` of an object; empty where there is none that could be one. */
export function idOf(value: unknown): string {
  if (!isJsonObject(value)) return '';
  const { id } = value;
  return typeof id === 'string' && id.length <= maxIdLength ? id : '';
}
