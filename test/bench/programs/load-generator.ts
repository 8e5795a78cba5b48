import { connect, type Socket } from 'node:net';
import type { Load, LoadReport } from '../support/load.ts';
import { announce } from './announce.ts';
import { AnswerReader } from './answers.ts';
import { brokenLoad } from './broken-load.ts';
import { createProofMaker } from './proofs.ts';

const tickMillis = 2;

/** Sends one load over keep-alive connections, one request at a time on each. */
class Run {
  readonly #load: Load;
  readonly #nextBytes: () => Buffer | string;
  readonly #idle: Socket[] = [];
  readonly #sockets: Socket[] = [];
  readonly #finish: () => void;
  readonly finished: Promise<void>;
  #sent = 0;
  #answered = 0;
  #failures = 0;
  #firstFailure: string | null = null;
  #isOver = false;
  /** When the request under way on a connection was sent, by the connection, on the clock of `performance.now`. */
  readonly #sentMillis = new Map<Socket, number>();
  readonly #latencies: number[] = [];

  constructor(load: Load) {
    this.#load = load;
    const method = load.method ?? 'POST';
    const lines = [
      `${method} ${load.path} HTTP/1.1`,
      `Host: 127.0.0.1:${load.port}`,
      ...load.headers,
      ...(method === 'GET' ? [] : [`Content-Length: ${Buffer.byteLength(load.body)}`]),
    ];
    const head = lines.join('\r\n');
    const bytes = Buffer.from(`${head}\r\n\r\n${load.body}`);
    const prove = createProofMaker(method, `http://127.0.0.1:${load.port}${load.path}`);
    this.#nextBytes = load.isProven ? () => `${head}\r\n${prove()}\r\n\r\n${load.body}` : () => bytes;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.#finish = resolve;
  }

  async send(): Promise<LoadReport> {
    const { connections, durationMillis, requestsPerSecond } = this.#load;
    const sockets = await Promise.all(Array.from({ length: connections }, () => this.#open()));
    this.#sockets.push(...sockets);
    this.#idle.push(...sockets);
    const startedMillis = performance.now();
    const pace =
      requestsPerSecond === null ? null : setInterval(() => this.#sendDue(startedMillis), tickMillis);
    const over = setTimeout(() => this.#end(), durationMillis);
    if (pace === null) while (this.#idle.length > 0) this.#sendNext();
    await this.finished;
    const elapsedMillis = performance.now() - startedMillis;
    clearTimeout(over);
    if (pace !== null) clearInterval(pace);
    for (const socket of sockets) socket.destroy();
    const latencies = Float64Array.from(this.#latencies).toSorted();
    return {
      requests: this.#answered,
      failures: this.#failures,
      firstFailure: this.#firstFailure,
      elapsedMillis,
      p50Millis: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
      p99Millis: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    };
  }

  #open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#load.port, host: '127.0.0.1', noDelay: true });
      const reader = new AnswerReader((status) => this.#take(socket, status));
      socket.once('connect', () => resolve(socket));
      socket.on('data', (chunk: Buffer) => {
        try {
          reader.take(chunk);
        } catch (error) {
          this.#fail(error instanceof Error ? error.message : String(error));
        }
      });
      socket.on('error', (error) => {
        reject(error);
        this.#fail(error.message);
      });
      socket.on('end', () => this.#fail('the server closed a connection'));
    });
  }

  #sendDue(startedMillis: number): void {
    const perMilli = (this.#load.requestsPerSecond ?? 0) / 1_000;
    const due = Math.floor((performance.now() - startedMillis) * perMilli);
    while (!this.#isOver && this.#sent < due && this.#idle.length > 0) this.#sendNext();
  }

  #sendNext(): void {
    const socket = this.#idle.shift();
    if (socket === undefined) return;
    this.#sent += 1;
    if (this.#load.requestsPerSecond !== null) this.#sentMillis.set(socket, performance.now());
    socket.write(this.#nextBytes());
  }

  #take(socket: Socket, status: number): void {
    this.#answered += 1;
    const sentMillis = this.#sentMillis.get(socket);
    if (sentMillis !== undefined) this.#latencies.push(performance.now() - sentMillis);
    if (status !== (this.#load.status ?? 200)) this.#note(`status ${status}`);
    this.#idle.push(socket);
    if (this.#isOver) return this.#end();
    if (this.#load.requestsPerSecond !== null) return;
    if (this.#sent < (this.#load.maxRequests ?? Number.POSITIVE_INFINITY)) this.#sendNext();
    else if (this.#answered === this.#sent) this.#end();
  }

  #note(failure: string): void {
    this.#failures += 1;
    this.#firstFailure ??= failure;
  }

  #fail(failure: string): void {
    this.#note(failure);
    this.#isOver = true;
    this.#finish();
  }

  #end(): void {
    this.#isOver = true;
    if (this.#answered === this.#sent) this.#finish();
  }
}

process.on('message', (load: Load) => {
  new Run(load).send().then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.(brokenLoad(error)),
  );
});
announce({});
