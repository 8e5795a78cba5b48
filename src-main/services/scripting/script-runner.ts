import {
  type Isolate,
  type IsolateEnd,
  processHeaps,
  type StartIsolate,
} from '#main/platform/isolates/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { FromWorker, ScriptHttpResponse, ScriptRequest, ScriptResult, ToWorker } from './messages.ts';
import { createScriptRoom, type RoomUser, type ScriptRoom } from './script-room.ts';

/** Timeouts in a row after which a script runs no more. */
const breakerTimeouts = 3;
/** A request that waits this long gets a worker of its own: the current one may never end. */
const patienceMillis = 50;
const maxWorkers = 2;
/** A script that is stopped from within has ended by then; one that is not, is killed with its worker. */
const graceMillis = 250;
/** How long a worker may take to begin, however busy the machine is. */
const startMillis = 15_000;
const idleMillis = 60_000;
const stopped = 'The gateway stopped.';
const besideHung = 'Another run in the same worker hung, and the worker was stopped.';

export interface LanePorts {
  readonly workerUrl: URL;
  readonly start: StartIsolate;
  readonly send: (request: ScriptRequest) => Promise<ScriptHttpResponse>;
  readonly log: (level: string, text: string) => void;
  /** Called when its idle workers have ended; the next run starts them again. */
  readonly onIdle?: (lane: Lane) => void;
}

export interface LaneScript {
  /** Its name in messages. */
  readonly name: string;
  readonly body: string;
  readonly bindings: readonly string[];
  readonly limitMillis: number;
  /** Runs that may be under way in one worker: more than one where a run waits for others. */
  readonly concurrency: number;
}

interface Run {
  readonly id: number;
  readonly bindings: string;
  readonly resolve: (result: ScriptResult) => void;
  readonly reject: (error: GatehouseError) => void;
  /** True if it has asked another server: to run it anew would do that twice. */
  hasSent: boolean;
  /** True if it has begun anew since a run beside it hung; once is enough. */
  isSecond: boolean;
}

interface Crew {
  readonly worker: Isolate<ToWorker>;
  readonly runs: Map<number, { readonly run: Run; timer: NodeJS.Timeout }>;
  isReady: boolean;
}

/** Runs one script, in workers of its own, so that none waits for another. A class because of its many states. */
export class Lane implements RoomUser {
  readonly #script: LaneScript;
  readonly #ports: LanePorts;
  readonly #room: ScriptRoom;
  readonly #queue: Run[] = [];
  readonly #crews = new Set<Crew>();
  #timeouts = 0;
  #isClosed = false;
  #nextId = 0;
  #idle: NodeJS.Timeout | null = null;
  #patience: NodeJS.Timeout | null = null;

  constructor(script: LaneScript, ports: LanePorts, room = createScriptRoom(maxWorkers)) {
    this.#script = script;
    this.#ports = ports;
    this.#room = room;
  }

