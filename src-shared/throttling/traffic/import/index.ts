import { assertNever } from '../../../errors/index.ts';
import { CsvReader } from './csv.ts';
import { HarReader, NdjsonReader } from './json-rows.ts';
import { type ColumnChoice, type ImportedTraffic, RowCollector } from './rows.ts';

export type { ImportedTraffic } from './rows.ts';

/** What recorded requests can be read as. */
export type TraceKind = 'har' | 'csv' | 'ndjson';

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
  const reader = readerOf(kind, rows);
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

function readerOf(kind: TraceKind, rows: RowCollector): { push(text: string): void; finish(): void } {
  switch (kind) {
    case 'har':
      return new HarReader(rows);
    case 'csv':
      return new CsvReader(rows);
    case 'ndjson':
      return new NdjsonReader(rows);
    default:
      return assertNever(kind);
  }
}
