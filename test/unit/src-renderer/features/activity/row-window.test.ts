import { describe, expect, test } from 'vitest';
import {
  changeRows,
  emptyWindow,
  missingPages,
  pageRows,
  rowAt,
  takeRows,
} from '#renderer/features/activity/row-window.ts';
import { activityRow } from './rows.ts';

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => activityRow({ id: `x${from + index}` }));
const extent = (matching: number, generation = 1) => ({ total: matching, matching, generation });

describe('rows of the log as they are fetched', () => {
  test('the tail arrives first, and what is shown above it is asked for by whole pages', () => {
    const window = takeRows(emptyWindow, extent(1_000), 990, rows(990, 10));
    expect(rowAt(window, 999)?.id).toBe('x999');
    expect(missingPages(window, 300, 450)).toEqual([200, 400]);
    expect(missingPages(window, 990, 2_000)).toEqual([]);
  });

  test('appending keeps the rows that were drawn the same objects', () => {
    const before = takeRows(emptyWindow, extent(5), 0, rows(0, 5));
    const after = takeRows(before, extent(7), 3, rows(3, 4));
    expect(after.matching).toBe(7);
    expect(rowAt(after, 4)).toBe(rowAt(before, 4));
    expect(rowAt(after, 6)?.id).toBe('x6');
  });

  test('a new generation drops what was fetched; an answer of an older one is not taken', () => {
    const before = takeRows(emptyWindow, extent(500, 1), 0, rows(0, 200));
    const after = takeRows(before, extent(300, 2), 299, rows(1_000, 1));
    expect(rowAt(after, 0)).toBeUndefined();
    expect(takeRows(after, extent(500, 1), 0, rows(0, 200))).toBe(after);
  });

  test('only so many pages are held', () => {
    let window = emptyWindow;
    for (let page = 0; page < 100; page += 1)
      window = takeRows(window, extent(100 * pageRows), page * pageRows, rows(page * pageRows, pageRows));
    expect(window.pages.size).toBeLessThanOrEqual(60);
    expect(rowAt(window, 99 * pageRows)?.id).toBe(`x${99 * pageRows}`);
    expect(rowAt(window, 0)).toBeUndefined();
  });

  test('a pin shows at once', () => {
    const window = takeRows(emptyWindow, extent(2), 0, rows(0, 2));
    const pinned = changeRows(window, (each) => (each.id === 'x1' ? { ...each, isPinned: true } : each));
    expect(rowAt(pinned, 1)?.isPinned).toBe(true);
    expect(rowAt(pinned, 0)).toBe(rowAt(window, 0));
  });
});

test('a row whose other end arrived is another row', () => {
  const before = takeRows(emptyWindow, extent(1), 0, [activityRow({ id: 'a' })]);
  const peer = { id: 'b', side: 'client', service: 'flowDebugger', durationMicros: 1 } as const;
  expect(rowAt(takeRows(before, extent(1), 0, [{ ...activityRow({ id: 'a' }), peer }]), 0)?.peer).toEqual(
    peer,
  );
  expect(rowAt(takeRows(before, extent(1), 0, [activityRow({ id: 'a' })]), 0)).toBe(rowAt(before, 0));
});
