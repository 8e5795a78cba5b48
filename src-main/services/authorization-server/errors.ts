import { type Evidence, Refusal, type RefusalOptions } from '#main/platform/pipeline.ts';
import { type OAuthErrorCode, oauthErrorCodes } from '#shared/oauth/index.ts';

/** `description` is the `error_description` of the answer. */
export interface OAuthErrorOptions extends RefusalOptions {
  /** In place of the status that the code has. */
  readonly status?: number;
  /** When it is worth while to try again. RFC 9110 §10.2.3 */
  readonly retryAfterSeconds?: number;
  /** Answer of the strict profile instead, where the product and the RFC differ. */
  readonly strict?: { readonly code?: OAuthErrorCode; readonly description?: string };
}

/** A refusal with its protocol code: `description` is for the wire, the evidence for the trace alone. */
export class OAuthError extends Refusal<OAuthErrorOptions> {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, options: OAuthErrorOptions = {}) {
    super(options.detail ?? options.description ?? code, options);
    this.code = code;
  }
}

/** A refusal as one profile words it. */
export interface WireError {
  readonly code: OAuthErrorCode;
  readonly description: string | undefined;
  readonly status: number;
}

/** The code, text and HTTP status of a refusal in the profile in force. RFC 6749 §5.2. */
export function wireError(error: OAuthError, isStrict: boolean): WireError {
  const { strict, description } = error.options;
  const code = (isStrict ? strict?.code : undefined) ?? error.code;
  return {
    code,
    description: (isStrict ? strict?.description : undefined) ?? description,
    status: error.options.status ?? oauthErrorCodes[code].status,
  };
}

/** When a client that was refused because the state cannot be written should ask again. */
const retryAfterUnwritableSeconds = 5;

/**
 * Creates the refusal of a request whose result cannot be kept: a client that asks again later is answered. RFC 9110
 * §15.6.4
 */
export function unavailable(description: string): OAuthError {
  return new OAuthError('temporarily_unavailable', {
    description,
    retryAfterSeconds: retryAfterUnwritableSeconds,
  });
}

/** A malformed request: `description` tells the developer of the client what to mend. RFC 6749 §5.2. */
export function invalidRequest(description: string, evidence: Evidence = {}): OAuthError {
  return new OAuthError('invalid_request', { description, ...evidence });
}

/** A code or token that is not valid for this use; the wire learns no more than `description`. RFC 6749 §5.2. */
export function invalidGrant(description: string, evidence: Evidence = {}): OAuthError {
  return new OAuthError('invalid_grant', { description, ...evidence });
}
