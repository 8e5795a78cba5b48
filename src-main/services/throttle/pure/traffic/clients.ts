import type { OnRefused, StatusChange, Traffic, TrafficClass } from '#shared/throttle/traffic/schema.ts';
import { type ArrivalStream, recordedStream, streamOf } from './stream.ts';

const nanosPerSecond = 1_000_000_000;
const nanosPerMilli = 1_000_000;

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

/** All clients of a traffic, by number; what one is like is made when it is asked for. */
export interface ClientList {
  readonly count: number;
  nameOf(client: number): string;
  requestOf(client: number): ClientRequest;
  onRefused(client: number): OnRefused;
  /** The first one begins with time; further ones are status changes. */
  phasesOf(client: number): readonly Phase[];
  streamsOf(client: number): readonly ArrivalStream[];
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
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= client) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const classOf = (
    client: number,
  ): { readonly of: TrafficClass; readonly n: number; readonly index: number } => {
    const index = classIndex(client);
    const of = classes[index];
    if (of === undefined) throw new RangeError(`There is no client ${client}.`);
    return { of, n: client - (starts[index] ?? 0) + 1, index };
  };
  const changes = changesByClient(traffic.changes, classes, starts);
  const recorded = recordedTimes(traffic);
  return {
    count,
    nameOf(client) {
      const { of, n } = classOf(client);
      return (of.count ?? 1) === 1 ? of.id : `${of.id}-${n}`;
    },
    requestOf(client) {
      const { of, n } = classOf(client);
      const { method, uri, headers } = traffic.request;
      return {
        method: of.method ?? method,
        uri: fill(of.uri ?? uri, n),
        headers: fillAll({ ...headers, ...of.headers }, n),
        remoteAddress: fill(of.remoteAddress ?? '127.0.0.1', n),
      };
    },
    onRefused: (client) => classOf(client).of.on429,
    phasesOf(client) {
      const { of, n } = classOf(client);
      const phases: Phase[] = [{ fromNanos: 0, attributes: fillAll(of.attributes, n) }];
      for (const { atSeconds, attributes } of changes.get(client) ?? []) {
        const before = phases.at(-1)?.attributes;
        const fromNanos = Math.round(atSeconds * nanosPerSecond);
        phases.push({ fromNanos, attributes: { ...before, ...fillAll(attributes, n) } });
      }
      return phases;
    },
    streamsOf(client) {
      const { of, n, index } = classOf(client);
      const times = n === 1 ? recorded[index] : undefined;
      const owner = {
        client,
        phase: (n - 1) / (of.count ?? 1),
        seed: traffic.seed,
        durationSeconds: traffic.durationSeconds,
      };
      const streams = of.patterns.map((pattern, at) =>
        streamOf(pattern, { ...owner, name: `${of.id}\n${n}\n${at}` }),
      );
      return times === undefined ? streams : [...streams, recordedStream(client, times)];
    },
  };
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

/** The times of recorded requests by class, in nanoseconds. */
function recordedTimes({ trace, clients }: Traffic): readonly (Float64Array | undefined)[] {
  if (trace === undefined) return [];
  const counts = new Uint32Array(clients.length);
  const { atMillis, client } = trace;
  for (let index = 0; index < client.length; index += 1) {
    const of = client[index] ?? 0;
    if (of < counts.length) counts[of] = (counts[of] ?? 0) + 1;
  }
  const times = Array.from(counts, (count) => new Float64Array(count));
  const filled = new Uint32Array(clients.length);
  for (let index = 0; index < client.length; index += 1) {
    const of = client[index] ?? 0;
    const list = times[of];
    if (list === undefined) continue;
    list[filled[of] ?? 0] = Math.round((atMillis[index] ?? 0) * nanosPerMilli);
    filled[of] = (filled[of] ?? 0) + 1;
  }
  // Logs are written when a request ends, so they are not quite in order.
  for (const list of times) if (!isAscending(list)) list.sort();
  return times.map((list) => (list.length === 0 ? undefined : list));
}

function isAscending(list: Float64Array): boolean {
  for (let index = 1; index < list.length; index += 1)
    if ((list[index] ?? 0) < (list[index - 1] ?? 0)) return false;
  return true;
}
