import { connect, type Socket } from 'node:net';
import { AnswerReader } from '#test/bench/programs/answers.ts';

/** One keep-alive connection over which many requests go at once; answers come in their order. RFC 9112 §9.3.2 */
export class Pipeline {
  readonly #socket: Socket;
  #statuses: number[] = [];
  #awaited = 0;
  #settle: { resolve: (statuses: number[]) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const reader = new AnswerReader((status) => this.#take(status));
    socket.on('data', (chunk: Buffer) => reader.take(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('The gateway closed a connection.')));
  }

  static open(port: number): Promise<Pipeline> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Pipeline(socket));
      });
    });
  }

  /** Sends requests and resolves with the statuses of their answers, in the order of the requests. */
  send(requests: readonly string[]): Promise<number[]> {
    if (requests.length === 0) return Promise.resolve([]);
    this.#statuses = [];
    this.#awaited = requests.length;
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(requests.join(''), 'latin1');
    });
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #take(status: number): void {
    this.#statuses.push(status);
    if (this.#statuses.length < this.#awaited) return;
    const settle = this.#settle;
    this.#settle = null;
    settle?.resolve(this.#statuses);
  }
}
