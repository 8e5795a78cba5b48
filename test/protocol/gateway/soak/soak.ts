import { type ChildProcess, fork } from 'node:child_process';
import { startUpstream } from '../parties.ts';
import { Pipeline } from './pipeline.ts';
import type { GatewayAnswer, GatewayQuestion } from './routes.ts';
import { type Expected, stepMillis, Traffic } from './traffic.ts';

export interface SoakPlan {
  readonly durationMillis: number;
  /** Distinct keys that have to have come by before it ends, whatever the time. */
  readonly keys: number;
  readonly onProgress?: (text: string) => void;
}

export interface SoakReport {
  readonly keys: number;
  readonly requests: number;
  readonly reloads: number;
  readonly upstreamFailures: number;
  /** Answers that are not those of the model; the first few in words. */
  readonly wrong: number;
  readonly examples: readonly string[];
  /** Heap after a collection: when it had run for a tenth of its time, and the most seen later. */
  readonly settledHeapBytes: number;
  readonly maxHeapBytes: number;
  readonly maxGroups: number;
  readonly last: GatewayAnswer;
}

const connections = 16;
const reloadEveryRounds = 7;
const reportEveryMillis = 2_000;
const maxExamples = 5;
const mebibyte = 1_048_576;

/** A gateway in a process of its own. */
async function startProcess(upstream: string) {
  const child = fork(new URL('gateway-process.ts', import.meta.url), [upstream], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { port } = await nextMessage<{ port: number }>(child);
  return {
    port,
    ask(question: GatewayQuestion): Promise<GatewayAnswer> {
      child.send(question);
      return nextMessage<GatewayAnswer>(child);
    },
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await exited;
    },
  };
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The process with the gateway ended.'));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}

type GatewayProcess = Awaited<ReturnType<typeof startProcess>>;

/** A load that is going on. */
class Soak {
  readonly #gateway: GatewayProcess;
  readonly #pipelines: readonly Pipeline[];
  readonly #traffic = new Traffic();
  readonly #examples: string[] = [];
  #round = 0;
  #requests = 0;
  #wrong = 0;
  #reloads = 0;
  #maxGroups = 0;
  maxHeapBytes = 0;
  #settledHeapBytes = 0;

  constructor(gateway: GatewayProcess, pipelines: readonly Pipeline[]) {
    this.#gateway = gateway;
    this.#pipelines = pipelines;
  }

  get keys(): number {
    return this.#traffic.keys;
  }

  /** Sends the requests of a round, with a reload among them now and then, and moves the clock. */
  async round(): Promise<void> {
    const lanes = lanesOf(this.#traffic.round(this.#round, this.#round * stepMillis));
    const answers = Promise.all(
      this.#pipelines.map((pipeline, index) => pipeline.send(bytesOf(lanes[index]))),
    );
    if (this.#round % reloadEveryRounds === 0) {
      this.#reloads += 1;
      await this.#gateway.ask({ kind: 'reload' });
    }
    for (const [index, statuses] of (await answers).entries()) this.#judge(lanes[index] ?? [], statuses);
    await this.#gateway.ask({ kind: 'move', millis: stepMillis });
    this.#round += 1;
  }

  /** Looks at the memory; the first look after `isSettled` is what the others are compared with. */
  async look(isSettled: boolean): Promise<string> {
    const { heapBytes, groups } = await this.#gateway.ask({ kind: 'report' });
    if (this.#settledHeapBytes === 0 && isSettled) this.#settledHeapBytes = heapBytes;
    this.maxHeapBytes = Math.max(this.maxHeapBytes, heapBytes);
    this.#maxGroups = Math.max(this.#maxGroups, ...groups);
    const heap = `${Math.round(heapBytes / mebibyte)} MiB of heap, ${this.#maxGroups} groups at most`;
    return `${this.keys} keys, ${this.#requests} requests, ${heap}, ${this.#wrong} wrong`;
  }

  async report(): Promise<SoakReport> {
    await this.look(true);
    return {
      keys: this.keys,
      requests: this.#requests,
      reloads: this.#reloads,
      upstreamFailures: this.#traffic.failures,
      wrong: this.#wrong,
      examples: this.#examples,
      settledHeapBytes: this.#settledHeapBytes,
      maxHeapBytes: this.maxHeapBytes,
      maxGroups: this.#maxGroups,
      last: await this.#gateway.ask({ kind: 'report' }),
    };
  }

  #judge(lane: readonly Expected[], statuses: readonly number[]): void {
    for (const [place, { what, statuses: allowed }] of lane.entries()) {
      const status = statuses[place] ?? 0;
      this.#requests += 1;
      if (allowed.includes(status)) continue;
      this.#wrong += 1;
      if (this.#examples.length < maxExamples)
        this.#examples.push(`round ${this.#round}: ${what} was ${status}, not ${allowed.join(' or ')}`);
    }
  }
}

/**
 * Sends traffic to a gateway round by round; the gateway's clock stands still within a round, so that the model knows
 * what every request has to come to.
 */
export async function runSoak({ durationMillis, keys, onProgress }: SoakPlan): Promise<SoakReport> {
  const large = Buffer.alloc(300_000, 'l');
  const upstream = await startUpstream((incoming, response) => {
    if (incoming.url === '/open/fail') return void incoming.socket.destroy();
    const body = incoming.url === '/open/large' ? large : Buffer.from('fine');
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
  });
  const gateway = await startProcess(upstream.origin);
  const pipelines = await Promise.all(Array.from({ length: connections }, () => Pipeline.open(gateway.port)));
  const soak = new Soak(gateway, pipelines);
  const started = performance.now();
  let lookAtMillis = reportEveryMillis;
  try {
    for (
      let elapsed = 0;
      elapsed < durationMillis || soak.keys < keys;
      elapsed = performance.now() - started
    ) {
      await soak.round();
      if (elapsed < lookAtMillis) continue;
      lookAtMillis = elapsed + reportEveryMillis;
      const text = await soak.look(elapsed > durationMillis / 10);
      onProgress?.(`${Math.round(elapsed / 1_000)} s: ${text}`);
    }
    return await soak.report();
  } finally {
    for (const pipeline of pipelines) pipeline.close();
    await gateway.stop();
    await upstream.close();
  }
}

function bytesOf(lane: readonly Expected[] = []): readonly string[] {
  return lane.map(({ bytes }) => bytes);
}

/** Deals requests out to the connections; those of one key stay in their order on one of them. */
function lanesOf(expected: readonly Expected[]): Expected[][] {
  const lanes: Expected[][] = Array.from({ length: connections }, () => []);
  for (const each of expected) lanes[laneOf(each.bytes)]?.push(each);
  return lanes;
}

function laneOf(bytes: string): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 1) sum = (sum * 31 + bytes.charCodeAt(index)) % 65_521;
  return sum % connections;
}
