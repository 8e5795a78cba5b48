import { implement, ORPCError, ValidationError } from '@orpc/server';
import type { Logger } from '#main/platform/ports.ts';
import { contract } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { CreditStreams } from './credit-streams.ts';
import type { EnginePart, Slice } from './ports.ts';

/** Context of a handler: its slice of the engine, and the streams of the caller. */
export interface ApiContext<Part extends EnginePart> {
  readonly engine: Slice<Part>;
  readonly streams: CreditStreams;
  readonly logger: Logger;
}

function toProblem(error: unknown, logger: Logger): Problem {
  if (error instanceof GatehouseError) return error.toProblem();
  if (error instanceof ORPCError && error.cause instanceof ValidationError) {
    const where = error.cause.issues[0]?.path?.map(String).join('.') ?? '';
    const what = error.cause.issues[0]?.message ?? 'is invalid';
    return {
      code: 'api.invalid-input',
      severity: 'error',
      message: `The input is invalid: ${where} ${what}.`,
    };
  }
  logger.error('api.failed', { error });
  return {
    code: 'api.internal',
    severity: 'error',
    message: 'An unexpected error occurred in the engine.',
    fix: 'Try again. If the error persists, check the log.',
  };
}

/**
 * The contract, for the handlers of a domain that works with the named parts of the engine. Its one middleware: every
 * failure becomes the typed `PROBLEM` of the contract.
 */
export function apiWith<Part extends EnginePart = never>() {
  return implement(contract)
    .$context<ApiContext<Part>>()
    .use(async ({ context, next }) => {
      try {
        return await next();
      } catch (error) {
        if (error instanceof ORPCError && error.defined) throw error;
        const problem = toProblem(error, context.logger);
        throw new ORPCError('PROBLEM', {
          defined: true,
          status: 422,
          message: problem.message,
          data: problem,
          cause: error,
        });
      }
    });
}

/** The contract, to put the domains together. */
export const api = implement(contract).$context<ApiContext<EnginePart>>();
