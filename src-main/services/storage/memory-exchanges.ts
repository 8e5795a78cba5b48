import { type PackedExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import { isImportedId } from '#main/platform/exchange-ids.ts';
import { summarisePacked } from '#main/platform/exchange-summary.ts';
import type { ExchangeBounds, ExchangeStore, SummarySource } from '#main/platform/ports.ts';
import { keptSinceMillis } from '#shared/exchange/arrival.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { maxInBlock } from './block-writer.ts';

interface MemoryBlock {
  readonly sequence: number;
  readonly revision: number;
  readonly exchanges: readonly PackedExchange[];
}

/** Each is measured once: all of them are added up whenever one comes. */
const sizes = new WeakMap<PackedExchange, number>();

function sizeOf(exchange: PackedExchange): number {
  const known = sizes.get(exchange);
  if (known !== undefined) return known;
  const size = JSON.stringify(exchange).length;
  sizes.set(exchange, size);
  return size;
}

const isOlder = (id: string, sinceMillis: number): boolean =>
  (keptSinceMillis(id) ?? Number.POSITIVE_INFINITY) < sinceMillis;

/** The oldest, as many as have to go for both bounds to hold. */
function overBounds(
  exchanges: readonly PackedExchange[],
  bounds: ExchangeBounds,
): ReadonlySet<PackedExchange> {
  let bytes = exchanges.reduce((sum, exchange) => sum + sizeOf(exchange), 0);
  let count = exchanges.length;
  const gone = new Set<PackedExchange>();
  for (const exchange of exchanges) {
    if (count <= bounds.maxExchanges && bytes <= bounds.maxExchangeBytes) break;
    gone.add(exchange);
    count -= 1;
    bytes -= sizeOf(exchange);
  }
  return gone;
}

/** Returns the new exchanges: an import that was interrupted writes its last entries again. */
function withoutKnown(known: readonly PackedExchange[], given: readonly PackedExchange[]) {
  const ids = new Set(known.map(({ id }) => id));
  return given.filter(({ id }) => !isImportedId(id) || !ids.has(id));
}

/** Exchanges that live as long as the process, with what an index reads of them. */
export function memoryExchanges(
  firstBounds: ExchangeBounds,
  isNoted: (id: string) => boolean,
): { readonly store: ExchangeStore; readonly source: SummarySource } {
  const listeners = new Listeners();
  let bounds = firstBounds;
  let blocks: readonly MemoryBlock[] = [];
  let lastSequence = 0;
  let version = 0;

  const all = (): readonly PackedExchange[] => blocks.flatMap(({ exchanges }) => exchanges);
  function changed(): void {
    version += 1;
    listeners.tell();
  }

  function add(exchange: PackedExchange): void {
    const last = blocks.at(-1);
    if (last !== undefined && last.exchanges.length < maxInBlock) {
      const grown = { ...last, revision: last.revision + 1, exchanges: [...last.exchanges, exchange] };
      blocks = [...blocks.slice(0, -1), grown];
      return;
    }
    lastSequence += 1;
    blocks = [...blocks, { sequence: lastSequence, revision: 1, exchanges: [exchange] }];
  }

  function keep(passes: (exchange: PackedExchange) => boolean): void {
    blocks = blocks.flatMap((block) => {
      const exchanges = block.exchanges.filter((exchange) => isNoted(exchange.id) || passes(exchange));
      if (exchanges.length === block.exchanges.length) return [block];
      return exchanges.length === 0 ? [] : [{ ...block, revision: block.revision + 1, exchanges }];
    });
  }

  function trim(): void {
    const unnoted = all().filter(({ id }) => !isNoted(id));
    const gone = overBounds(unnoted, bounds);
    if (gone.size > 0) keep((exchange) => !gone.has(exchange));
  }

  const store: ExchangeStore = {
    append(exchanges) {
      for (const exchange of withoutKnown(all(), exchanges)) add(exchange);
      trim();
      changed();
      return 0;
    },
    lost: () => 0,
    async get(id) {
      const found = all().find((exchange) => exchange.id === id);
      return found === undefined ? null : unpackExchange(found);
    },
    async page({ before, limit, service, tag }) {
      const stored = all();
      const end = before === undefined ? stored.length : stored.findIndex(({ id }) => id === before);
      const matching = stored
        .slice(0, Math.max(0, end))
        .toReversed()
        .map(unpackExchange)
        .filter((exchange) => service === undefined || exchange.service === service)
        .filter((exchange) => tag === undefined || exchange.tags.includes(tag));
      const items = matching.slice(0, limit);
      return { items, nextBefore: matching.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
    count: async () => all().length,
    usage: async () => ({ count: all().length, sizeBytes: all().reduce((sum, one) => sum + sizeOf(one), 0) }),
    async clear() {
      blocks = [];
      changed();
    },
    async retain(newBounds, sinceMillis) {
      bounds = newBounds;
      if (sinceMillis !== null) keep(({ id }) => !isOlder(id, sinceMillis));
      trim();
      changed();
    },
    onWritten: listeners.add,
  };
  return { store, source: memorySource(() => ({ version, blocks })) };
}

function memorySource(now: () => { version: number; blocks: readonly MemoryBlock[] }): SummarySource {
  let seen = -1;
  return {
    read(take) {
      const { version, blocks } = now();
      if (version === seen) return;
      seen = version;
      take({
        blocks,
        load: ({ sequence }) =>
          blocks.find((block) => block.sequence === sequence)?.exchanges.map(summarisePacked) ?? null,
      });
    },
    close: () => undefined,
  };
}
