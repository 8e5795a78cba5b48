import type { FlowRun } from '#shared/api/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import { composeBenchEngine } from './bench-engine.ts';
import { answerRuns } from './flow-answers.ts';

/** The engine with the debugger; its server is in a process of its own, named by `targets/server.json`. */
const [workspace = '', stateDirectory = ''] = process.argv.slice(2);
const engine = await composeBenchEngine(workspace, stateDirectory);
const { flows } = engine;

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
