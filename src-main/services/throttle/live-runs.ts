import { timerMillis } from '#main/platform/timers.ts';
import {
  type AskedFilter,
  liveOutcome,
  type SeenRequest,
} from '#main/services/throttle/pure/live-outcome.ts';
import { ArrivalQueue } from '#main/services/throttle/pure/traffic/arrivals.ts';
import { allStreams, type ClientList, clientsOf } from '#main/services/throttle/pure/traffic/clients.ts';
import { SeededRandom } from '#main/services/throttle/pure/traffic/random.ts';
import { retryDelayNanos } from '#main/services/throttle/pure/traffic/retry.ts';
import type { LiveResponse, LiveRun } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import type { Clock, Random } from '#shared/time/clock.ts';

const maxRuns = 4;
const maxResponses = 200_000;
/** Clients that a run can have: each needs tokens of its own. */
const maxClients = 2_000;
/** Requests that wait for their answers at one time. */
const maxUnderWay = 512;
const lateMillis = 50;
const nanosPerMilli = 1_000_000;

/** One request to the gateway, with its answer. */
export interface LiveRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string | null>>;
}

/** An answer of the gateway, and how it came about; null: nobody looked on. */
export interface LiveReply {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  readonly seen: SeenRequest | null;
}

/** The requirements on the tokens of a run. */
export interface LiveNeeds {
  /** Scopes that the route asks for. */
  readonly scopes: readonly string[];
  /** Where the route leads; null: nowhere. */
  readonly baseUri: string | null;
  /** Methods of the traffic. */
  readonly methods: readonly string[];
}

/** Sends the requests of one run. */
export interface LiveSender {
  /** Sends to the running gateway; null: no answer came. @throws what ends the run */
  send(request: LiveRequest): Promise<LiveReply | null>;
  /** The run is over: its temporary parts are removed. */
  close(): Promise<void>;
}

export interface LivePorts {
  readonly realClock: Clock;
  readonly random: Random;
}

interface Entry {
  run: LiveRun;
  readonly answers: LiveResponse[];
  readonly asked: AskedFilter;
  readonly sender: LiveSender;
  timer: NodeJS.Timeout | null;
}

/** Traffic that is sent to the running gateway, in real time. */
export interface LiveRuns {
  /** @throws throttling.too-many-clients */
  start(asked: AskedFilter, traffic: Traffic, sender: LiveSender): LiveRun;
  get(id: string): LiveRun;
  /** The answers from an index on. */
  answers(id: string, from: number): readonly LiveResponse[];
  stop(id: string): LiveRun;
  onChange(listener: (id: string) => void): () => void;
  close(): void;
}

const unsent = {
  state: 'running',
  sent: 0,
  accepted: 0,
  refused: 0,
  failed: 0,
  notTaken: 0,
  statuses: [],
  late: 0,
  elapsedSeconds: 0,
  problem: null,
} as const;

/** Another attempt of a client that was refused. */
interface Retry {
  readonly atNanos: number;
  readonly client: number;
  readonly attempt: number;
}

