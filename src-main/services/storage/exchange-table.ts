import type { DatabaseSync } from 'node:sqlite';
import { type PackedExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import { isImportedId } from '#main/platform/exchange-ids.ts';
import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import {
  type ExchangeBounds,
  type ExchangePage,
  type ExchangeQuery,
  exchangeNoteKind,
  type StoredUsage,
} from '#main/platform/ports.ts';
import type { Sealer } from '#main/platform/seal.ts';
import type { Exchange } from '#shared/exchange/exchange.ts';
import { joinSmallBlocks } from './block-compaction.ts';
import { blockForms } from './block-seal.ts';
import { type BlockEntry, type BlockStore, createBlockStore, releaseBlock } from './block-store.ts';
import { dropUnnoted, trimToAge, trimToBounds } from './block-trimming.ts';
import { type EncodedBlock, encodeBlocks } from './block-writer.ts';

const mayHold = ({ firstId, lastId }: BlockEntry, id: string): boolean => firstId <= id && id <= lastId;

function find(store: BlockStore, id: string): { entry: BlockEntry; index: number } | null {
  for (const entry of store.entries().toReversed()) {
    if (!mayHold(entry, id)) continue;
    const index = store.open(entry)?.ids.indexOf(id) ?? -1;
    if (index >= 0) return { entry, index };
  }
  return null;
}

/** The indexes of what matches in one block before `end`, the newest first; its contents are not opened for it. */
function* matching(
  store: BlockStore,
  { sequence }: BlockEntry,
  end: number,
  matches: (summary: StoredSummary) => boolean,
): Generator<number> {
  const summaries = store.summaries(sequence) ?? [];
  for (let index = Math.min(end, summaries.length) - 1; index >= 0; index -= 1) {
    const summary = summaries[index];
    if (summary !== undefined && matches(summary)) yield index;
  }
}

function page(store: BlockStore, { before, limit, service, tag }: ExchangeQuery): ExchangePage {
  const found = before === undefined ? null : find(store, before);
  if (before !== undefined && found === null) return { items: [], nextBefore: null };
  const matches = (summary: StoredSummary) =>
    (service === undefined || summary.service === service) &&
    (tag === undefined || summary.tags.includes(tag));
  const items: Exchange[] = [];
  for (const entry of store.entries().toReversed()) {
    if (found !== null && entry.sequence > found.entry.sequence) continue;
    const end = entry === found?.entry ? found.index : entry.count;
    for (const index of matching(store, entry, end, matches)) {
      // One more than asked for shows that there is a next page.
      if (items.length === limit) return { items, nextBefore: items.at(-1)?.id ?? null };
      const packed = store.open(entry)?.at(index);
      if (packed !== undefined) items.push(unpackExchange(packed));
    }
  }
  return { items, nextBefore: null };
}

/** The stored exchanges; the oldest go when a bound is passed. Every change is a part of its caller's transaction. */
export function exchangeTable(database: DatabaseSync, sealer: Sealer, firstBounds: ExchangeBounds) {
  const store = createBlockStore(database, sealer);
  const noted = database.prepare('SELECT id FROM records WHERE kind = ?');
  const notedIds = (): ReadonlySet<string> =>
    new Set(noted.all(exchangeNoteKind).map((row) => String(row['id'])));
  let bounds = firstBounds;

  /** An import that was interrupted writes its last entries again. */
  function isStored(packed: PackedExchange): boolean {
    return isImportedId(packed.id) && find(store, packed.id) !== null;
  }

  function append(exchanges: readonly PackedExchange[]): void {
    const imported = exchanges.filter(({ id }) => isImportedId(id));
    const recorded = imported.length === 0 ? exchanges : exchanges.filter(({ id }) => !isImportedId(id));
    const fresh = imported.filter((packed) => !isStored(packed));
    // Apart from each other, so that a block's ids are close together and one is found without opening many.
    for (const block of [...encodeBlocks(recorded), ...encodeBlocks(fresh)]) {
      store.insert(block);
      releaseBlock(block);
    }
  }

  return {
    append,
    /** Takes encoded and imported exchanges; keeps within the limits. */
    write(blocks: readonly EncodedBlock[], imported: readonly PackedExchange[]): void {
      for (const block of blocks) store.insert(block);
      append(imported);
      trimToBounds(store, bounds, notedIds);
    },
    /** Applies other limits, and drops exchanges older than `sinceMillis` or without their notes. */
    retain(newBounds: ExchangeBounds, sinceMillis: number | null): void {
      bounds = newBounds;
      if (sinceMillis !== null) trimToAge(store, sinceMillis, notedIds);
      dropUnnoted(store, notedIds);
      trimToBounds(store, bounds, notedIds);
    },
    join: (): boolean => joinSmallBlocks(store),
    /** The number of the next block; null where there is none. */
    next: (after: number): number | null =>
      store.entries().find(({ sequence }) => sequence > after)?.sequence ?? null,
    /** Seals the next block of an earlier version anew, from `after` on; null where there is none. */
    bindNext(after: number): number | null {
      const entry = store
        .entries()
        .find(({ sequence, form }) => sequence > after && form === blockForms.former);
      if (entry === undefined) return null;
      store.bind(entry);
      return entry.sequence;
    },
    takeUnreadable: (): readonly number[] => store.takeUnreadable(),
    get(id: string): Exchange | null {
      const found = find(store, id);
      const packed = found === null ? undefined : store.open(found.entry)?.at(found.index);
      return packed === undefined ? null : unpackExchange(packed);
    },
    page: (query: ExchangeQuery): ExchangePage => page(store, query),
    usage: (): StoredUsage => ({
      count: store.entries().reduce((sum, { count }) => sum + count, 0),
      sizeBytes: store.entries().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    }),
    clear(): void {
      database.exec('DELETE FROM exchange_blocks; DELETE FROM exchanges');
      store.reload();
    },
    reload: (): void => store.reload(),
  };
}
