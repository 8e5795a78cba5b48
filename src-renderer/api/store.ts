import { useSyncExternalStore } from 'react';
import { Listeners } from '#shared/listeners/listeners.ts';

/** A value that lives outside the component tree, with those who watch it. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly update: (change: (current: T) => T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a store; listeners are called only when the value really changed. */
export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Listeners();
  const set = (next: T) => {
    if (Object.is(next, current)) return;
    current = next;
    listeners.tell();
  };
  return {
    get: () => current,
    set,
    update: (change) => set(change(current)),
    subscribe: listeners.add,
  };
}

/** The current value of a store, kept up to date in a component. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
