import { createStore } from '../api/store.ts';
import { type UndoOffer, undoNewestOffer, undoOffers, withdrawOffer } from './undo-offers.ts';

/** A message in passing. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | null;
  readonly shownAtMillis: number;
}

/** An act that ends at another place goes there by itself: its message is not older than this, in milliseconds. */
const arrivalMillis = 1_000;

/** The one message that is shown. */
export const shownToast = createStore<Toast | null>(null);
let lastId = 0;

/** Shows a message in the place of the one before it. */
export function showToast(text: string, undo: (() => void) | null): void {
  lastId += 1;
  shownToast.set({ id: lastId, text, undo, shownAtMillis: performance.now() });
}

/** Takes a message away if it is still the one that is shown. */
export function dismissToast(id: number): void {
  shownToast.update((shown) => (shown?.id === id ? null : shown));
}

/** Removes a message of the area that the person has just left. */
export function dismissOnNavigation(): void {
  shownToast.update((shown) =>
    shown === null || performance.now() - shown.shownAtMillis < arrivalMillis ? shown : null,
  );
}

/** Shows a message about an act with the offer to undo it. The message leaves, the offer stays. */
export function showOffer(offer: UndoOffer): void {
  showToast(offer.text, () => {
    withdrawOffer(offer.id);
    offer.undo();
  });
}

/** Undoes the newest act, and says which one it was: its message may be long gone. */
export function undoNewest(undone: (text: string) => string): void {
  const text = undoOffers.get().at(-1)?.text;
  if (text === undefined) return;
  // The undo may report something itself, which then stands in the place of this.
  showToast(undone(text), null);
  undoNewestOffer();
}
