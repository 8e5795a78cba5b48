/** A small map whose values are good for a fixed time; where it is full, the oldest goes first. */
export interface TimedMap<V> {
  get(key: string, nowMillis: number): V | undefined;
  set(key: string, value: V, nowMillis: number): void;
  delete(key: string): void;
}

/** Creates an empty map whose values are good for `lifetimeMillis`. */
export function createTimedMap<V>(lifetimeMillis: number, maxEntries: number): TimedMap<V> {
  const entries = new Map<string, { readonly value: V; readonly setAtMillis: number }>();
  return {
    get(key, nowMillis) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // The clock of the service can be set back: a value from the future is none.
      const ageMillis = nowMillis - entry.setAtMillis;
      return ageMillis >= 0 && ageMillis < lifetimeMillis ? entry.value : undefined;
    },
    set(key, value, nowMillis) {
      entries.delete(key);
      const oldest = entries.size >= maxEntries ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, setAtMillis: nowMillis });
    },
    delete: (key) => void entries.delete(key),
  };
}
