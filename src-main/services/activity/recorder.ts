import { type PackedExchange, packExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft, RecordExchange } from '#main/platform/exchange-draft.ts';
import { createIdSequence } from '#main/platform/exchange-ids.ts';
import type { ExchangePage, ExchangeQuery, ExchangeStore } from '#main/platform/ports.ts';
import type { Exchange, ExchangeSide } from '#shared/exchange/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { Clock } from '#shared/time/clock.ts';

/** Above this many exchanges a second, bodies are sampled. */
const fullRatePerSecond = 2_000;
/** One in this many keeps its bodies above that rate. */
const sampleOneIn = 16;
/** How long drafts are gathered before they go to the store, in milliseconds. */
const batchMillis = 50;
/** Most drafts that are gathered: what they refer to dies young, and packing them holds up nobody for long. */
const batchCount = 64;
/** Exchanges among which the other record of one is looked for; a power of two. */
const recentCount = 1_024;

/** Message to followers, once a batch. */
export interface RecordedBatch {
  readonly exchanges: readonly PackedExchange[];
  /** Exchanges so far whose bodies were not kept because the rate was too high. */
  readonly bodiesDropped: number;
  /** Exchanges so far that were not recorded: too many waited to be written, or what writes them has ended. */
  readonly lost: number;
}

/** Takes every exchange of every service. `record` is on the answer path and mostly only keeps references. */
export interface Recorder {
  readonly record: RecordExchange;
  get(id: string): Promise<Exchange | null>;
  page(query: ExchangeQuery): Promise<ExchangePage>;
  /** The record of the same exchange taken at the other end of the wire, if there is one. */
  counterpart(exchange: Exchange): Promise<Exchange | null>;
  bodiesDropped(): number;
  /** Exchanges so far that were not recorded: too many waited to be written, or what writes them has ended. */
  lost(): number;
  follow(listener: (batch: RecordedBatch) => void): () => void;
  /** Hands the collected exchanges to the store. */
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
  const followers = new Listeners<[batch: RecordedBatch]>();
  const recent = createRecentPorts();
  let gathered: Entry[] = [];
  let notTaken = 0;
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (gathered.length === 0) return;
    const packed = gathered.map(({ id, draft, bodiesKept }) => packExchange(id, draft, bodiesKept));
    gathered = [];
    for (const { id, draft } of packed) recent.add(id, draft.side, draft.clientPort);
    notTaken += store.append(packed);
    const batch = { exchanges: packed, bodiesDropped: sampler.dropped(), lost: lost() };
    followers.tell(batch);
  }

  const lost = (): number => notTaken + store.lost();

  function flushLater(): void {
    timer = null;
    flush();
  }

  const record: RecordExchange = (draft) => {
    const id = nextId();
    gathered.push({ id, draft, bodiesKept: sampler.keep() });
    if (gathered.length >= batchCount) flush();
    else timer ??= setTimeout(flushLater, batchMillis);
    return id;
  };

  function get(id: string): Promise<Exchange | null> {
    flush();
    return store.get(id);
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
      for (const id of recent.find(exchange.side === 'server' ? 'client' : 'server', exchange.clientPort)) {
        const found = await store.get(id);
        if (found !== null && isSameExchange(found, exchange)) return found;
      }
      return null;
    },
    bodiesDropped: () => sampler.dropped(),
    lost,
    follow: followers.add,
  };
}

/** Two records are of one exchange when they share the client's port, the target and the time. */
function isSameExchange(one: Exchange, other: Exchange): boolean {
  return (
    one.request.method === other.request.method &&
    one.request.target === other.request.target &&
    Math.abs(one.startedAtMillis - other.startedAtMillis) < 60_000
  );
}

/**
 * Remembers the client ports of recent exchanges, in columns: an object kept for each exchange would outlive the
 * young generation.
 */
function createRecentPorts() {
  const ids: string[] = [];
  const ports = new Uint16Array(recentCount);
  const sides: ExchangeSide[] = [];
  let next = 0;
  return {
    add(id: string, side: ExchangeSide, clientPort: number): void {
      ids[next] = id;
      sides[next] = side;
      ports[next] = clientPort;
      next = (next + 1) % recentCount;
    },
    /** Ids at that end of the wire, the newest first. Port 0 represents an exchange without a port. */
    *find(side: ExchangeSide, clientPort: number): Generator<string> {
      if (clientPort === 0) return;
      for (let back = 1; back <= recentCount; back += 1) {
        const index = (next - back + recentCount) % recentCount;
        const id = ids[index];
        if (id !== undefined && ports[index] === clientPort && sides[index] === side) yield id;
      }
    },
    clear(): void {
      ids.length = 0;
      next = 0;
    },
  };
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
