import { Refusal, type RefusalOptions } from '#main/platform/pipeline.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** The part of an error that concerns one member of a request. */
export interface ErrorDetail {
  readonly code: string;
  /** Dotted path of the member. */
  readonly target?: string;
  readonly message: string;
  readonly innerError?: Readonly<Record<string, JsonValue>>;
}

export type PlatformErrorCode =
  | 'ACCESS_FAILED'
  | 'INVALID_DATA'
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'REQUEST_FAILED'
  | 'REQUEST_LIMITED'
  | 'UNEXPECTED_ERROR';

export interface PlatformErrorOptions extends RefusalOptions {
  readonly details?: readonly ErrorDetail[];
  /** Name, value, name, value, … */
  readonly headers?: readonly string[];
}

/** A request that the platform does not do; the message goes out. consent-platform-semantics §6 */
export class PlatformError extends Refusal<PlatformErrorOptions> {
  readonly status: number;
  readonly code: PlatformErrorCode;

  constructor(status: number, code: PlatformErrorCode, message: string, options: PlatformErrorOptions = {}) {
    super(message, { detail: options.details?.[0]?.message ?? message, ...options });
    this.status = status;
    this.code = code;
  }
}

/** 400 INVALID_DATA over members of the body. */
export function invalidData(details: readonly ErrorDetail[]): PlatformError {
  return new PlatformError(400, 'INVALID_DATA', 'The request could not be completed: its data is invalid.', {
    details,
  });
}

/** 400 INVALID_DATA with INVALID_VALUE: one member has a value that is not allowed. */
export function invalidValue(
  target: string,
  message: string,
  innerError?: Readonly<Record<string, JsonValue>>,
): PlatformError {
  return invalidData([
    { code: 'INVALID_VALUE', target, message, ...(innerError === undefined ? {} : { innerError }) },
  ]);
}

/** 400 INVALID_DATA with UNIQUENESS_VIOLATION. Spec 3 §7 */
export function notUnique(target: string, message: string): PlatformError {
  return invalidData([{ code: 'UNIQUENESS_VIOLATION', target, message }]);
}

/** 400 INVALID_DATA with SIZE_LIMIT_EXCEEDED: there are as many as there may be. */
export function tooMany(target: string, message: string, maximumValue: number): PlatformError {
  return invalidData([{ code: 'SIZE_LIMIT_EXCEEDED', target, message, innerError: { maximumValue } }]);
}

/** 400 INVALID_REQUEST over a parameter of the query. */
export function invalidParameter(target: string, code: string, message: string): PlatformError {
  return new PlatformError(400, 'INVALID_REQUEST', 'The request could not be completed: it is invalid.', {
    details: [{ code, target, message }],
  });
}

/** 404 NOT_FOUND. */
export function notFound(what: string, id: string): PlatformError {
  return new PlatformError(404, 'NOT_FOUND', `The requested resource was not found: ${what} ${id}.`, {
    details: [],
  });
}
