import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeBounds } from '#main/platform/ports.ts';
import { keptSinceMillis } from '#shared/exchange/arrival.ts';
import { exchangesOf } from './block-compaction.ts';
import type { BlockEntry, BlockStore } from './block-store.ts';
import { encodeBlocks } from './block-writer.ts';

/** Down to this share of a bound is dropped when it is passed, so that it is not passed with the next exchange. */
const keptShare = 0.95;
const whole = { exchanges: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };

type NotedIds = () => ReadonlySet<string>;

const totalOf = (entries: readonly BlockEntry[]) => ({
  count: entries.reduce((sum, { count }) => sum + count, 0),
  bytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
});

/** Keeps only the matching exchanges of a block, and those with notes. Returns the number of removed ones. */
function thin(
  store: BlockStore,
  entry: BlockEntry,
  noted: ReadonlySet<string>,
  isKept: (exchange: PackedExchange, index: number) => boolean,
): number {
  const exchanges = exchangesOf(store, entry) ?? [];
  let unnoted = 0;
  const kept = exchanges.filter((exchange) => {
    if (noted.has(exchange.id)) return true;
    unnoted += 1;
    return isKept(exchange, unnoted - 1);
  });
  const isNoted = kept.every(({ id }) => noted.has(id));
  const [block] = encodeBlocks(kept, whole);
  if (block === undefined) store.drop([entry]);
  else if (kept.length < exchanges.length || isNoted !== entry.isNoted)
    store.replace([entry], block, isNoted);
  return exchanges.length - kept.length;
}

const mayHoldNoted = ({ firstId, lastId }: BlockEntry, noted: ReadonlySet<string>): boolean =>
  [...noted].some((id) => firstId <= id && id <= lastId);

/** Drops the oldest exchanges until both limits hold; those with notes are kept and do not count. */
export function trimToBounds(store: BlockStore, bounds: ExchangeBounds, notedIds: NotedIds): void {
  const plain = () => store.entries().filter(({ isNoted }) => !isNoted);
  const before = totalOf(plain());
  if (before.count <= bounds.maxExchanges && before.bytes <= bounds.maxExchangeBytes) return;
  const noted = notedIds();
  const maxCount = Math.floor(bounds.maxExchanges * keptShare);
  const maxBytes = Math.floor(bounds.maxExchangeBytes * keptShare);
  for (;;) {
    const entries = plain();
    const { count, bytes } = totalOf(entries);
    const [oldest] = entries;
    if (oldest === undefined || (count <= maxCount && bytes <= maxBytes)) return;
    const countOver = count - maxCount;
    const bytesOver = bytes - maxBytes;
    const isWhole = countOver >= oldest.count || bytesOver >= oldest.sizeBytes;
    if (isWhole && !mayHoldNoted(oldest, noted)) store.drop([oldest]);
    else {
      const share = Math.ceil((oldest.count * bytesOver) / oldest.sizeBytes);
      const dropped = isWhole ? oldest.count : Math.max(countOver, share, 1);
      thin(store, oldest, noted, (_, index) => index >= dropped);
    }
  }
}

const isOlder = (id: string, sinceMillis: number): boolean =>
  (keptSinceMillis(id) ?? Number.POSITIVE_INFINITY) < sinceMillis;

/** Drops exchanges from before an instant of real time; those with notes are kept. */
export function trimToAge(store: BlockStore, sinceMillis: number, notedIds: NotedIds): void {
  const old = store.entries().filter(({ firstId, isNoted }) => !isNoted && isOlder(firstId, sinceMillis));
  if (old.length === 0) return;
  const noted = notedIds();
  for (const entry of old)
    if (isOlder(entry.lastId, sinceMillis) && !mayHoldNoted(entry, noted)) store.drop([entry]);
    else thin(store, entry, noted, ({ id }) => !isOlder(id, sinceMillis));
}

/** Drops what stayed for a note that is gone: all else of its time went long ago. */
export function dropUnnoted(store: BlockStore, notedIds: NotedIds): void {
  const kept = store.entries().filter(({ isNoted }) => isNoted);
  if (kept.length === 0) return;
  const noted = notedIds();
  for (const entry of kept) thin(store, entry, noted, () => false);
}