  /** @throws script.failed, script.timeout, script.shut */
  run(bindings: string): Promise<ScriptResult> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(this.#failed(stopped, null));
      if (this.#isShut()) return reject(this.#shut());
      const id = this.#nextId++;
      this.#queue.push({ id, bindings, resolve, reject, hasSent: false, isSecond: false });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#idle !== null) clearTimeout(this.#idle);
    if (this.#patience !== null) clearTimeout(this.#patience);
    const crews = [...this.#crews];
    for (const crew of crews) this.#dismiss(crew);
    this.#room.forget(this);
    for (const { runs } of crews)
      for (const { run, timer } of runs.values()) {
        clearTimeout(timer);
        run.reject(this.#failed(stopped, null));
      }
    for (const waiting of this.#queue.splice(0)) waiting.reject(this.#failed(stopped, null));
    await Promise.all(crews.map(({ worker }) => worker.end()));
  }

  #isShut(): boolean {
    return this.#timeouts >= breakerTimeouts;
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const free = [...this.#crews].find(({ runs }) => runs.size < this.#script.concurrency);
      if (free === undefined && this.#crews.size === 0 && !this.#room.enter(this)) return;
      const crew = free ?? (this.#crews.size === 0 ? this.#start() : null);
      if (crew === null) return this.#waitForAnother();
      const run = this.#queue.shift();
      if (run !== undefined) this.#begin(crew, run);
    }
  }

  #waitForAnother(): void {
    if (this.#crews.size >= maxWorkers || this.#patience !== null) return;
    this.#patience = setTimeout(() => {
      this.#patience = null;
      if (this.#queue.length === 0 || this.#crews.size >= maxWorkers || !this.#room.enter(this)) return;
      this.#start();
      this.#dispatch();
    }, patienceMillis);
  }

  tryAgain(): void {
    if (!this.#isClosed) this.#dispatch();
  }

  giveUpIdle(): boolean {
    const crew = [...this.#crews].find(({ runs }) => runs.size === 0);
    if (crew === undefined) return false;
    this.#dismiss(crew);
    void crew.worker.end();
    return true;
  }

  /** Its later messages are not heard. */
  #dismiss(crew: Crew): boolean {
    const isKnown = this.#crews.delete(crew);
    if (isKnown) this.#room.leave();
    return isKnown;
  }

  #begin(crew: Crew, run: Run): void {
    const { limitMillis } = this.#script;
    crew.runs.set(run.id, { run, timer: this.#clockFor(crew, run.id) });
    this.#tell(crew, { kind: 'run', id: run.id, bindings: run.bindings, limitMillis });
  }

  /** Kills a worker whose run does not end; while the worker begins, that does not count. */
  #clockFor(crew: Crew, id: number): NodeJS.Timeout {
    const { limitMillis } = this.#script;
    return setTimeout(() => this.#kill(crew, id), crew.isReady ? limitMillis + graceMillis : startMillis);
  }

  #start(): Crew {
    const worker = this.#ports.start<ToWorker, FromWorker>({
      url: this.#ports.workerUrl,
      heap: processHeaps.script,
      hear: (message) => this.#hear(crew, message),
      ended: (end) => this.#lose(crew, whyLost(end)),
    });
    worker.hold(false);
    const crew: Crew = { worker, runs: new Map(), isReady: false };
    this.#crews.add(crew);
    this.#tell(crew, { kind: 'load', body: this.#script.body, bindings: this.#script.bindings });
    return crew;
  }

  #tell({ worker }: Crew, message: ToWorker): void {
    worker.tell(message);
  }

  #hear(crew: Crew, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        crew.isReady = true;
        for (const [id, entry] of crew.runs) {
          clearTimeout(entry.timer);
          entry.timer = this.#clockFor(crew, id);
        }
        return;
      case 'done': {
        this.#timeouts = 0;
        const run = this.#end(crew, message.id);
        const result = readResult(message.result);
        if (result !== null) return run?.resolve(result);
        return run?.reject(this.#failed('The result of the script cannot be read.', null));
      }
      case 'failed': {
        // A script that cannot be loaded fails with each run.
        if (message.id === null) return;
        const run = this.#end(crew, message.id);
        if (message.isTimeout) return this.#timedOut(run);
        this.#timeouts = 0;
        return run?.reject(this.#failed(message.message, message.line));
      }
      case 'send':
        return this.#send(crew, message);
      case 'log':
        return this.#ports.log(message.level, message.text);
    }
  }

  #send(crew: Crew, { id, run, request }: FromWorker & { readonly kind: 'send' }): void {
    const asking = crew.runs.get(run)?.run;
    const tell = (response: ScriptHttpResponse | null, error: string) =>
      this.#tell(crew, { kind: 'sent', id, answer: response, error });
    if (asking === undefined) return tell(null, 'The run of this request has ended.');
    asking.hasSent = true;
    this.#ports.send(request).then(
      (response) => tell(response, ''),
      (error: unknown) =>
        tell(null, error instanceof Error ? error.message : 'The request could not be sent.'),
    );
  }

  /** A run is over: the next one in the queue takes its place. */
  #end(crew: Crew, id: number): Run | undefined {
    const entry = crew.runs.get(id);
    if (entry === undefined) return undefined;
    clearTimeout(entry.timer);
    crew.runs.delete(id);
    if (crew.runs.size === 0) this.#room.rests(this);
    this.#dispatch();
    this.#rest();
    return entry.run;
  }

  /** A worker that nobody needs for a while goes. */
  #rest(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#queue.length > 0 || [...this.#crews].some(({ runs }) => runs.size > 0)) return this.#rest();
      while (this.giveUpIdle());
      this.#room.forget(this);
      this.#ports.onIdle?.(this);
    }, idleMillis);
    this.#idle.unref();
  }

  #kill(crew: Crew, id: number): void {
    const late = crew.runs.get(id)?.run;
    crew.runs.delete(id);
    const others = [...crew.runs.values()];
    this.#dismiss(crew);
    void crew.worker.end();
    // Those that were beside it in the same worker did nothing wrong: they begin anew, where that does no harm.
    for (const { run, timer } of others) {
      clearTimeout(timer);
      if (run.hasSent || run.isSecond) run.reject(this.#failed(besideHung, null));
      else this.#queue.unshift(Object.assign(run, { isSecond: true }));
    }
    this.#timedOut(late);
    this.#dispatch();
  }

  #timedOut(run: Run | undefined): void {
    this.#timeouts += 1;
    const { limitMillis } = this.#script;
    run?.reject(
      new GatehouseError('script.timeout', `${this.#script.name} took longer than ${limitMillis} ms.`, {
        fix: 'Check for an infinite loop, or a server that does not respond.',
      }),
    );
    if (this.#isShut()) for (const waiting of this.#queue.splice(0)) waiting.reject(this.#shut());
  }

  #lose(crew: Crew, why: string): void {
    if (!this.#dismiss(crew)) return;
    for (const { run, timer } of crew.runs.values()) {
      clearTimeout(timer);
      run.reject(this.#failed(why, null));
    }
    crew.runs.clear();
    this.#dispatch();
    this.#rest();
  }

  #failed(message: string, line: number | null): GatehouseError {
    const where = line === null ? '' : ` in line ${line}`;
    return new GatehouseError('script.failed', `${this.#script.name} failed${where}: ${message}`, {
      fix: 'Fix the script. Line numbers count from its start.',
    });
  }

  #shut(): GatehouseError {
    return new GatehouseError(
      'script.shut',
      `${this.#script.name} was stopped ${breakerTimeouts} times in a row and is now disabled.`,
      { fix: 'Change the script so that it ends within the timeout.' },
    );
  }
}

function whyLost(end: IsolateEnd): string {
  if (end.why === 'memory') return 'The script exceeded its memory limit.';
  return end.why === 'broken' && end.cause instanceof Error ? end.cause.message : 'The worker exited.';
}

/**
 * Reads the result that the sandbox reports for a script; null: it is not a result, since a script can spoil even
 * that.
 */
function readResult(text: string): ScriptResult | null {
  try {
    const result = JSON.parse(text) as ScriptResult | null;
    return ['none', 'rate', 'value'].includes(result?.kind ?? '') ? result : null;
  } catch {
    return null;
  }
}
