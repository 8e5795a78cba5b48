import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type ImportFacts,
  LogCollector,
  readLogBytes,
  trafficOf,
} from '#main/services/throttle/pure/import/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { LogReading, TraceRecipe } from '#shared/throttle/traffic/recipe.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import type { TraceKind } from '#shared/throttle/traffic/trace-formats.ts';
import { inTimeOrder } from './file-order.ts';
import { type LogFileInput, readPieces, utf8 } from './log-bytes.ts';
import { formatOfName } from './log-head.ts';
import { TraceWriter } from './trace-writer.ts';

/** Logs to be read as one traffic. */
export interface ReadLogs {
  readonly files: readonly (LogFileInput & { readonly sizeBytes: number })[];
  readonly reading: LogReading;
  /** Of the hashes of this import. */
  readonly hash: (text: string) => string;
  onProgress(share: number, requests: number): void;
  /** Lets messages in. */
  rest(): Promise<void>;
}

/** A log that was read: its traffic without the requests, which are where they were written to. */
export interface ReadTraffic {
  readonly traffic: Traffic;
  readonly formats: readonly TraceKind[];
  readonly facts: ImportFacts;
}

/**
 * Reads logs into a folder of the state, which has the id of the recipe for its name; a folder that is not whole is
 * taken back.
 * @throws traffic.import-invalid, traffic.format-unknown, traffic.gzip-broken, traffic.too-large
 */
export async function storeLogs(input: ReadLogs, directory: string, partName: string): Promise<ReadTraffic> {
  const folder = join(directory, partName);
  let writer = new TraceWriter(folder);
  try {
    let read = await collect(input, input.reading, writer);
    if (read.dates !== null) {
      // Only a later date told that the month is first.
      writer.discard();
      writer = new TraceWriter(folder);
      read = await collect(input, { ...input.reading, dates: read.dates }, writer);
    }
    const { sources, formats } = read;
    const collected = read.collector.finish();
    const { clients, shapes, facts, startMillis, endMillis } = collected;
    const recipe: Omit<TraceRecipe, 'id'> = {
      sources,
      reading: input.reading,
      requests: facts.requests,
      isWholeSeconds: facts.isWholeSeconds,
      spread: 'even',
    };
    const id = recipeId(recipe);
    writer.finish(id, shapes, {
      startMillis,
      isWholeSeconds: facts.isWholeSeconds,
      classRequests: [...facts.classRequests],
    });
    const name = sources[0]?.name ?? '';
    return {
      traffic: { ...trafficOf(name, clients, endMillis - startMillis), recorded: { id, ...recipe } },
      formats,
      facts,
    };
  } catch (error) {
    writer.discard();
    throw error;
  }
}

/** The same files, read in the same way, have the same id. */
function recipeId({ sources, reading }: Omit<TraceRecipe, 'id'>): string {
  const settings = Object.entries(reading).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([sources.map(({ sha256 }) => sha256), settings]);
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

async function collect(input: ReadLogs, reading: LogReading, writer: TraceWriter) {
  const { hash, onProgress, rest } = input;
  const files = await inTimeOrder(input.files, reading);
  const isOne = files.length < 2;
  // Repeats are counted in the order of time: of several files that is known at their end, and nothing is dropped before.
  const drops = isOne ? reading : { dropRefused: false, dropRepeats: false };
  const collector = new LogCollector({ ...reading, ...drops, hash }, writer);
  const ends: number[] = [];
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const sources: TraceRecipe['sources'] = [];
  const formats: TraceKind[] = [];
  let done = 0;
  for (const file of files) {
    await rest();
    const sink = collector.sink(isOne ? undefined : file.name);
    const log = readLogBytes(reading.format, sink, utf8, formatOfName(file.name));
    const facts = await naming(file.name, !isOne, () =>
      readPieces(
        file,
        (piece) => log.push(piece),
        (bytes) => {
          done += bytes;
          onProgress(total === 0 ? 0 : done / total, collector.count);
        },
      ),
    );
    await naming(file.name, !isOne, () => Promise.resolve(log.finish()));
    if (log.format !== null) formats.push(log.format);
    sources.push({ name: file.name.slice(0, 255), ...facts });
    ends.push(collector.count);
  }
  const dates = collector.datesToReadAgain();
  if (!isOne && dates === null) writer.rewrite(ends, collector.recount(reading));
  return { collector, sources, formats, dates };
}

/** Where there are several files, a message says which of them it is about. */
async function naming<T>(name: string, isNamed: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GatehouseError) || !isNamed || error.message.includes(name)) throw error;
    const { code, message, fix, cause } = error;
    throw new GatehouseError(code, `${name}: ${message}`, { ...(fix === undefined ? {} : { fix }), cause });
  }
}
