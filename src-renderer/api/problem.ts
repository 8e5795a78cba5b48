import { isDefinedError } from '@orpc/client';
import type { Problem } from '#shared/errors/problem.ts';

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

/** True if the engine foresaw this failure: trying the same again then gives the same answer. */
export function isForeseen(error: unknown): boolean {
  return error instanceof Error && isDefinedError(error);
}

/** Any failure of a call as a Problem: the engine's own where it sent one, an honest general one otherwise. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Error && 'data' in error && isProblem(error.data)) return error.data;
  const cause = error instanceof Error ? error.message : String(error);
  return {
    code: 'api.internal',
    severity: 'error',
    message: 'The engine did not answer this call',
    cause,
    fix: 'Try again. If it fails again, copy the details into a report.',
  };
}

/** A problem as text for a report: every part on its own line, in a fixed order. */
export function problemText(problem: Problem): string {
  const location = problem.location;
  return [
    `${problem.severity}: ${problem.code}`,
    problem.message,
    problem.cause === undefined ? '' : `Cause: ${problem.cause}`,
    problem.fix === undefined ? '' : `Fix: ${problem.fix}`,
    location === undefined ? '' : `At: ${locationText(location)}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** `file:line:column`, as far as it is known. */
export function locationText(location: NonNullable<Problem['location']>): string {
  const position = [location.file, location.line, location.line === undefined ? undefined : location.column];
  const text = position.filter((part) => part !== undefined).join(':');
  return location.pointer === undefined || location.line !== undefined ? text : `${text} ${location.pointer}`;
}
