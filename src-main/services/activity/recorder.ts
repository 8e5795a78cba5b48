import {
  createRuleSharer,
  type PackedExchange,
  packExchange,
  unpackExchange,
} from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft, RecordExchange } from '#main/platform/exchange-draft.ts';
import { createIdSequence } from '#main/platform/exchange-ids.ts';
import type { ExchangePage, ExchangeQuery, ExchangeStore } from '#main/platform/ports.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import type { Clock } from '#shared/time/clock.ts';

/** Above this many exchanges a second, bodies are sampled. */
const fullRatePerSecond = 2_000;
/** One in this many keeps its bodies above that rate. */
const sampleOneIn = 16;
/** How long drafts are gathered before they go to the storage worker, in milliseconds. */
const batchMillis = 50;
/** Exchanges that stay in memory, newest last, for screens that follow. */
const recentCount = 1_000;

/** What followers are told, once a batch. */
export interface RecordedBatch {
  readonly exchanges: readonly PackedExchange[];
  /** Exchanges so far whose bodies were not kept because the rate was too high. */
  readonly bodiesDropped: number;
  /** Exchanges so far that were not kept at all because too many waited to be written. */
  readonly lost: number;
}

/** Takes every exchange of every service. `record` is on the answer path and only keeps references. */
export interface Recorder {
  readonly record: RecordExchange;
  get(id: string): Promise<Exchange | null>;
  page(query: ExchangeQuery): Promise<ExchangePage>;
  /** The record of the same exchange taken at the other end of the wire, if there is one. */
  counterpart(exchange: Exchange): Promise<Exchange | null>;
  bodiesDropped(): number;
  /** Exchanges that were not kept because too many waited to be written. */
  lost(): number;
  follow(listener: (batch: RecordedBatch) => void): () => void;
  /** Hands what was gathered to the store. */
  flush(): void;
  /** Drops from memory all that was recorded, written or not. */
  forget(): void;
}

interface Entry {
  readonly id: string;
  readonly draft: ExchangeDraft;
  readonly bodiesKept: boolean;
}

/** Makes the recorder. `clock` is the machine's own: ids sort by real time whatever the virtual clock shows. */
export function createRecorder(store: ExchangeStore, clock: Clock): Recorder {
  const nextId = createIdSequence(clock);
  const sampler = createSampler(clock);
  const shareRules = createRuleSharer();
  const followers = new Set<(batch: RecordedBatch) => void>();
  const recent = new Map<string, PackedExchange>();
  let gathered: Entry[] = [];
  let lost = 0;
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (gathered.length === 0) return;
    const packed = gathered.map(({ id, draft, bodiesKept }) =>
      packExchange(id, draft, bodiesKept, shareRules),
    );
    gathered = [];
    for (const exchange of packed.slice(-recentCount)) recent.set(exchange.id, exchange);
    for (const id of recent.keys()) {
      if (recent.size <= recentCount) break;
      recent.delete(id);
    }
    lost += store.append(packed);
    for (const follower of followers) follower({ exchanges: packed, bodiesDropped: sampler.dropped(), lost });
  }

  const record: RecordExchange = (draft) => {
    const id = nextId();
    gathered.push({ id, draft, bodiesKept: sampler.keep() });
    timer ??= setTimeout(flush, batchMillis);
    return id;
  };

  async function get(id: string): Promise<Exchange | null> {
    flush();
    const packed = recent.get(id);
    return packed === undefined ? store.get(id) : unpackExchange(packed);
  }

  return {
    record,
    get,
    flush,
    forget() {
      gathered = [];
      recent.clear();
    },
    page(query) {
      flush();
      return store.page(query);
    },
    async counterpart(exchange) {
      flush();
      const other = exchange.side === 'server' ? 'client' : 'server';
      for (const packed of [...recent.values()].toReversed())
        if (packed.draft.side === other && isSameExchange(packed.draft, exchange))
          return unpackExchange(packed);
      return null;
    },
    bodiesDropped: () => sampler.dropped(),
    lost: () => lost,
    follow(listener) {
      followers.add(listener);
      return () => void followers.delete(listener);
    },
  };
}

/** Two records are of one exchange when they share the client's port, the target and the time. */
function isSameExchange(draft: PackedExchange['draft'], exchange: Exchange): boolean {
  return (
    draft.clientPort === exchange.clientPort &&
    draft.clientPort !== 0 &&
    draft.method === exchange.request.method &&
    draft.target === exchange.request.target &&
    Math.abs(draft.startedAtMillis - exchange.startedAtMillis) < 60_000
  );
}

function createSampler(clock: Clock): { keep: () => boolean; dropped: () => number } {
  let second = 0;
  let inSecond = 0;
  let dropped = 0;
  return {
    keep() {
      const nowSecond = Math.floor(clock.nowMillis() / 1_000);
      if (nowSecond !== second) {
        second = nowSecond;
        inSecond = 0;
      }
      inSecond += 1;
      if (inSecond <= fullRatePerSecond || inSecond % sampleOneIn === 0) return true;
      dropped += 1;
      return false;
    },
    dropped: () => dropped,
  };
}
