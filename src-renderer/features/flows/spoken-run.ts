import type { FlowRun } from '#shared/api/index.ts';
import { heldStep } from './sequence-layout.ts';
import { flowWords } from './words.ts';

const words = flowWords.flows;
const held = flowWords.flowHeld;

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
      return `${words.waiting} ${words.waitingMore(run.username)}`;
    case 'passed':
      return words.runPassed(run.number);
    case 'failed':
      return `${words.runFailed(run.number)} ${run.note}`;
    case 'cancelled':
      return `${words.runCancelled(run.number)} ${run.note}`;
    case 'running':
      return '';
  }
}
