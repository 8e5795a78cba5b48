import { GatehouseError } from '#shared/errors/index.ts';
import type { Run } from './run.ts';

/** The note of a run that has passed. */
export function passedNote(run: Run): string {
  const last = run.steps.findLast((step) => step.act === 'send');
  if (last?.id === 'resource') return 'The resource server accepted the token.';
  return 'All steps completed.';
}

/** Creates the error for an act on a run that is not held. */
export function notWaiting(): GatehouseError {
  return new GatehouseError('flow.not-waiting', 'The run is not paused.', {
    fix: 'Finish the sign-in in the browser, or start a new run.',
  });
}

/** The words of a failure. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
