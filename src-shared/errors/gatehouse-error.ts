import type { ErrorCode } from './codes.ts';
import type { Problem, ProblemAction, ProblemLocation } from './problem.ts';

export interface GatehouseErrorOptions {
  readonly fix?: string;
  readonly location?: ProblemLocation;
  readonly actions?: readonly ProblemAction[];
  readonly cause?: unknown;
}

/** The one error class of Gatehouse: a stable code, what failed in plain words, and how to mend it. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';
  readonly code: ErrorCode;
  readonly fix: string | undefined;
  readonly location: ProblemLocation | undefined;
  readonly actions: readonly ProblemAction[] | undefined;

  constructor(code: ErrorCode, message: string, options: GatehouseErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fix = options.fix;
    this.location = options.location;
    this.actions = options.actions;
  }

  /** The error that a Problem of another thread stood for. */
  static fromProblem({ code, message, fix, location, actions, cause }: Problem): GatehouseError {
    return new GatehouseError(code as ErrorCode, message, {
      ...(fix === undefined ? {} : { fix }),
      ...(location === undefined ? {} : { location }),
      ...(actions === undefined ? {} : { actions }),
      ...(cause === undefined ? {} : { cause: new Error(cause) }),
    });
  }

  /** The error as a Problem, for lists, logs and the wire. */
  toProblem(severity: Problem['severity'] = 'error'): Problem {
    const why = this.cause instanceof Error ? this.cause.message : undefined;
    return {
      code: this.code,
      severity,
      message: this.message,
      ...(why === undefined ? {} : { cause: why }),
      ...(this.fix === undefined ? {} : { fix: this.fix }),
      ...(this.location === undefined ? {} : { location: this.location }),
      ...(this.actions === undefined ? {} : { actions: [...this.actions] }),
    };
  }
}
