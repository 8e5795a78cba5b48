import { createStore } from '../api/store.ts';

/** How long an act can be undone, in milliseconds: the engine keeps what it needs for it as long. */
export const undoMillis = 600_000;
const maxOffers = 50;

/** An act that can be undone. */
export interface UndoOffer {
  readonly id: number;
  /** Names the act as its message did. */
  readonly text: string;
  readonly undo: () => void;
}

const offers = createStore<readonly UndoOffer[]>([]);
let lastId = 0;

/** The acts that can be undone, the newest last. */
export const undoOffers = { get: offers.get, subscribe: offers.subscribe };

/** Takes an offer off the list; it was used, or its time is over. */
export function withdrawOffer(id: number): void {
  offers.update((all) =>
    all.some((offer) => offer.id === id) ? all.filter((offer) => offer.id !== id) : all,
  );
}

/** Offers to undo an act for ten minutes, whatever becomes of the message about it. */
export function offerUndo(text: string, undo: () => void): UndoOffer {
  lastId += 1;
  const offer = { id: lastId, text, undo };
  offers.update((all) => [...all, offer].slice(-maxOffers));
  setTimeout(() => withdrawOffer(offer.id), undoMillis);
  return offer;
}

/** Undoes the newest act that still can be undone, and returns it; null where there is none. */
export function undoNewestOffer(): UndoOffer | null {
  const newest = offers.get().at(-1);
  if (newest === undefined) return null;
  withdrawOffer(newest.id);
  newest.undo();
  return newest;
}
