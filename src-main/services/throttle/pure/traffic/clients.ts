import { type ColumnRole, type TraceColumn, textOf } from '#shared/throttle/traffic/recorded.ts';
import type {
  OnRefused,
  StatusChange,
  Traffic,
  TrafficClass,
  TrafficTrace,
} from '#shared/throttle/traffic/schema.ts';
import { recordedRequests } from './recorded.ts';
import { type ArrivalStream, type RecordedRequests, recordedStream, streamOf } from './stream.ts';

const nanosPerSecond = 1_000_000_000;

/** The request that a client sends. */
export interface ClientRequest {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
}

/** Claims of a client's token from a moment on. */
export interface Phase {
  readonly fromNanos: number;
  readonly attributes: Readonly<Record<string, string | null>>;
}

/**
 * All clients of a traffic, by number; what one is like is made when it is asked for. Recorded requests that differ
 * within a client are of several here, which have its name: one for each shape.
 */
export interface ClientList {
  readonly count: number;
  /** Recorded requests of all clients; null: there are none. */
  readonly recorded: RecordedRequests | null;
  /** True if a client sends nothing of its own, since its recorded requests are those of its shapes. */
  isIdle(client: number): boolean;
  nameOf(client: number): string;
  requestOf(client: number): ClientRequest;
  onRefused(client: number): OnRefused;
  /** The first one begins with time; further ones are status changes. */
  phasesOf(client: number): readonly Phase[];
  /** Its requests but for those that were recorded. */
  streamsOf(client: number): readonly ArrivalStream[];
}

/** Every request of a traffic: streams of each client, and one of those that were recorded. */
export function allStreams(clients: ClientList): readonly ArrivalStream[] {
  const streams: ArrivalStream[] = [];
  for (let client = 0; client < clients.count; client += 1) streams.push(...clients.streamsOf(client));
  return clients.recorded === null ? streams : [...streams, recordedStream(clients.recorded, null)];
}

/** The clients of a traffic: each class represents its number of clients. */
export function clientsOf(traffic: Traffic): ClientList {
  const { clients: classes } = traffic;
  const starts: number[] = [];
  let count = 0;
  for (const each of classes) {
    starts.push(count);
    count += each.count ?? 1;
  }
  const classIndex = (client: number): number => {
    if (client >= count) return shapes?.client[client - count] ?? -1;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= client) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const { trace } = traffic;
  const shapes = trace?.shapes;
  const columns = columnsOf(trace);
  const classOf = (
    client: number,
  ): { readonly of: TrafficClass; readonly n: number; readonly index: number } => {
    const index = classIndex(client);
    const of = classes[index];
    if (of === undefined) throw new RangeError(`The client ${client} does not exist.`);
    return { of, n: client < count ? client - (starts[index] ?? 0) + 1 : 1, index };
  };
  const changes = changesByClient(traffic.changes, classes, starts);
  return {
    count: count + (shapes?.client.length ?? 0),
    recorded: trace === undefined ? null : recordedRequests(trace, { starts, count }),
    isIdle: (client) => shapes !== undefined && client < count && classOf(client).of.patterns.length === 0,
    nameOf(client) {
      const { of, n } = classOf(client);
      return (of.count ?? 1) === 1 ? of.id : `${of.id}-${n}`;
    },
    requestOf(client) {
      const { of, n } = classOf(client);
      const { method, uri, headers } = traffic.request;
      const own = client < count ? null : recordedRequest(columns, client - count);
      return {
        method: of.method ?? own?.method ?? method,
        uri: fill(of.uri ?? own?.uri ?? uri, n),
        headers: fillAll({ ...headers, ...own?.headers, ...of.headers }, n),
        remoteAddress: fill(of.remoteAddress ?? own?.remoteAddress ?? '127.0.0.1', n),
      };
    },
    onRefused: (client) => classOf(client).of.on429,
    phasesOf(client) {
      const { of, n, index } = classOf(client);
      const own = client < count ? {} : textsOf(columns.attribute, client - count);
      const phases: Phase[] = [{ fromNanos: 0, attributes: { ...own, ...fillAll(of.attributes, n) } }];
      for (const { atSeconds, attributes } of changes.get(client < count ? client : (starts[index] ?? 0)) ??
        []) {
        const before = phases.at(-1)?.attributes;
        const fromNanos = Math.round(atSeconds * nanosPerSecond);
        phases.push({ fromNanos, attributes: { ...before, ...fillAll(attributes, n) } });
      }
      return phases;
    },
    streamsOf(client) {
      if (client >= count) return [];
      const { of, n } = classOf(client);
      const owner = {
        client,
        phase: (n - 1) / (of.count ?? 1),
        seed: traffic.seed,
        durationSeconds: traffic.durationSeconds,
      };
      return of.patterns.map((pattern, at) => streamOf(pattern, { ...owner, name: `${of.id}\n${n}\n${at}` }));
    },
  };
}

type ColumnsByRole = Readonly<Record<ColumnRole, readonly TraceColumn[]>>;

function columnsOf(trace: TrafficTrace | undefined): ColumnsByRole {
  const of = (role: ColumnRole) => trace?.shapes?.columns.filter((column) => column.role === role) ?? [];
  return {
    method: of('method'),
    uri: of('uri'),
    remoteAddress: of('remoteAddress'),
    header: of('header'),
    attribute: of('attribute'),
    status: of('status'),
  };
}

function recordedRequest({ method, uri, remoteAddress, header }: ColumnsByRole, shape: number) {
  const first = (columns: readonly TraceColumn[]) => columns[0] && textOf(columns[0], shape);
  return {
    method: first(method),
    uri: first(uri),
    remoteAddress: first(remoteAddress),
    headers: textsOf(header, shape),
  };
}

function textsOf(columns: readonly TraceColumn[], shape: number): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const column of columns) {
    const text = textOf(column, shape);
    if (text !== undefined) texts[column.name] = text;
  }
  return texts;
}

const fill = (text: string, n: number): string =>
  text.includes('{n}') ? text.replaceAll('{n}', String(n)) : text;

function fillAll<T extends string | null>(
  texts: Readonly<Record<string, T>>,
  n: number,
): Readonly<Record<string, T>> {
  const entries = Object.entries(texts).map(([name, text]) => [name, text === null ? text : fill(text, n)]);
  return Object.fromEntries(entries) as Record<string, T>;
}

/** Changes by client, in the order of time; a change of a class is one of each of its clients. */
function changesByClient(
  changes: readonly StatusChange[],
  classes: readonly TrafficClass[],
  starts: readonly number[],
): ReadonlyMap<number, readonly StatusChange[]> {
  const byClient = new Map<number, StatusChange[]>();
  for (const change of changes.toSorted((a, b) => a.atSeconds - b.atSeconds)) {
    for (const [index, { id, count = 1 }] of classes.entries()) {
      const start = starts[index] ?? 0;
      const n = change.client.startsWith(`${id}-`) ? Number(change.client.slice(id.length + 1)) : 0;
      const isOne = count > 1 && Number.isInteger(n) && n >= 1 && n <= count;
      const [first, last] = change.client === id ? [0, count] : isOne ? [n - 1, n] : [0, 0];
      for (let at = first; at < last; at += 1) {
        const known = byClient.get(start + at) ?? [];
        byClient.set(start + at, [...known, change]);
      }
    }
  }
  return byClient;
}
