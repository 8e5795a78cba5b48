/** How long an expired entry is still known, so that the inspector can say that it expired. */
export const retentionMillis = 600_000;
const insertsBetweenSweeps = 1_024;

/** A map whose values end: the oldest are swept now and then as new ones come. */
export interface ExpiringMap<V> {
  get(key: string): V | undefined;
  /** Adds a value; `nowMillis` drives the sweep. */
  add(key: string, value: V, nowMillis: number): void;
  delete(key: string): void;
  values(): Iterable<V>;
  entries(): Iterable<readonly [key: string, value: V]>;
  clear(): void;
  /** Drops everything that ended more than ten minutes ago. */
  purge(nowMillis: number): void;
  readonly size: number;
}

/** Creates an empty map; `endOf` gives the instant at which a value ends, in milliseconds, null for never. */
export function createExpiringMap<V>(endOf: (value: V) => number | null): ExpiringMap<V> {
  const entries = new Map<string, V>();
  let inserts = 0;
  const isOver = (value: V, nowMillis: number): boolean => {
    const end = endOf(value);
    return end !== null && end + retentionMillis <= nowMillis;
  };
  // Entries are in the order of their issue, which is nearly the order of their expiry.
  const sweepHead = (nowMillis: number): void => {
    for (const [key, value] of entries) {
      if (!isOver(value, nowMillis)) return;
      entries.delete(key);
    }
  };
  return {
    get: (key) => entries.get(key),
    add(key, value, nowMillis) {
      entries.set(key, value);
      inserts += 1;
      if (inserts % insertsBetweenSweeps === 0) sweepHead(nowMillis);
    },
    delete: (key) => void entries.delete(key),
    values: () => entries.values(),
    entries: () => entries.entries(),
    clear: () => entries.clear(),
    purge(nowMillis) {
      for (const [key, value] of entries) if (isOver(value, nowMillis)) entries.delete(key);
    },
    get size() {
      return entries.size;
    },
  };
}

/** When the stored record of something that ends may be dropped, in the form that the record store takes. */
export function recordExpiry(endMillis: number | null): { readonly expiresAtMillis?: number } {
  return endMillis === null ? {} : { expiresAtMillis: endMillis + retentionMillis };
}
