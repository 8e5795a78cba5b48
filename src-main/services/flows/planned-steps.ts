import type { FlowStep } from '#shared/api/index.ts';
import type { RunPlan } from './run.ts';
import { flowSteps, plannedRows } from './run-rows.ts';

/** The steps of a run before it is begun, all of them ahead. `redirectUri` is that of its client. */
export function plannedSteps({ script, browser, target }: RunPlan, redirectUri: string): FlowStep[] {
  const certain = script.steps.filter(({ when }) => when === undefined);
  const rows = plannedRows(certain, {
    beginsAtClient: browser !== 'unattended' && target === null,
    callbackPath: URL.canParse(redirectUri) ? new URL(redirectUri).pathname : redirectUri,
    fill: () => null,
  });
  return flowSteps(rows, {
    happened: [],
    // Of a run that is over, no step is the current one.
    isOver: true,
    isWaiting: false,
    hold: null,
    breakpoints: [],
    requests: () => null,
  });
}
