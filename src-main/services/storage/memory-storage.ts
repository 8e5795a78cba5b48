import { decodeExchange, encodeExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeStore, RecordStore, Storage } from '#main/platform/ports.ts';
import type { ExchangeBounds } from './tables.ts';

interface Entry {
  readonly json: string;
  readonly expiresAtMillis: number | null;
}

/** State that lives as long as the process: for tests, and for commands that keep none. */
export function createMemoryStorage(bounds: ExchangeBounds): Storage {
  return { records: memoryRecords(), exchanges: memoryExchanges(bounds), close: async () => {} };
}

function memoryRecords(): RecordStore {
  const kinds = new Map<string, Map<string, Entry>>();
  const kindOf = (kind: string) => {
    const found = kinds.get(kind) ?? new Map<string, Entry>();
    kinds.set(kind, found);
    return found;
  };
  return {
    put(kind, id, value, { expiresAtMillis = null } = {}) {
      // As text, so that later changes of the object do not reach the store: the same as on disk.
      kindOf(kind).set(id, { json: JSON.stringify(value), expiresAtMillis });
    },
    remove: (kind, id) => void kindOf(kind).delete(id),
    commit: async () => {},
    async get<T>(kind: string, id: string) {
      const entry = kindOf(kind).get(id);
      return entry === undefined ? null : (JSON.parse(entry.json) as T);
    },
    async list<T>(kind: string) {
      return [...kindOf(kind)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, { json }]) => ({ id, value: JSON.parse(json) as T }));
    },
    async purgeExpired(nowMillis) {
      let purged = 0;
      for (const entries of kinds.values())
        for (const [id, { expiresAtMillis }] of entries)
          if (expiresAtMillis !== null && expiresAtMillis <= nowMillis && entries.delete(id)) purged += 1;
      return purged;
    },
  };
}

function memoryExchanges({ maxExchanges, maxExchangeBytes }: ExchangeBounds): ExchangeStore {
  const kept = new Map<string, string>();
  let bytes = 0;
  const drop = (id: string) => {
    bytes -= kept.get(id)?.length ?? 0;
    kept.delete(id);
  };
  return {
    append(exchanges) {
      for (const packed of exchanges) {
        const json = encodeExchange(unpackExchange(packed));
        kept.set(packed.id, json);
        bytes += json.length;
      }
      for (const id of kept.keys()) {
        if (kept.size <= maxExchanges && bytes <= maxExchangeBytes) break;
        drop(id);
      }
      return 0;
    },
    async get(id) {
      const json = kept.get(id);
      return json === undefined ? null : decodeExchange(json);
    },
    async page({ before, limit, service, tag }) {
      const matching = [...kept.keys()]
        .toSorted((a, b) => (a < b ? 1 : -1))
        .filter((id) => before === undefined || id < before)
        .map((id) => decodeExchange(kept.get(id) ?? ''))
        .filter((exchange) => service === undefined || exchange.service === service)
        .filter((exchange) => tag === undefined || exchange.tags.includes(tag));
      const items = matching.slice(0, limit);
      return { items, nextBefore: matching.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
    count: async () => kept.size,
    async clear() {
      kept.clear();
      bytes = 0;
    },
  };
}
