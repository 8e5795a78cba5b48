import type {
  PlatformAsk,
  PlatformClient,
  PlatformResponse,
} from '#main/services/consents/platform-client/client.ts';
import type { TargetProfile } from '#main/services/consents/platform-client/profile.ts';
import type { PlanRow, PlanText, PlatformAgreement, RowSettlement } from '#shared/consents/index.ts';

export const profile: TargetProfile = {
  name: 'there',
  displayName: 'There',
  baseUrl: 'https://there.example/v1',
  tokenEndpoint: 'https://there.example/token',
  environmentId: 'env-1',
  clientId: 'worker',
  secret: () => 'planted-secret',
  authentication: 'client_secret_basic',
  scope: '',
  isSandbox: false,
  limit: null,
};

/** An answer of the platform. */
export function answered(status: number, body: object = {}, retryAfterMillis: number | null = null) {
  return { status, body, retryAfterMillis, exchangeId: 'x-1' } as PlatformResponse;
}

/** An error body with one detail. */
export function errorBody(code: string, target: string, id = 'e-1'): object {
  return {
    id,
    code: 'INVALID_DATA',
    message: 'No.',
    details: [{ code, target, message: `${target} is wrong` }],
  };
}

/** A client whose answers a function gives. */
export function clientThat(
  answer: (ask: PlatformAsk, signal: AbortSignal) => Promise<PlatformResponse> | PlatformResponse,
  follow: PlatformClient['follow'] = () => Promise.reject(new Error('Nothing goes on.')),
): PlatformClient {
  return {
    profile,
    request: async (ask, signal) => answer(ask, signal),
    linkOf: (href) => href,
    follow,
    exact: ({ method, path, body }) => ({ method, url: path, headers: [], body: body ?? null }),
  };
}

export const text: PlanText = { agreementId: 'a-1', languageId: 'l-1', revisionId: 'r-1' };

/** Agreements as the platform has them, with revisions by the times at which they take effect. */
export function agreementsWith(
  revisions: Readonly<Record<string, number>>,
  currentRevisionId: string | null = null,
): readonly PlatformAgreement[] {
  const language = {
    id: text.languageId,
    locale: 'en',
    displayName: 'English',
    isEnabled: true,
    currentRevisionId,
    revisions: Object.entries(revisions).map(([id, effectiveAtMillis]) => ({
      id,
      effectiveAtMillis,
      requireReconsent: false,
    })),
  };
  return [
    {
      id: text.agreementId,
      name: 'Terms',
      isEnabled: true,
      reconsentPeriodDays: null,
      languages: [language],
    },
  ];
}

/** Rows of a plan, one user each, that consented at the same time. */
export const consentedAtMillis = 1_700_000_000_000;
export function planRows(count: number): PlanRow[] {
  return Array.from({ length: count }, (_, index) => [
    index + 1,
    `user-${index + 1}`,
    0,
    consentedAtMillis,
    0,
  ]);
}

/** The state of a consent, as the platform gives it. */
export function stateBody(atMillis: number | null, revisionId = 'r-1', status = 'ACCEPTED'): object {
  if (atMillis === null) return { status: 'PENDING' };
  const at = new Date(atMillis).toISOString();
  return { status, lastConsent: { at, language: { id: 'l-1' }, revision: { id: revisionId } } };
}

export function settlementOf(row: number, given: Partial<RowSettlement> = {}): RowSettlement {
  return {
    row,
    status: 'accepted',
    httpStatus: 200,
    code: '',
    errorId: '',
    message: '',
    userId: `user-${row}`,
    revisionId: 'r-1',
    sentAtMillis: 1,
    attempts: 1,
    exchangeId: 'x-1',
    ...given,
  };
}
