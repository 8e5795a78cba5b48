import type { TraceKind } from '#shared/throttle/traffic/trace-formats.ts';
import { CsvReader } from './csv.ts';
import { HarReader, NdjsonReader } from './json-rows.ts';
import { type ColumnChoice, type ImportedTraffic, RowCollector } from './rows.ts';

export { type TraceKind, traceFormats } from '#shared/throttle/traffic/trace-formats.ts';
export type { ImportedTraffic } from './rows.ts';

/** An import under way; the text comes in pieces, cut anywhere. */
export interface TraceImport {
  /** Requests so far. */
  readonly requests: number;
  /** @throws traffic.import-invalid */
  push(text: string): void;
  /** @throws traffic.import-invalid where nothing in it can be read */
  finish(name: string): ImportedTraffic;
}

/** Begins to read recorded requests: lines that cannot be read are left out, counted and named. */
export function importTrace(kind: TraceKind, choice: ColumnChoice = { time: null, key: null }): TraceImport {
  const rows = new RowCollector(choice);
  const reader = readers[kind](rows);
  return {
    get requests() {
      return rows.count;
    },
    push: (text) => reader.push(text),
    finish(name) {
      reader.finish();
      return rows.finish(name);
    },
  };
}

interface TraceReader {
  push(text: string): void;
  finish(): void;
}

const readers: Readonly<Record<TraceKind, (rows: RowCollector) => TraceReader>> = {
  har: (rows) => new HarReader(rows),
  csv: (rows) => new CsvReader(rows),
  ndjson: (rows) => new NdjsonReader(rows),
};
