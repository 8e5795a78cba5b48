import type { AppStatus } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';

export type ProblemFilter = 'all' | Problem['severity'];

const order: readonly Problem['severity'][] = ['error', 'warning', 'notice'];

/** The problems of the workspace, the worst first and then by file and line. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const fileOf = ({ location }: Problem) => location?.file ?? '';
  return problems.toSorted(
    (left, right) =>
      order.indexOf(left.severity) - order.indexOf(right.severity) ||
      fileOf(left).localeCompare(fileOf(right)) ||
      (left.location?.line ?? 0) - (right.location?.line ?? 0),
  );
}

/** Returns the problems of the workspace and of its services. */
export function statusProblems(
  status: Pick<AppStatus, 'problems' | 'services'> | undefined,
): readonly Problem[] {
  if (status === undefined) return [];
  const listed = new Set(status.problems.map((problem) => JSON.stringify(problem)));
  const ofServices = status.services.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  return [...ofServices.filter((problem) => !listed.has(JSON.stringify(problem))), ...status.problems];
}
