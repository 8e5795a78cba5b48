import { ProblemActs } from '#renderer/workbench/problem-acts.tsx';
import type { ConnectorProblem } from '#shared/connectors/types.ts';

/** The actions that Gatehouse offers for a connector problem, shown beside it; nothing if there are none. */
export function StudioActs({ problem }: { readonly problem: ConnectorProblem }) {
  const { actions = [] } = problem;
  if (actions.length === 0) return null;
  return (
    <p className="row tight wraps studio-acts">
      <ProblemActs problem={{ actions: [...actions] }} />
    </p>
  );
}
