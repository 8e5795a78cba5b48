import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { sinceStart } from '#main/services/throttle/pure/import/index.ts';
import { orderOf } from '#main/services/throttle/pure/traffic/recorded.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Spread } from '#shared/throttle/traffic/recipe.ts';
import type { TraceColumn } from '#shared/throttle/traffic/recorded.ts';
import type { TrafficTrace } from '#shared/throttle/traffic/schema.ts';
import { spreadEvenly } from './spread.ts';
import { columnFile, headFile, type TraceHead, traceHeadSchema } from './trace-head.ts';

/** The head of stored requests; null: they are not there, or cannot be read. */
export function readTraceHead(folder: string): TraceHead | null {
  try {
    return traceHeadSchema.parse(JSON.parse(readFileSync(join(folder, headFile), 'utf8')));
  } catch {
    return null;
  }
}

/** Reads stored requests in the order of time. @throws traffic.trace-gone */
export function readTrace(folder: string, spread: Spread): TrafficTrace {
  const head = readTraceHead(folder);
  if (head === null) throw traceGone([]);
  try {
    return traceOf(folder, head, spread);
  } catch (cause) {
    throw traceGone([], cause);
  }
}

function traceOf(folder: string, head: TraceHead, spread: Spread): TrafficTrace {
  const times = numbers(join(folder, 'times'), new Float64Array(head.requests));
  const shapes = numbers(join(folder, 'requests'), new Int32Array(head.requests));
  const order = orderOf(times);
  const atMillis = new Float64Array(head.requests);
  const client = order === null ? shapes : new Int32Array(head.requests);
  for (let index = 0; index < head.requests; index += 1) {
    const place = order === null ? index : (order[index] ?? 0);
    atMillis[index] = sinceStart(times[place] ?? 0, head.startMillis);
    client[index] = shapes[place] ?? 0;
  }
  if (head.isWholeSeconds && spread === 'even') spreadEvenly(atMillis);
  const columns = head.columns.map(
    ({ name, role }, index): TraceColumn => ({
      name,
      role,
      codes: numbers(join(folder, columnFile(index)), new Int32Array(head.shapes)),
      texts: JSON.parse(readFileSync(join(folder, `${columnFile(index)}.json`), 'utf8')) as string[],
    }),
  );
  const clients = numbers(join(folder, 'clients'), new Int32Array(head.shapes));
  return { atMillis, client, shapes: { client: clients, columns } };
}

function numbers<A extends Float64Array | Int32Array>(path: string, into: A): A {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).size !== into.byteLength)
      throw new Error(`${path} does not have the length that was written`);
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(file, bytes, done, bytes.length - done, done);
      if (read === 0) throw new Error(`${path} ended unexpectedly`);
      done += read;
    }
    return into;
  } finally {
    closeSync(file);
  }
}

/** Says that recorded requests are not there, and from which files they can be had again. */
export function traceGone(sources: readonly string[], cause?: unknown): GatehouseError {
  const named = sources.length === 0 ? 'the log' : sources.join(', ');
  return new GatehouseError(
    'traffic.trace-gone',
    'The state of this workspace does not contain the recorded requests of this traffic.',
    { fix: `Import ${named} again with the same settings. The traffic then finds its requests.`, cause },
  );
}