/** Makes an empty list of runs. */
export function createLiveRuns(ports: LivePorts): LiveRuns {
  const entries = new Map<string, Entry>();
  const listeners = new Listeners<[id: string]>();

  function entryOf(id: string): Entry {
    const entry = entries.get(id);
    if (entry !== undefined) return entry;
    throw new GatehouseError('api.not-found', 'There is no such run.', { fix: 'Send the traffic again.' });
  }

  function change(entry: Entry, next: Partial<LiveRun>): void {
    entry.run = { ...entry.run, ...next };
    listeners.tell(entry.run.id);
  }

  function finish(entry: Entry, end: Pick<LiveRun, 'state'> & Partial<LiveRun>): void {
    if (entry.timer !== null) clearTimeout(entry.timer);
    entry.timer = null;
    if (entry.run.state !== 'running') return;
    change(entry, end);
    // Anything that could not be taken back ends by itself.
    entry.sender.close().catch(() => undefined);
  }

  return {
    start(asked, traffic, sender) {
      // Counted first: to make a list of very many takes its time.
      const count = traffic.clients.reduce((sum, each) => sum + (each.count ?? 1), 0);
      if (count > maxClients)
        throw new GatehouseError(
          'throttling.too-many-clients',
          `The traffic has ${count} clients; ${maxClients} can be sent live.`,
          { fix: 'Lower the counts, or simulate.' },
        );
      const clients = clientsOf(traffic);
      const id = Buffer.from(ports.random.bytes(9)).toString('base64url');
      const entry: Entry = {
        run: { ...unsent, statuses: [], id, file: asked.file, durationSeconds: traffic.durationSeconds },
        answers: [],
        asked,
        sender,
        timer: null,
      };
      entries.set(entry.run.id, entry);
      const oldest = [...entries.values()].find(({ run }) => run.state !== 'running');
      if (entries.size > maxRuns && oldest !== undefined) entries.delete(oldest.run.id);
      drive(entry, new LiveTraffic(clients, traffic.durationSeconds), ports, change, finish);
      return entry.run;
    },
    get: (id) => entryOf(id).run,
    answers: (id, from) => entryOf(id).answers.slice(from, from + 20_000),
    stop(id) {
      const entry = entryOf(id);
      finish(entry, { state: 'stopped' });
      return entry.run;
    },
    onChange: listeners.add,
    close() {
      for (const entry of entries.values()) finish(entry, { state: 'stopped' });
    },
  };
}

/** The requests to be sent next, and when. A class because it walks along two lists at once. */
class LiveTraffic {
  readonly clients: ClientList;
  readonly #queue: ArrivalQueue;
  readonly #retries: Retry[] = [];
  readonly #untilNanos: number;

  constructor(clients: ClientList, durationSeconds: number) {
    this.clients = clients;
    this.#queue = new ArrivalQueue(allStreams(clients));
    this.#untilNanos = durationSeconds * 1_000 * nanosPerMilli;
  }

