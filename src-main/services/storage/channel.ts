import type { Transferable, Worker } from 'node:worker_threads';
import { GatehouseError } from '#shared/errors/index.ts';
import type { StorageReply, StorageRequest } from './protocol.ts';

/** Requests to the worker and its replies, matched by number. */
export class Channel {
  readonly #worker: Worker;
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: unknown) => void }
  >();
  #next = 0;
  #dead: GatehouseError | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', ({ id, reply }: { id: number; reply: StorageReply }) => {
      const waiter = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (reply.ok) waiter?.resolve(reply.value);
      else waiter?.reject(GatehouseError.fromProblem(reply.problem));
    });
    const fail = (cause?: unknown) => {
      this.#dead = new GatehouseError('engine.stopped', 'The storage worker has ended.', { cause });
      for (const waiter of this.#waiting.values()) waiter.reject(this.#dead);
      this.#waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => fail());
  }

  get isDead(): boolean {
    return this.#dead !== null;
  }

  ask<T>(request: StorageRequest, transfer: readonly Transferable[] = []): Promise<T> {
    if (this.#dead !== null) return Promise.reject(this.#dead);
    const id = (this.#next += 1);
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#worker.postMessage({ id, request }, transfer);
    });
  }
}
