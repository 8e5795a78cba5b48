import { type OAuthErrorCode, oauthErrorCodes } from '#shared/oauth/index.ts';

/** What the trace may say and the wire may not: the cause in words, the value wanted and the value found. */
export interface Evidence {
  readonly detail?: string;
  readonly want?: string;
  readonly got?: string;
}

export interface OAuthErrorOptions extends Evidence {
  /** `error_description` of the answer; none where it is absent. */
  readonly description?: string;
  /** What the strict profile answers instead, where the product and the RFC differ. */
  readonly strict?: { readonly code?: OAuthErrorCode; readonly description?: string };
}

/** A refusal with its protocol code: `description` is for the wire, the evidence for the trace alone. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly options: OAuthErrorOptions;

  constructor(code: OAuthErrorCode, options: OAuthErrorOptions = {}) {
    super(options.detail ?? options.description ?? code);
    this.code = code;
    this.options = options;
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
    status: oauthErrorCodes[code].status,
  };
}

/** A malformed request: `description` tells the developer of the client what to mend. RFC 6749 §5.2. */
export function invalidRequest(description: string, evidence: Evidence = {}): OAuthError {
  return new OAuthError('invalid_request', { description, ...evidence });
}

/** A code or token that is not valid for this use; the wire learns no more than `description`. RFC 6749 §5.2. */
export function invalidGrant(description: string, evidence: Evidence = {}): OAuthError {
  return new OAuthError('invalid_grant', { description, ...evidence });
}
