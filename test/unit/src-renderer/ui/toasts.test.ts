import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  dismissOnNavigation,
  dismissToast,
  shownToast,
  showOffer,
  showToast,
  undoNewest,
} from '#renderer/ui/toasts.ts';
import { offerUndo, undoMillis, undoOffers } from '#renderer/ui/undo-offers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.advanceTimersByTime(undoMillis);
  vi.useRealTimers();
});

const text = () => shownToast.get()?.text;

test('the newest message takes the place of the one before it, and only that one can be closed', () => {
  showToast('first', null);
  const first = shownToast.get()?.id ?? -1;
  showToast('second', null);
  dismissToast(first);
  expect(text()).toBe('second');
});

test('a message leaves with its area; one that came with the way there stays', () => {
  showToast('client deleted', null);
  dismissOnNavigation();
  expect(text()).toBe('client deleted');
  vi.advanceTimersByTime(1_000);
  dismissOnNavigation();
  expect(text()).toBeUndefined();
});

test('an act is undone after its message is gone, and the undo is said', () => {
  const undo = vi.fn();
  showOffer(offerUndo('Deleted mobile-app', undo));
  showToast('something else', null);
  undoNewest((act) => `Undone: ${act}`);
  expect(undo).toHaveBeenCalledOnce();
  expect(text()).toBe('Undone: Deleted mobile-app');
});

test('an act that was undone by its button is not offered a second time', () => {
  const undo = vi.fn();
  showOffer(offerUndo('Deleted mobile-app', undo));
  shownToast.get()?.undo?.();
  expect(undoOffers.get()).toEqual([]);
  undoNewest((act) => act);
  expect(undo).toHaveBeenCalledOnce();
});
