import type { Transferable, Worker } from 'node:worker_threads';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  buffersOf,
  type StateReport,
  type StorageReply,
  type StorageRequest,
  type WorkerMessage,
  type WriteRequest,
} from './protocol.ts';

interface Waiter {
  readonly resolve: (reply: StorageReply) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests to the worker and its replies, matched by number. */
export class Channel {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiter>();
  #next = 0;
  #dead: GatehouseError | null = null;
  /** Called when the worker says something new of the state. */
  onReport: (report: StateReport) => void = () => undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: WorkerMessage) => {
      if ('report' in message) return this.onReport(message.report);
      const waiter = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      waiter?.resolve(message.reply);
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

  /** Gives the worker's answer. @throws engine.stopped, and what the worker failed with */
  async ask<T>(request: StorageRequest): Promise<T> {
    const reply = await this.#post(request, []);
    if (!reply.ok) throw GatehouseError.fromProblem(reply.problem);
    return reply.value as T;
  }

  /** Moves the bytes of a write to the worker; the reply to one that failed has its blocks. @throws engine.stopped */
  write(request: WriteRequest): Promise<StorageReply> {
    const groups = request.groups.map(({ entries }) => entries.buffer);
    return this.#post(request, [...buffersOf(request.blocks), ...groups]);
  }

  #post(request: StorageRequest, transfer: readonly Transferable[]): Promise<StorageReply> {
    if (this.#dead !== null) return Promise.reject(this.#dead);
    const id = (this.#next += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, request }, transfer);
    });
  }
}
