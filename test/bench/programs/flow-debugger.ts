import { compose } from '#main/composition/index.ts';
import { createVirtualClock, systemClock } from '#main/platform/clock.ts';
import { startForked } from '#main/platform/isolates/index.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { openWorkspaceManifest } from '#main/workspace/index.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { workerFiles } from '#test/support/workers.ts';
import { openBenchStorage } from './bench-storage.ts';
import { answerRuns } from './flow-answers.ts';

/** The engine with the debugger; its server is in a process of its own, named by `targets/server.json`. */
const [workspace = '', stateDirectory = ''] = process.argv.slice(2);
const engine = await compose({
  clock: createVirtualClock(),
  realClock: systemClock,
  random: createSystemRandom(),
  storage: await openBenchStorage(stateDirectory),
  logger: createLogger(systemClock, (line) => process.stderr.write(`${line}\n`), 'warn'),
  opened: openWorkspaceManifest(workspace),
  problems: [],
  workers: workerFiles,
  startProcess: startForked,
  zoneOffsetMinutes: () => 0,
  host: 'web',
  stateDirectory,
  userDirectory: stateDirectory,
  workspacesDirectory: stateDirectory,
  sampleWorkspace: workspace,
  version: '0.0.0',
});
const { flows } = engine;

function isOver({ state }: FlowRun): boolean {
  return state === 'passed' || state === 'failed' || state === 'cancelled';
}

answerRuns(async () => {
  const started = await flows.startSaved('sign-in', 'run', 'unattended');
  const over = await new Promise<FlowRun>((resolve) => {
    const look = () => {
      const run = flows.get(started.id);
      if (!isOver(run)) return;
      stop();
      resolve(run);
    };
    const stop = flows.onChange(look);
    look();
  });
  if (over.state !== 'passed') throw new Error(over.note);
});
