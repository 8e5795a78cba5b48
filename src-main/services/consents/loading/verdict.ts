import { GatehouseError } from '#shared/errors/index.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import type { PlatformResponse } from '../platform-client/client.ts';
import type { TargetProfile } from '../platform-client/profile.ts';

/** The meaning of a platform's answer for its row. Semantics of errors: spec 3 §7 */
export type Verdict =
  | { readonly kind: 'accepted' }
  /** The client is not, or no longer, allowed to do this. */
  | { readonly kind: 'forbidden'; readonly failure: Failure }
  /** Too fast. */
  | { readonly kind: 'refused'; readonly waitMillis: number | null; readonly failure: Failure }
  /** It may go well the next time. */
  | { readonly kind: 'transient'; readonly failure: Failure }
  | { readonly kind: 'conflict'; readonly failure: Failure }
  /** Agreement, language or revision are no longer what the plan found. */
  | { readonly kind: 'text-gone'; readonly failure: Failure }
  /** This row, and no other. */
  | { readonly kind: 'row'; readonly failure: Failure };

/** Why a request was not taken. */
export interface Failure {
  readonly httpStatus: number | null;
  readonly code: string;
  readonly errorId: string;
  readonly message: string;
}

const successes: ReadonlySet<number> = new Set([200, 201, 204]);
const passing: ReadonlySet<number> = new Set([408, 500, 501, 502, 503, 504]);
const textTargets = /agreement|language|revision/i;
const maxMessageLength = 500;
const maxCodeLength = 200;

/** Judges the answer to an accept or a revoke; statuses of one class may change, so codes come first. */
export function judge(response: PlatformResponse): Verdict {
  const { status } = response;
  if (successes.has(status)) return { kind: 'accepted' };
  const failure = failureOf(response);
  const codes = codesOf(response);
  if (status === 429 || codes.has('REQUEST_LIMITED'))
    return { kind: 'refused', waitMillis: response.retryAfterMillis, failure };
  if (status === 401 || status === 403) return { kind: 'forbidden', failure };
  if (status === 409) return { kind: 'conflict', failure };
  if (passing.has(status) || codes.has('UNEXPECTED_ERROR')) return { kind: 'transient', failure };
  const isText =
    (status === 404 || status === 400) && targetsOf(response).some((target) => textTargets.test(target));
  return { kind: isText ? 'text-gone' : 'row', failure };
}

/** A failure on the way, before there was an answer. */
export function networkFailure(error: unknown): Failure {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'network';
  const message = error instanceof Error ? error.message : String(error);
  return { httpStatus: null, code, errorId: '', message: plain(message, maxMessageLength) };
}

/** Creates the error that the target does not accept its client, in whatever is done. */
export function refusedClient(
  { httpStatus, code, message }: Failure,
  { displayName, clientId }: TargetProfile,
): GatehouseError {
  return new GatehouseError(
    'import.target-refused',
    `${displayName} rejects the client ${clientId}: ${httpStatus} ${code} ${message}`,
    { fix: 'Give the worker client permission to accept consents for users, then resume.' },
  );
}

/** Returns the failure that an unsuccessful answer describes. */
export function failureOf({ status, body }: Pick<PlatformResponse, 'status' | 'body'>): Failure {
  const { id, code, message } = body;
  const [detail] = detailsOf(body);
  const words = textOf(detail?.['message']) || textOf(message) || `Status ${status}.`;
  return {
    httpStatus: status,
    code: plain(textOf(detail?.['code']) || textOf(code), maxCodeLength) || String(status),
    errorId: plain(textOf(id), maxCodeLength),
    message: plain(words, maxMessageLength),
  };
}

/** The code of an error, and those of its details. */
function codesOf({ body }: PlatformResponse): ReadonlySet<string> {
  return new Set([textOf(body['code']), ...detailsOf(body).map((detail) => textOf(detail['code']))]);
}

function targetsOf({ body }: PlatformResponse): readonly string[] {
  return detailsOf(body).map((detail) => textOf(detail['target']));
}

function detailsOf(body: PlatformResponse['body']): readonly Readonly<Record<string, unknown>>[] {
  const { details } = body;
  return Array.isArray(details) ? details.filter(isJsonObject) : [];
}

/**
 * Returns the beginning of a text from a target, without control characters: it goes into files and onto terminals.
 */
function plain(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
