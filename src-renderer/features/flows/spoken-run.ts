import type { FlowRun } from '#shared/api/index.ts';
import { waitingMore } from './held/wait-strip.tsx';
import { heldStep } from './sequence-layout.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;
const held = flowMessages.flowHeld;

/**
 * Returns the screen reader announcement for a run: that it waits, is held or has ended; individual steps are not
 * announced.
 */
export function spokenRun(run: FlowRun | null): string {
  if (run === null) return '';
  switch (run.state) {
    case 'paused': {
      const at = heldStep(run)?.step;
      const phase = run.hold?.phase === 'request' ? held.beforeSending : held.beforeReading;
      return at === undefined ? phase : `${phase} ${held.step(at.number)} ${at.method} ${at.path}`;
    }
    case 'waiting-for-browser':
      return `${messages.waiting} ${waitingMore(run)}`;
    case 'passed':
      return messages.runPassed(run.number);
    case 'failed':
      return `${messages.runFailed(run.number)} ${run.note}`;
    case 'cancelled':
      return `${messages.runCancelled(run.number)} ${run.note}`;
    case 'running':
      return '';
  }
}
