import { importTrace, type TraceImport } from '#main/services/throttle/pure/import/index.ts';
import type { ImportedTrace, TraceFormat } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { saltedHash } from './salted-hash.ts';
import type { TraceStore } from './traces.ts';

/** Running imports; a new one beyond the limit cancels the oldest. */
const maxImports = 4;

export interface ImportStart {
  readonly format: TraceFormat;
  /** Column with the time, and the one that tells clients apart; null: guessed. */
  readonly time: string | null;
  readonly key: string | null;
}

/** Recorded requests that are read piece by piece. */
export interface Imports {
  begin(start: ImportStart): string;
  /** Takes the next piece; how many requests there are so far. @throws api.not-found, traffic.import-invalid */
  take(id: string, text: string): number;
  /** @throws api.not-found, traffic.import-invalid */
  finish(id: string): ImportedTrace;
}

/** Makes an empty list of imports; what they read goes into the store. */
export function createImports(traces: TraceStore, random: Random): Imports {
  const underWay = new Map<string, TraceImport>();

  function importOf(id: string): TraceImport {
    const known = underWay.get(id);
    if (known !== undefined) return known;
    throw new GatehouseError('api.not-found', 'This import is over.', { fix: 'Import the file again.' });
  }

  return {
    begin({ format, time, key }) {
      const id = Buffer.from(random.bytes(9)).toString('base64url');
      underWay.set(id, importTrace(format, { time, key, hash: saltedHash(random.bytes(16)) }));
      const oldest = underWay.keys().next().value;
      if (underWay.size > maxImports && oldest !== undefined) underWay.delete(oldest);
      return id;
    },
    take(id, text) {
      const reading = importOf(id);
      reading.push(text);
      return reading.requests;
    },
    finish(id) {
      const reading = importOf(id);
      underWay.delete(id);
      const { traffic, skipped, remarks, columns, taken } = reading.finish('');
      const { trace, ...rest } = traffic;
      return {
        traffic: rest,
        traceId: trace === undefined ? null : traces.add(trace),
        traceRequests: reading.requests,
        skipped,
        remarks: [...remarks],
        columns: [...columns],
        taken,
      };
    },
  };
}
