import type { FlowRun } from '#shared/api/index.ts';

/** What happened so far, by which the tasks of the first minutes are ticked. */
export interface Happened {
  readonly runs: readonly Pick<FlowRun, 'state' | 'mode'>[];
  readonly refusals: number;
  readonly replays: number;
  readonly pinned: number;
  readonly otherWorkspaces: number;
}

export const tasks = ['token', 'step', 'refusal', 'again', 'pin', 'own'] as const;
export type Task = (typeof tasks)[number];

/** The tasks that are done: each by something that really happened, never by a click on the task. */
export function doneTasks(happened: Happened): ReadonlySet<Task> {
  const { runs, refusals, replays, pinned, otherWorkspaces } = happened;
  const isDone: Readonly<Record<Task, boolean>> = {
    token: runs.some(({ state }) => state === 'passed'),
    step: runs.some(({ mode }) => mode === 'step'),
    refusal: refusals > 0,
    again: replays > 0,
    pin: pinned > 0,
    own: otherWorkspaces > 0,
  };
  return new Set(tasks.filter((task) => isDone[task]));
}
