import type { FlowRun } from '#shared/api/index.ts';
import type { FlowExpectation } from '#shared/flows/expectations/index.ts';

/** How an expectation is shown before its run has ended. */
export function openExpectation(of: FlowExpectation): FlowRun['expectations'][number] {
  const step = 'step' in of ? of.step : undefined;
  return { check: of.check, step: step ?? null, outcome: 'open', expected: '', actual: '' };
}
