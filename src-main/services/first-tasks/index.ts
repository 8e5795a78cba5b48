import type { RecordStore } from '#main/platform/ports.ts';
import type { FirstTask } from '#shared/first-tasks/index.ts';
import type { Clock } from '#shared/time/clock.ts';

const recordKind = 'first-task';

export interface FirstTaskPorts {
  readonly records: RecordStore;
  /** Real time: a tester who moves the services' clock has not waited. */
  readonly clock: Clock;
}

interface KeptTask {
  readonly doneAtMillis: number;
}

/** A task and when it was first seen to be done. */
export interface DoneTask extends KeptTask {
  readonly task: FirstTask;
}

/** Keeps that a task was done, the first time that it is. */
export async function noteFirstTask({ records, clock }: FirstTaskPorts, task: FirstTask): Promise<DoneTask> {
  const kept = await records.get<KeptTask>(recordKind, task);
  if (kept !== null) return { task, ...kept };
  const done = { doneAtMillis: clock.nowMillis() };
  records.put(recordKind, task, done);
  await records.commit();
  return { task, ...done };
}

/** The tasks that are done by now: those that were kept, and those that have just been ticked. */
export async function keepDoneTasks(
  ports: FirstTaskPorts,
  ticked: readonly FirstTask[],
): Promise<readonly DoneTask[]> {
  const kept = await ports.records.list<KeptTask>(recordKind);
  const known = new Set(kept.map(({ id }) => id));
  const fresh = ticked.filter((task) => !known.has(task));
  const noted = await Promise.all(fresh.map((task) => noteFirstTask(ports, task)));
  return [...kept.map(({ id, value }) => ({ task: id as FirstTask, ...value })), ...noted];
}
