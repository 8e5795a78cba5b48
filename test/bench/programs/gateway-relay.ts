import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import { announce } from './announce.ts';
import { answerCpuQuestions } from './own-cpu.ts';

// The floor: what a proxy on node:http and undici cannot do without, and nothing else.
const [upstream = ''] = process.argv.slice(2);
const pool = new Pool(upstream, { connections: 64, pipelining: 1 });
const dropped: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host']);

/** Passes one answer back. */
class Answering implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  onConnect(): void {}

  onHeaders(status: number, raw: Buffer[], resume: () => void): boolean {
    const headers: string[] = [];
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = raw[index]?.toString('latin1') ?? '';
      if (!dropped.has(name.toLowerCase())) headers.push(name, raw[index + 1]?.toString('latin1') ?? '');
    }
    this.#response.writeHead(status, headers);
    this.#response.on('drain', resume);
    return true;
  }

  onData(chunk: Buffer): boolean {
    return this.#response.write(chunk);
  }

  onComplete(): void {
    this.#response.end();
  }

  onError(): void {
    this.#response.writeHead(502, { 'Content-Length': 0 }).end();
  }
}

const server = createServer({ noDelay: true }, ({ method = 'GET', url = '/', rawHeaders }, response) => {
  const headers: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!dropped.has(name.toLowerCase())) headers.push(name, rawHeaders[index + 1] ?? '');
  }
  pool.dispatch({ path: url, method, headers, body: null }, new Answering(response));
});
server.maxRequestsPerSocket = 0;
answerCpuQuestions();
server.listen(0, '127.0.0.1', () => announce({ port: (server.address() as AddressInfo).port }));
