import type { Traffic, TrafficClass } from '#shared/throttle/traffic/schema.ts';
import type { TraceKind } from '#shared/throttle/traffic/trace-formats.ts';
import { orderOf } from '../traffic/recorded.ts';
import { LogCollector } from './collector.ts';
import { readLog } from './log-file.ts';
import type { ImportFacts, ImportOptions } from './options.ts';
import { MemoryStore } from './request-store.ts';

export { type TraceKind, traceFormats } from '#shared/throttle/traffic/trace-formats.ts';
export { LogCollector } from './collector.ts';
export { readLog, readLogBytes, type Utf8 } from './log-file.ts';
export type { ImportFacts, ImportOptions } from './options.ts';
export { recognise } from './recognise.ts';
export type { RequestStore } from './request-store.ts';

export interface ImportedTraffic extends ImportFacts {
  readonly traffic: Traffic;
  readonly format: TraceKind;
}

/** An import under way; the text comes in pieces, cut anywhere. */
export interface TraceImport {
  /** Requests so far. */
  readonly requests: number;
  /** @throws traffic.import-invalid, traffic.format-unknown, traffic.too-large */
  push(text: string): void;
  /** @throws traffic.import-invalid where nothing in it can be read, traffic.format-unknown */
  finish(name: string): ImportedTraffic;
}

/** A way to read logs that leaves everything to be guessed. */
export const plainImport: Omit<ImportOptions, 'hash'> = {
  time: null,
  key: null,
  path: null,
  method: null,
  dates: null,
  hashAddresses: false,
  withoutQueries: false,
  dropRefused: false,
  dropRepeats: false,
};

/** Begins to read recorded requests in memory: lines that cannot be read are left out, counted and named. */
export function importTrace(
  kind: TraceKind | null,
  options: Partial<ImportOptions> & Pick<ImportOptions, 'hash'>,
): TraceImport {
  const store = new MemoryStore();
  const collector = new LogCollector({ ...plainImport, ...options }, store);
  const file = readLog(kind, collector.sink());
  return {
    get requests() {
      return collector.count;
    },
    push: (text) => file.push(text),
    finish(name) {
      file.finish();
      // The text is gone: it cannot be read again.
      if (collector.datesToReadAgain() !== null)
        throw new Error('The date order must be set before the first line');
      const { clients, shapes, facts, startMillis, endMillis } = collector.finish();
      const order = orderOf(store.atMillis);
      const sortedOf = <A extends Float64Array | Int32Array>(list: A): A =>
        order === null ? list : (list.map((_, index) => list[order[index] ?? 0] ?? 0) as A);
      const atMillis = sortedOf(store.atMillis).map((millis) => sinceStart(millis, startMillis));
      const traffic = trafficOf(name, clients, endMillis - startMillis);
      return {
        ...facts,
        format: file.format ?? 'csv',
        traffic: { ...traffic, trace: { atMillis, client: sortedOf(store.shapes), shapes } },
      };
    },
  };
}

/** The time since the start of a log, to the microsecond. */
export function sinceStart(millis: number, startMillis: number): number {
  return Math.round((millis - startMillis) * 1_000) / 1_000;
}

/** Traffic of recorded clients, which lasts a little longer than its last request. */
export function trafficOf(name: string, clients: readonly TrafficClass[], lastMillis: number): Traffic {
  return {
    name,
    durationSeconds: Math.max(1, Math.ceil((lastMillis + 1) / 1_000)),
    seed: 1,
    request: { method: 'GET', uri: 'http://localhost/', headers: {} },
    clients: [...clients],
    changes: [],
  };
}