  /** The time of the next request; Infinity: there is none. */
  get nextNanos(): number {
    const next = Math.min(this.#queue.at, this.#retries[0]?.atNanos ?? Number.POSITIVE_INFINITY);
    // As in the simulation: the end is no part of the time.
    return next < this.#untilNanos ? next : Number.POSITIVE_INFINITY;
  }

  take(): Retry {
    const first = this.#retries[0];
    if (first !== undefined && first.atNanos <= this.#queue.at) {
      this.#retries.shift();
      return first;
    }
    const { at, client } = this.#queue;
    this.#queue.advance();
    return { atNanos: at, client, attempt: 1 };
  }

  retry(retry: Retry): void {
    const behind = this.#retries.findIndex(({ atNanos }) => atNanos > retry.atNanos);
    this.#retries.splice(behind < 0 ? this.#retries.length : behind, 0, retry);
  }

  attributesOf(client: number, atNanos: number): LiveRequest['attributes'] {
    return this.clients.phasesOf(client).findLast(({ fromNanos }) => fromNanos <= atNanos)?.attributes ?? {};
  }
}

/** The counts of a run with one response more. */
function counted(
  { sent, accepted, refused, failed, notTaken, statuses }: LiveRun,
  { outcome, status }: LiveResponse,
): Partial<LiveRun> {
  const isFailed = outcome === 'failed' || outcome === 'before' || outcome === 'unanswered';
  return {
    sent: sent + 1,
    accepted: accepted + (outcome === 'allowed' ? 1 : 0),
    refused: refused + (outcome === 'refused' ? 1 : 0),
    failed: failed + (isFailed ? 1 : 0),
    notTaken: notTaken + (outcome === 'notTaken' ? 1 : 0),
    statuses: outcome === 'allowed' && status !== null ? withStatus(statuses, status) : statuses,
  };
}

function withStatus(statuses: LiveRun['statuses'], status: number): LiveRun['statuses'] {
  const count = statuses.find((each) => each.status === status)?.count ?? 0;
  const others = statuses.filter((each) => each.status !== status);
  return [...others, { status, count: count + 1 }].toSorted((a, b) => a.status - b.status);
}

/** Sends one request after the other at its time, and notes the answers. */
function drive(
  entry: Entry,
  traffic: LiveTraffic,
  ports: LivePorts,
  change: (entry: Entry, next: Partial<LiveRun>) => void,
  finish: (entry: Entry, end: Pick<LiveRun, 'state'> & Partial<LiveRun>) => void,
): void {
  const startedMillis = ports.realClock.nowMillis();
  const random = new SeededRandom(1, 'live');
  let underWay = 0;
  const elapsedNanos = () => (ports.realClock.nowMillis() - startedMillis) * nanosPerMilli;

  function note(response: LiveResponse): void {
    if (entry.answers.length < maxResponses) entry.answers.push(response);
    change(entry, {
      ...counted(entry.run, response),
      elapsedSeconds: elapsedNanos() / 1_000 / nanosPerMilli,
    });
  }

  async function send({ atNanos, client, attempt }: Retry): Promise<void> {
    const { method, uri, headers } = traffic.clients.requestOf(client);
    const name = traffic.clients.nameOf(client);
    const { pathname, search } = addressOf(uri, name);
    const began = ports.realClock.nowMillis();
    const request = { method, path: `${pathname}${search}`, headers };
    const response = await entry.sender.send({
      ...request,
      attributes: traffic.attributesOf(client, atNanos),
    });
    const retryAfterSeconds = response?.retryAfterSeconds ?? null;
    if (response?.status === 429) {
      const onRefused = traffic.clients.onRefused(client);
      const delay = retryDelayNanos(onRefused, attempt, retryAfterSeconds ?? 1, random);
      if (delay !== null) traffic.retry({ atNanos: elapsedNanos() + delay, client, attempt: attempt + 1 });
    }
    const durationMillis = ports.realClock.nowMillis() - began;
    const atSeconds = atNanos / 1_000 / nanosPerMilli;
    const index = entry.run.sent;
    note({
      index,
      atSeconds,
      client: name,
      attempt,
      status: response?.status ?? null,
      outcome: liveOutcome(entry.asked, response),
      retryAfterSeconds,
      durationMillis,
    });
  }

  function step(): void {
    entry.timer = null;
    if (entry.run.state !== 'running') return;
    while (underWay < maxUnderWay && traffic.nextNanos <= elapsedNanos()) {
      const due = traffic.take();
      if (elapsedNanos() - due.atNanos > lateMillis * nanosPerMilli)
        change(entry, { late: entry.run.late + 1 });
      underWay += 1;
      void send(due)
        .catch((error: unknown) => finish(entry, { state: 'failed', problem: problemOf(error) }))
        .finally(() => {
          underWay -= 1;
          // An answer may have brought a retry before the next arrival.
          if (entry.timer !== null) clearTimeout(entry.timer);
          step();
        });
    }
    if (entry.timer !== null) clearTimeout(entry.timer);
    const next = traffic.nextNanos;
    if (next === Number.POSITIVE_INFINITY && underWay === 0) return finish(entry, { state: 'done' });
    if (next === Number.POSITIVE_INFINITY || underWay >= maxUnderWay) return;
    entry.timer = setTimeout(step, untilMillis(next - elapsedNanos()));
  }
  step();
}

/** Converts a wait to milliseconds; one longer than a timer can wait is looked at again then. */
function untilMillis(nanos: number): number {
  return timerMillis(Math.max(0, nanos / nanosPerMilli));
}

/** @throws traffic.invalid */
function addressOf(uri: string, client: string): URL {
  const base = 'http://localhost/';
  if (URL.canParse(uri, base)) return new URL(uri, base);
  throw new GatehouseError('traffic.invalid', `The address ${uri} of the client ${client} is none.`, {
    fix: 'Mend the address in the traffic.',
  });
}

function problemOf(error: unknown): Problem {
  if (error instanceof GatehouseError) return error.toProblem();
  return {
    code: 'api.internal',
    severity: 'error',
    message: 'The run ended in a way that was not foreseen.',
    ...(error instanceof Error ? { cause: error.message } : {}),
    fix: 'Look at the headers and the claims of the traffic.',
  };
}
