import { expect, test } from 'vitest';
import { startThread } from '#main/platform/isolates/index.ts';
import type { SimulationMessage, SimulationTask } from '#main/services/throttle/simulation-task.ts';
import { createTaskWorkers } from '#main/services/throttle/task-workers.ts';
import { eventually } from '#test/support/eventually.ts';

/** Says that it has begun, and never ends. */
const beginner = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', () => parentPort.postMessage({ kind: 'progress', share: 0 }));`;

test('no more than four simulations run at once: the next one begins when one of them ends', async () => {
  const workers = createTaskWorkers(
    new URL(`data:text/javascript,${encodeURIComponent(beginner)}`),
    startThread,
  );
  const heard = Array.from({ length: 6 }, (): SimulationMessage[] => []);
  const running = heard.map((messages) =>
    workers.run({} as SimulationTask, (message) => messages.push(message)),
  );
  const begun = () => heard.flatMap((messages, index) => (messages.length > 0 ? [index] : []));
  const have = (count: number) => eventually(async () => (begun().length === count ? true : null));
  await have(4);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(begun()).toEqual([0, 1, 2, 3]);
  running[1]?.stop();
  expect(heard[1]?.at(-1)).toMatchObject({ kind: 'failed', problem: { code: 'simulation.cancelled' } });
  await have(5);
  running[5]?.stop();
  expect(heard[5]).toMatchObject([{ kind: 'failed' }]);
  await workers.close();
  expect(heard.every((messages) => messages.at(-1)?.kind === 'failed')).toBe(true);
});
