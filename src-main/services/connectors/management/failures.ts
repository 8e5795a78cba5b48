import { assertNever, GatehouseError } from '#shared/errors/index.ts';
import { ConnectorFailure, type FailureType } from '../failure.ts';
import { HostError } from './host-error.ts';

/** Status of ALREADY_EXIST: the products answer 412, others 409. */
export type AlreadyExistsStatus = 409 | 412;

/** Returns the answer of the host when the connector fails. connector-semantics §8 */
export function hostErrorOf(error: unknown, what: string, alreadyExists: AlreadyExistsStatus): HostError {
  if (error instanceof HostError) return error;
  if (!(error instanceof GatehouseError))
    return new HostError(500, 'Internal error', {
      detail: error instanceof Error ? error.message : String(error),
    });
  if (!(error instanceof ConnectorFailure)) return new HostError(statusOfCode(error.code), error.message);
  const status = statusOf(error.type, alreadyExists);
  if (error.type === 'NOT_FOUND')
    return new HostError(404, `Object ${what} not found`, { members: {}, got: error.message });
  if (error.type === 'ALREADY_EXIST')
    return new HostError(status, `System object ${what} already exists`, { got: error.message });
  const { completedUid } = error;
  return new HostError(status, error.message, completedUid === null ? {} : { members: { completedUid } });
}

/** The status with which a type of failure is answered. */
export function statusOf(type: FailureType, alreadyExists: AlreadyExistsStatus): number {
  switch (type) {
    case 'NOT_FOUND':
      return 404;
    case 'ALREADY_EXIST':
      return alreadyExists;
    case 'CHANGED':
      return 412;
    case 'UNAUTHORIZED':
      return 401;
    case 'FORBIDDEN':
      return 403;
    case 'BAD_REQUEST':
    case 'INVALID_ATTRIBUTE':
      return 400;
    case 'RETRYABLE':
    case 'TIMEOUT':
      return 503;
    case 'UNSUPPORTED':
      return 501;
    case 'CONFIGURATION':
    case 'FOREIGN_LINK':
    case 'OTHER':
      return 500;
    default:
      return assertNever(type);
  }
}

/** Attributes and filters that cannot be are the caller's fault. */
function statusOfCode(code: string): number {
  return /^connector\.(?:value-|attribute-|filter-|invalid-attribute)/.test(code) ? 400 : 500;
}
