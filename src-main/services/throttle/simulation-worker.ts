import { connectParent } from '#main/platform/isolates/index.ts';
import { runTask } from './run-task.ts';
import type { SimulationMessage, SimulationTask } from './simulation-task.ts';

/** Entry of the process in which traffic is simulated: it is ended where somebody cancels. */
const parent = await connectParent<SimulationTask, SimulationMessage>();
parent.onTold((task) => {
  void runTask(task, {
    tell: parent.tell,
    now: () => performance.now(),
    rest: () => new Promise((resolve) => setImmediate(resolve)),
  });
});
