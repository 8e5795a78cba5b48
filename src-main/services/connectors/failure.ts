import type { ExceptionType, RemoteStep } from '#shared/connectors/index.ts';
import type { ErrorCode } from '#shared/errors/codes.ts';
import { GatehouseError, type GatehouseErrorOptions } from '#shared/errors/gatehouse-error.ts';
import type { DraftStep } from './remote/steps.ts';

/** The meaning of a failed operation for its caller. */
export type FailureType =
  | ExceptionType
  /** Somebody changed the object after it was read. */
  | 'CHANGED'
  /** The remote may answer when it is asked again. */
  | 'RETRYABLE'
  | 'TIMEOUT'
  | 'CONFIGURATION'
  /** The remote names a next page at another server. */
  | 'FOREIGN_LINK'
  /** The object type has no such operation. */
  | 'UNSUPPORTED'
  | 'INVALID_ATTRIBUTE'
  | 'OTHER';

const codes = {
  BAD_REQUEST: 'connector.bad-request',
  NOT_FOUND: 'connector.not-found',
  ALREADY_EXIST: 'connector.already-exists',
  FORBIDDEN: 'connector.forbidden',
  UNAUTHORIZED: 'connector.unauthorized',
  CHANGED: 'connector.changed',
  RETRYABLE: 'connector.unavailable',
  TIMEOUT: 'connector.timeout',
  CONFIGURATION: 'connector.configuration',
  FOREIGN_LINK: 'connector.foreign-link',
  UNSUPPORTED: 'connector.unsupported',
  INVALID_ATTRIBUTE: 'connector.invalid-attribute',
  OTHER: 'connector.remote-failed',
} as const satisfies Record<FailureType, ErrorCode>;

export interface ConnectorFailureOptions extends GatehouseErrorOptions {
  /** The request that failed; null where none was sent. */
  readonly step?: RemoteStep | null;
  /** uid of the object that the main request created or changed before a further request failed. */
  readonly completedUid?: string | null;
}

/** An operation that failed, at the remote or before it. Its code follows from its type. */
export class ConnectorFailure extends GatehouseError {
  readonly type: FailureType;
  readonly step: RemoteStep | null;
  readonly completedUid: string | null;

  constructor(type: FailureType, message: string, options: ConnectorFailureOptions = {}) {
    super(codes[type], message, options);
    this.type = type;
    this.step = options.step ?? null;
    this.completedUid = options.completedUid ?? null;
  }

  /** The same failure with the step at which it came about; the step tells of it too. */
  at(step: DraftStep): ConnectorFailure {
    step.failure = this.toProblem();
    return this.with({ step });
  }

  /** The same failure with more said of it. */
  with(
    more: Pick<ConnectorFailureOptions, 'step' | 'completedUid'>,
    message = this.message,
    type = this.type,
  ): ConnectorFailure {
    return new ConnectorFailure(type, message, {
      ...(this.fix === undefined ? {} : { fix: this.fix }),
      ...(this.cause === undefined ? {} : { cause: this.cause }),
      step: this.step,
      completedUid: this.completedUid,
      ...more,
    });
  }
}
