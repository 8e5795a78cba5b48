import {
  type ExchangeBounds,
  exchangeNoteKind,
  type RecordStore,
  type Storage,
} from '#main/platform/ports.ts';
import { memoryExchanges } from './memory-exchanges.ts';

interface Entry {
  readonly json: string;
  readonly expiresAtMillis: number | null;
}

/** State that lives as long as the process: for tests, and for commands that keep none. */
export function createMemoryStorage(bounds: ExchangeBounds): Storage {
  const kinds: Kinds = new Map();
  const { store, source } = memoryExchanges(bounds, (id) => kinds.get(exchangeNoteKind)?.has(id) === true);
  return {
    problems: [],
    doubts: new Map(),
    records: memoryRecords(kinds),
    exchanges: store,
    summaries: { kind: 'memory', source },
    sizeBytes: async () => 0,
    shrink: async () => {},
    close: async () => {},
  };
}

type Kinds = Map<string, Map<string, Entry>>;

function memoryRecords(kinds: Kinds): RecordStore {
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
    isStuck: () => false,
    async get<T>(kind: string, id: string) {
      const entry = kindOf(kind).get(id);
      return entry === undefined ? null : (JSON.parse(entry.json) as T);
    },
    async list<T>(kind: string) {
      return [...kindOf(kind)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, { json }]) => ({ id, value: JSON.parse(json) as T }));
    },
    async usage(named) {
      const entries = named.flatMap((kind) => [...(kinds.get(kind)?.values() ?? [])]);
      return { count: entries.length, sizeBytes: entries.reduce((sum, { json }) => sum + json.length, 0) };
    },
    async clear(named) {
      const removed = named.reduce((count, kind) => count + (kinds.get(kind)?.size ?? 0), 0);
      for (const kind of named) kinds.delete(kind);
      return removed;
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
