/** The first tasks of a user, one for each part of the application, in the recommended order. */
export const firstTasks = [
  'token',
  'step',
  'refusal',
  'attack',
  'connector',
  'throttle',
  'consents',
  'contract',
  'own',
] as const;
export type FirstTask = (typeof firstTasks)[number];

/** A flow, as far as it ticks tasks. */
export interface HappenedRun {
  readonly state: string;
  readonly mode: 'run' | 'step';
  readonly origin: { readonly kind: string };
}

/** The events in a workspace so far, as known to the engine. */
export interface Happened {
  readonly runs: readonly HappenedRun[];
  /** Answers of the authorization server that refused something. */
  readonly refusals: number;
  readonly attackRuns: readonly { readonly state: string }[];
  /** Long work, by its kind: imports that were rehearsed, sources that were linted. */
  readonly jobs: readonly { readonly kind: string; readonly state: string }[];
  readonly otherWorkspaces: number;
}

/** Kinds of the jobs that tick a task when they are done. */
export interface TaskJobKinds {
  readonly consents: readonly string[];
  readonly contract: readonly string[];
}

/** The tasks that what happened ticks; those that leave no trace are noted as they happen. */
export function tickedTasks(happened: Happened, kinds: TaskJobKinds): readonly FirstTask[] {
  const { attackRuns, jobs, otherWorkspaces, refusals } = happened;
  // A case of the catalogue is a run too, but nobody's own.
  const runs = happened.runs.filter(({ origin }) => origin.kind !== 'attack');
  const isJobDone = (wanted: readonly string[]) =>
    jobs.some(({ kind, state }) => wanted.includes(kind) && state === 'done');
  const ticks: Readonly<Record<FirstTask, boolean>> = {
    token: runs.some(({ state }) => state === 'passed'),
    step: runs.some(({ mode }) => mode === 'step'),
    refusal: refusals > 0,
    attack: attackRuns.some(({ state }) => state === 'done'),
    connector: false,
    throttle: false,
    consents: isJobDone(kinds.consents),
    contract: isJobDone(kinds.contract),
    own: otherWorkspaces > 0,
  };
  return firstTasks.filter((task) => ticks[task]);
}

/** The task to do next; null: all are done. */
export function nextTask(done: ReadonlySet<FirstTask>): FirstTask | null {
  return firstTasks.find((task) => !done.has(task)) ?? null;
}
