import { createStore } from '#renderer/api/store.ts';

/** The editor that has the focus: the key that runs a flow elsewhere sends its request there. */
export interface ActiveEditor {
  /** Sends the request; undefined while it cannot be sent. */
  readonly send: (() => void) | undefined;
}

/** Null while the focus is elsewhere. */
export const activeEditor = createStore<ActiveEditor | null>(null);
