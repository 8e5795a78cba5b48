import { contractSourceJobKind } from '#main/platform/ports.ts';
import { keepDoneTasks, noteFirstTask } from '#main/services/first-tasks/index.ts';
import { recentWorkspaces } from '#main/workspace/index.ts';
import { type FirstTask, type Happened, tickedTasks } from '#shared/first-tasks/index.ts';
import { apiWith } from './base.ts';
import type { Slice } from './ports.ts';

type Parts = 'activity' | 'attacks' | 'flows' | 'hosting' | 'jobs' | 'ports' | 'workspace';

const api = apiWith<Parts>();

/** As the imports name their jobs; they need not be loaded to look for them. */
const jobKinds = { consents: ['import-rehearse', 'import-load'], contract: [contractSourceJobKind] };

function portsOf({ ports }: Slice<'ports'>) {
  return { records: ports.storage.records, clock: ports.realClock };
}

async function happenedIn(engine: Slice<Parts>): Promise<Happened> {
  const { flows, activity, attacks, hosting, jobs, ports, workspace } = engine;
  const server = hosting.url('authorizationServer');
  // By its address: the catalogue attacks copies at other ones.
  const refused =
    server === null
      ? null
      : await activity.window(`svc:as path:/as/ status:>=400 host:${new URL(server).host}`, 0, 1);
  return {
    runs: flows.list(),
    refusals: refused?.matching ?? 0,
    attackRuns: attacks.list(),
    jobs: jobs.list(),
    otherWorkspaces: recentWorkspaces(ports.userDirectory).filter(
      ({ directory }) => directory !== workspace.directory,
    ).length,
  };
}

/** Keeps that a task was done which leaves no trace of its own; no call waits for a tick, or fails by it. */
export function noteDone(engine: Slice<'ports'>, task: FirstTask): void {
  noteFirstTask(portsOf(engine), task).catch((error: unknown) =>
    engine.ports.logger.warn('first-task.not-kept', { task, error }),
  );
}

export const firstTasks = api.firstTasks.router({
  done: api.firstTasks.done.handler(async ({ context: { engine } }) => [
    ...(await keepDoneTasks(portsOf(engine), tickedTasks(await happenedIn(engine), jobKinds))),
  ]),
});
