import type { TrafficTrace } from '#shared/throttle/traffic/schema.ts';
import type { RecordedRequests } from './stream.ts';

const nanosPerMilli = 1_000_000;

/** Numbers of clients: the first one of each class, and how many there are before the shapes. */
interface ClientNumbers {
  readonly starts: readonly number[];
  readonly count: number;
}

/** The recorded requests of a trace in the order of time. */
export function recordedRequests(
  { atMillis, client, shapes }: TrafficTrace,
  { starts, count }: ClientNumbers,
): RecordedRequests {
  const timesNanos = new Float64Array(atMillis.length);
  const clients = new Int32Array(atMillis.length);
  const order = orderOf(atMillis);
  for (let index = 0; index < timesNanos.length; index += 1) {
    const place = order === null ? index : (order[index] ?? 0);
    timesNanos[index] = Math.round((atMillis[place] ?? 0) * nanosPerMilli);
    const of = client[place] ?? 0;
    clients[index] = shapes === undefined ? (starts[of] ?? 0) : count + of;
  }
  return { timesNanos, clients };
}

/** The order of some times; null: they ascend. Those that are equal stay as they are. */
export function orderOf(times: ArrayLike<number>): Uint32Array | null {
  let isAscending = true;
  for (let index = 1; index < times.length && isAscending; index += 1)
    isAscending = (times[index] ?? 0) >= (times[index - 1] ?? 0);
  if (isAscending) return null;
  const order = Uint32Array.from({ length: times.length }, (_, index) => index);
  return order.toSorted((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
}
