import { ProblemActs } from '#renderer/workbench/problem-acts.tsx';
import type { ConnectorProblem } from '#shared/connectors/types.ts';

/** What Gatehouse can do about a problem of a connector, at its place; nothing where it can do nothing. */
export function StudioActs({ problem }: { readonly problem: ConnectorProblem }) {
  const { actions = [] } = problem;
  if (actions.length === 0) return null;
  return (
    <p className="row tight wraps studio-acts">
      <ProblemActs problem={{ actions: [...actions] }} />
    </p>
  );
}
