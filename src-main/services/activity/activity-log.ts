import type { Storage } from '#main/platform/ports.ts';
import type { ActivityRow, FacetCounts, FacetFilters } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { parseFilter } from '#shared/exchange/filter/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { createActivityReader } from './activity-reader.ts';
import type { ExchangeNote, ExchangeQueries, RowWindow } from './exchange-index.ts';
import { createExchangeNotes } from './exchange-notes.ts';
import type { RowFilter } from './match-lists.ts';
import type { RecordedBatch, Recorder } from './recorder.ts';
import { createSavedFilters, type SavedFilters } from './saved-filters.ts';

/** Least time between two calls of a listener, in milliseconds. */
const tellEveryMillis = 100;

/** All exchanges that are kept, by position and filter, with what people noted on them. */
export interface ActivityLog {
  readonly savedFilters: SavedFilters;
  /** @throws activity.filter-invalid */
  window(filter: string, from: number, limit: number): Promise<RowWindow>;
  /** The newest rows that match. @throws activity.filter-invalid */
  tail(filter: string, limit: number): Promise<RowWindow>;
  /** @throws activity.filter-invalid */
  facets(filters: FacetFilters, shown: string): Promise<FacetCounts>;
  /** @throws activity.filter-invalid */
  locate(filter: string, id: string): Promise<ReturnType<ExchangeQueries['locate']>>;
  /** @throws activity.filter-invalid */
  ids(filter: string, limit: number): Promise<string[]>;
  /** Returns how many are other than before. */
  pin(ids: readonly string[], isPinned: boolean): Promise<number>;
  /** @throws api.not-found */
  markFinding(id: string, note: string | null): Promise<ActivityRow>;
  /** Says which rules of the contract found something in exchanges. */
  noteContract(marks: readonly { readonly id: string; readonly rules: readonly string[] }[]): void;
  related(id: string): Promise<ActivityRow[]>;
  /** @throws activity.filter-invalid */
  check(filter: string): void;
  /** Drops the notes from memory: all exchanges are gone from the state. */
  forget(): Promise<void>;
  /** Calls back when rows or notes changed, at most ten times a second. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface ActivityLogPorts {
  readonly storage: Storage;
  readonly recorder: Recorder;
  /** The machine's own. */
  readonly clock: Clock;
  readonly random: Random;
  readonly workerUrl: URL;
  /** Minutes that the machine's local time is ahead of UTC. */
  readonly zoneOffsetMinutes: () => number;
}

/** Makes the log. Until somebody asks, it costs nothing. */
export function createActivityLog(ports: ActivityLogPorts): ActivityLog {
  const { storage, recorder, clock, random, workerUrl, zoneOffsetMinutes } = ports;
  const notes = createExchangeNotes(storage.records);
  const reader = createActivityReader({ summaries: storage.summaries, workerUrl, clock, notes: notes.all });
  const teller = createTeller();
  const stopListening = storage.exchanges.onWritten(teller.changed);
  const stopCounting = recorder.follow(tellsOfLosses(recorder, teller.changed));
  const filtered = (text: string): RowFilter => ({
    text: checked(text),
    zoneOffsetMinutes: zoneOffsetMinutes(),
  });

  /** Makes everything recorded before findable. */
  async function settle(): Promise<void> {
    recorder.flush();
    await storage.records.commit();
  }

  const ask: typeof reader.ask = async (query, ...given) => {
    await notes.ready();
    return reader.ask(query, ...given);
  };

  function tellNotes(changed: readonly ExchangeNote[]): void {
    if (changed.length === 0) return;
    reader.note(changed);
    teller.changed();
  }

  return {
    savedFilters: createSavedFilters(storage.records, random),
    window: async (filter, from, limit) => ask('window', filtered(filter), from, limit),
    tail: async (filter, limit) => ask('tail', filtered(filter), limit),
    facets: async (by, shown) => ask('facets', filtered(by.sources), filtered(by.results), filtered(shown)),
    async locate(filter, id) {
      const rowFilter = filtered(filter);
      await settle();
      return ask('locate', rowFilter, id);
    },
    async ids(filter, limit) {
      const rowFilter = filtered(filter);
      await settle();
      return ask('ids', rowFilter, limit);
    },
    async pin(ids, isPinned) {
      await settle();
      const rows = await ask('rows', ids);
      const changed = await notes.change(
        rows.flatMap(({ id, peer }) => (peer === null ? [id] : [id, peer.id])),
        { isPinned },
      );
      tellNotes(changed);
      const changedIds = new Set(changed.map(({ id }) => id));
      // An exchange counts once, even if both of its records change.
      return rows.filter(({ id, peer }) => changedIds.has(id) || changedIds.has(peer?.id ?? '')).length;
    },
    async markFinding(id, finding) {
      await settle();
      const [row] = await ask('rows', [id]);
      if (row === undefined) throw noExchange(id);
      // The note may be on either record, so clearing it clears both.
      const noted = finding === null && row.peer !== null ? [row.id, row.peer.id] : [row.id];
      tellNotes(await notes.change(noted, { finding }));
      return { ...row, finding };
    },
    noteContract(marks) {
      tellNotes(notes.mark(marks.map(({ id, rules }) => ({ id, contract: rules }))));
    },
    async related(id) {
      await settle();
      return ask('related', id);
    },
    check: (filter) => void checked(filter),
    async forget() {
      await notes.ready();
      tellNotes(notes.forget());
      teller.changed();
    },
    onChange: teller.subscribe,
    async close() {
      stopListening();
      stopCounting();
      teller.close();
      await reader.close();
    },
  };
}

/** Creates the error for an id that no exchange has. */
export function noExchange(id: string): GatehouseError {
  return new GatehouseError('api.not-found', `Exchange ${id} was not found.`, {
    fix: 'The exchange may have been deleted by the retention settings.',
  });
}

/** Without a writable log there are no rows, but the number of missing ones is reported. */
function tellsOfLosses(recorder: Recorder, tell: () => void): (batch: RecordedBatch) => void {
  let known = recorder.lost();
  return ({ lost }) => {
    if (lost === known) return;
    known = lost;
    tell();
  };
}

function checked(text: string): string {
  const parsed = parseFilter(text);
  if ('filter' in parsed) return text;
  throw new GatehouseError('activity.filter-invalid', parsed.error.message, {
    fix: `Change the filter at character ${parsed.error.at + 1}.`,
  });
}

/**
 * Notifies listeners of a change at once, and then not again for a while: later changes are reported
 * together.
 */
function createTeller() {
  const listeners = new Listeners();
  let timer: NodeJS.Timeout | null = null;
  let isDue = false;

  function tell(): void {
    isDue = false;
    timer = setTimeout(() => {
      timer = null;
      if (isDue) tell();
    }, tellEveryMillis);
    timer.unref();
    listeners.tell();
  }

  return {
    changed(): void {
      if (listeners.size === 0) return;
      if (timer === null) tell();
      else isDue = true;
    },
    subscribe: listeners.add,
    close(): void {
      if (timer !== null) clearTimeout(timer);
      listeners.clear();
    },
  };
}
