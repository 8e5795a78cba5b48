import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  offerUndo,
  undoMillis,
  undoNewestOffer,
  undoOffers,
  withdrawOffer,
} from '#renderer/ui/undo-offers.ts';

const undone: string[] = [];
const offer = (text: string) => offerUndo(text, () => void undone.push(text));

beforeEach(() => {
  vi.useFakeTimers();
  undone.length = 0;
});
afterEach(() => {
  vi.advanceTimersByTime(undoMillis);
  vi.useRealTimers();
});

test('acts are undone the newest first, each once', () => {
  offer('a client');
  offer('a file');
  expect(undoNewestOffer()?.text).toBe('a file');
  expect(undoNewestOffer()?.text).toBe('a client');
  expect(undoNewestOffer()).toBeNull();
  expect(undone).toEqual(['a file', 'a client']);
});

test('an act can be undone for ten minutes, and no longer', () => {
  offer('a client');
  vi.advanceTimersByTime(599_999);
  expect(undoOffers.get().map(({ text }) => text)).toEqual(['a client']);
  vi.advanceTimersByTime(1);
  expect(undoNewestOffer()).toBeNull();
  expect(undone).toEqual([]);
});

test('an act that was undone otherwise is offered no more', () => {
  const { id } = offer('a client');
  withdrawOffer(id);
  expect(undoNewestOffer()).toBeNull();
});
