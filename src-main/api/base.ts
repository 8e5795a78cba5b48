import { implement, ORPCError, ValidationError } from '@orpc/server';
import type { Engine } from '#main/composition/index.ts';
import { contract } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { CreditStreams } from './credit-streams.ts';

/** What every handler is given. */
export interface ApiContext {
  readonly engine: Engine;
  readonly streams: CreditStreams;
}

function toProblem(error: unknown, engine: Engine): Problem {
  if (error instanceof GatehouseError) return error.toProblem();
  if (error instanceof ORPCError && error.cause instanceof ValidationError) {
    const where = error.cause.issues[0]?.path?.map(String).join('.') ?? '';
    const what = error.cause.issues[0]?.message ?? 'does not fit';
    return {
      code: 'api.invalid-input',
      severity: 'error',
      message: `The input does not fit: ${where} ${what}.`,
    };
  }
  engine.ports.logger.error('api.failed', { error });
  return {
    code: 'api.internal',
    severity: 'error',
    message: 'The engine failed in a way that was not foreseen.',
    fix: 'Try again; if it comes back, look into the log.',
  };
}

/** The contract with its one middleware: every failure becomes the typed `PROBLEM` of the contract. */
export const api = implement(contract)
  .$context<ApiContext>()
  .use(async ({ context, next }) => {
    try {
      return await next();
    } catch (error) {
      if (error instanceof ORPCError && error.defined) throw error;
      const problem = toProblem(error, context.engine);
      throw new ORPCError('PROBLEM', {
        defined: true,
        status: 422,
        message: problem.message,
        data: problem,
        cause: error,
      });
    }
  });
