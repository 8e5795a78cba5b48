import { type PackedExchange, packExchange } from '#main/platform/exchange-codec.ts';
import { idStem, importedId } from '#main/platform/exchange-ids.ts';
import type { ExchangeStore, RecordStore } from '#main/platform/ports.ts';
import type { WorkerPool } from '#main/platform/worker-pool.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { type ImportedEntry, importedDraft } from './imported-entry.ts';

/** Largest document that an import takes, in characters. */
export const maxHarCharacters = 64 * 1_048_576;
/** Kind of the records of documents that wait for their import. */
export const harSourceKind = 'har-source';
const batchEntries = 200;

export interface HarTask {
  readonly text: string;
}

export type HarTaskResult =
  | { readonly ok: true; readonly entries: readonly ImportedEntry[] }
  | {
      readonly ok: false;
      /** The kind of document that it looked like. */
      readonly name: string;
      readonly short: string;
      readonly fix: string;
      readonly message: string;
      readonly line: number | undefined;
      readonly column: number | undefined;
    };

export interface HarImportInput {
  readonly sourceId: string;
  readonly entries: number;
}

/** The part of the job service that the import job needs. */
interface ImportContext {
  readonly input: HarImportInput;
  readonly checkpoint: number | null;
  readonly signal: AbortSignal;
  readonly progress: (update: { done: number; total: number; checkpoint: number }) => void;
}

export interface HarImport {
  /** Calls a listener with each stored batch. Returns a function that removes the listener. */
  follow(listener: (exchanges: readonly PackedExchange[]) => void): () => void;
  /** Checks a document and keeps it for the job. @throws exchange.har-invalid, exchange.har-too-large */
  accept(text: string): Promise<HarImportInput>;
  readonly job: {
    readonly kind: 'har-import';
    readonly unit: string;
    readonly pausable: true;
    title(input: HarImportInput): string;
    abandon(input: HarImportInput): void;
    run(context: ImportContext): Promise<string>;
  };
}

export interface HarImportPorts {
  readonly records: RecordStore;
  readonly exchanges: ExchangeStore;
  /** The machine's own: how long an imported exchange is kept counts from here. */
  readonly clock: Clock;
  readonly random: Random;
  readonly parser: WorkerPool<HarTask, HarTaskResult>;
}

/** Makes the import of exchanges from HAR documents, exports of Burp Suite and requests as text: checked whole before anything is taken, then a job that survives a restart. */
export function createHarImport({ records, exchanges, clock, random, parser }: HarImportPorts): HarImport {
  const followers = new Listeners<[exchanges: readonly PackedExchange[]]>();

  async function parse(text: string, signal?: AbortSignal): Promise<readonly ImportedEntry[]> {
    const result = await parser.run({ text }, signal);
    if (result.ok) return result.entries;
    const { name, short, fix, line, column } = result;
    const at = line === undefined ? '' : ` at line ${line}, column ${column ?? 1}`;
    throw new GatehouseError('exchange.har-invalid', `This is not ${name}${at}: ${result.message}.`, {
      fix,
      location: { file: short, ...(line === undefined ? {} : { line, column: column ?? 1 }) },
    });
  }

  async function run({ input, checkpoint, signal, progress }: ImportContext): Promise<string> {
    const source = await records.get<string>(harSourceKind, input.sourceId);
    const entries = source === null ? [] : await parse(source, signal);
    for (let from = checkpoint ?? 0; from < entries.length && !signal.aborted; from += batchEntries) {
      const batch = entries.slice(from, from + batchEntries);
      const packed = batch.map((entry, index) =>
        packExchange(importedId(input.sourceId, from + index), importedDraft(entry, clock.nowMillis()), true),
      );
      // Exchanges that found no room are written again with the same ids once there is some: nothing is lost or
      // doubled.
      while (exchanges.append(packed) > 0) await records.commit();
      await records.commit();
      followers.tell(packed);
      const done = Math.min(from + batchEntries, entries.length);
      progress({ done, total: entries.length, checkpoint: done });
    }
    if (!signal.aborted) records.remove(harSourceKind, input.sourceId);
    return `${entries.length} exchanges imported.`;
  }

  return {
    follow: followers.add,
    async accept(text) {
      if (text.length > maxHarCharacters)
        throw new GatehouseError('exchange.har-too-large', `The document has ${text.length} characters.`, {
          fix: `Split it into parts of at most ${maxHarCharacters} characters.`,
        });
      const entries = await parse(text);
      const sourceId = idStem(clock.nowMillis()) + Buffer.from(random.bytes(6)).toString('hex');
      records.put(harSourceKind, sourceId, text, { sealed: true });
      return { sourceId, entries: entries.length };
    },
    job: {
      kind: 'har-import',
      unit: 'exchanges',
      pausable: true,
      title: ({ entries }) => `Import of ${entries} exchanges`,
      abandon: ({ sourceId }) => records.remove(harSourceKind, sourceId),
      run,
    },
  };
}
