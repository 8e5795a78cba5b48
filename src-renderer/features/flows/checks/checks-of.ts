import type { FlowRun, FlowStep } from '#shared/api/index.ts';

/** The checks of the answer that a row brings to the client; none for the pages and redirects before it. */
export function checksOf(run: FlowRun, { id, stepId }: FlowStep): FlowRun['checks'] {
  const isRead = id === stepId || id === `${stepId}/callback`;
  // Runs that an earlier version kept have none.
  const checks = (run as Partial<FlowRun>).checks ?? [];
  return isRead ? checks.filter((check) => check.stepId === stepId) : [];
}
