import { connectParent } from '#main/platform/isolates/index.ts';
import { runImport } from './import-task.ts';
import { runTask, type TaskPorts } from './run-task.ts';
import type { SimulationMessage, WorkerTask } from './simulation-task.ts';

/** Entry of the process in which traffic is simulated and logs are read: it is ended where somebody cancels. */
const parent = await connectParent<WorkerTask, SimulationMessage>();
parent.onTold((task) => {
  const ports: TaskPorts = {
    tell: parent.tell,
    now: () => performance.now(),
    rest: () => new Promise((resolve) => setImmediate(resolve)),
  };
  void ('kind' in task ? runImport(task, ports) : runTask(task, ports));
});
