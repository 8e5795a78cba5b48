import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { connectParent } from '#main/platform/isolates/index.ts';
import { createTaskRunner } from '#main/platform/task-runner.ts';
import type { TaskMessage, TaskRequest } from '#main/platform/task-worker.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** Entry of an isolate whose tasks end, wait, never end, or take all memory; each writes its name down when it begins. */
export interface EndlessTasks {
  answer(input: { readonly begun: string; readonly afterMillis: number }): string;
  loop(input: { readonly begun: string }): string;
  memory(input: { readonly begun: string }): string;
}

/** Data of its start: how long it takes until it listens. */
export interface EndlessStart {
  readonly startsAfterMillis: number;
}

const parent = await connectParent<TaskRequest, TaskMessage>();
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
  parent.tell,
);
const { startsAfterMillis } = parent.data as EndlessStart;
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, startsAfterMillis);
parent.onTold(take);
