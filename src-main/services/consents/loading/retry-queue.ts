/** Things that are tried again when their time has come. */
export interface RetryQueue<T> {
  readonly size: number;
  add(item: T, dueMillis: number): void;
  /** The one that is due first, if it is due. */
  takeDue(nowMillis: number): T | null;
  /** When the first is due; null: there is none. */
  nextDueMillis(): number | null;
}

/** Makes an empty queue: a few dozen at most wait in it. */
export function createRetryQueue<T>(): RetryQueue<T> {
  const waiting: { readonly item: T; readonly dueMillis: number }[] = [];
  return {
    get size() {
      return waiting.length;
    },
    add(item, dueMillis) {
      const index = waiting.findIndex((other) => other.dueMillis > dueMillis);
      waiting.splice(index < 0 ? waiting.length : index, 0, { item, dueMillis });
    },
    takeDue(nowMillis) {
      const first = waiting[0];
      if (first === undefined || first.dueMillis > nowMillis) return null;
      waiting.shift();
      return first.item;
    },
    nextDueMillis: () => waiting[0]?.dueMillis ?? null,
  };
}
