import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { createTaskRunner } from '#main/platform/task-runner.ts';
import type { TaskRequest } from '#main/platform/task-worker.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** Entry of a thread whose tasks end, wait, never end, or take all memory; each writes its name down when it begins. */
export interface EndlessTasks {
  answer(input: { readonly begun: string; readonly afterMillis: number }): string;
  loop(input: { readonly begun: string }): string;
  memory(input: { readonly begun: string }): string;
}

const take = createTaskRunner<EndlessTasks>(
  {
    async answer({ begun, afterMillis }, { signal }) {
      appendFileSync(begun, 'answer\n');
      await setTimeout(afterMillis, undefined, { signal }).catch(() => {
        throw new GatehouseError('engine.stopped', 'It was stopped.');
      });
      return 'answered';
    },
    async loop({ begun }) {
      appendFileSync(begun, 'loop\n');
      for (;;);
    },
    async memory({ begun }) {
      appendFileSync(begun, 'memory\n');
      const held: number[][] = [];
      for (;;) {
        held.push(Array.from({ length: 1e5 }, Math.random));
        await setTimeout(0);
      }
    },
  },
  (cause) => new GatehouseError('api.internal', 'It failed.', { cause }),
  (message) => parentPort?.postMessage(message),
);
parentPort?.on('message', (request: TaskRequest) => take(request));
