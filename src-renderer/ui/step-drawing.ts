import type { FlowStep, Lane } from '#shared/api/index.ts';
import { assertNever } from '#shared/errors/assert-never.ts';

/** The lanes from left to right. */
export const lanes: readonly Lane[] = ['browser', 'client', 'as', 'rs'];

/** How a step is drawn: positions in percent of the width of all lanes. */
export interface StepDrawing {
  readonly leftPercent: number;
  readonly widthPercent: number;
  /** The request runs from right to left. */
  readonly isReversed: boolean;
  /** Solid: it happened. Dashed: it has not, or not yet, or nobody could look. Cut: it got no answer. */
  readonly request: 'solid' | 'dashed' | 'cut';
  readonly response: 'none' | 'plain' | 'refused';
}

function requestLine(step: FlowStep): StepDrawing['request'] {
  switch (step.state) {
    case 'done':
      return 'solid';
    case 'failed':
      return step.status === null ? 'cut' : 'solid';
    case 'current':
      return step.serverExchangeId === null && step.clientExchangeId === null ? 'dashed' : 'solid';
    case 'waiting':
    case 'not-reached':
    case 'unseen':
      return 'dashed';
    default:
      return assertNever(step.state);
  }
}

/** Where the arrows of a step lie and what kind of line they are. */
export function drawStep(step: FlowStep): StepDrawing {
  const from = lanes.indexOf(step.from);
  const to = lanes.indexOf(step.to);
  const share = 100 / lanes.length;
  const answered = step.status !== null;
  return {
    leftPercent: (Math.min(from, to) + 0.5) * share,
    widthPercent: Math.abs(to - from) * share,
    isReversed: to < from,
    request: requestLine(step),
    response: answered ? (step.state === 'failed' ? 'refused' : 'plain') : 'none',
  };
}
