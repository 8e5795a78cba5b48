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

/** Fewer problems of one kind are listed one by one. */
const minGrouped = 3;

/** Problems that are listed together: of one code and severity where there are several, else a single one. */
export function groupProblems(problems: readonly Problem[]): readonly (readonly Problem[])[] {
  const kindOf = ({ severity, code }: Problem) => `${severity} ${code}`;
  const groups = Map.groupBy(problems, kindOf);
  const isGrouped = (problem: Problem) => (groups.get(kindOf(problem))?.length ?? 0) >= minGrouped;
  return problems.flatMap((problem): readonly (readonly Problem[])[] => {
    const group = groups.get(kindOf(problem)) ?? [];
    if (!isGrouped(problem)) return [[problem]];
    return group[0] === problem ? [group] : [];
  });
}
