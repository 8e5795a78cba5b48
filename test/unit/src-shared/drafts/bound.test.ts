import { describe, expect, test } from 'vitest';
import { boundHistory, maxEdits, maxEditUnits, replay } from '#shared/drafts/index.ts';

test('an edit that is not one of the text leads nowhere', () => {
  expect(replay('abc', [{ at: 1, removed: 'x', inserted: '' }])).toBeNull();
  expect(replay('abc', [{ at: 9, removed: '', inserted: 'x' }])).toBeNull();
  expect(replay('abc', [{ at: 3, removed: '', inserted: 'd' }])).toBe('abcd');
});

describe('a draft is bounded', () => {
  const paste = (text: string, group: number) => ({ at: 0, removed: '', inserted: text, group });

  test('one that is short stays as it is', () => {
    const short = { baseText: 'base', edits: [paste('a', 1), paste('b', 2)] };
    expect(boundHistory(short)).toEqual(short);
  });

  test.each([
    ['by the number of its edits', Array.from({ length: maxEdits + 500 }, (_, index) => paste('ab', index))],
    ['by what they hold', Array.from({ length: 100 }, (_, index) => paste('x'.repeat(10_000), index))],
    [
      'though one group is larger than all',
      [paste('a', 1), ...Array.from({ length: 3_000 }, () => paste('b', 2))],
    ],
    ['though one edit is larger than all', [paste('a', 1), paste('b'.repeat(maxEditUnits + 1), 2)]],
  ])('%s: the oldest become part of the base, and the text is the same', (_name, edits) => {
    const text = replay('base', edits);
    const bounded = boundHistory({ baseText: 'base', edits });
    expect(bounded.edits.length).toBeLessThanOrEqual(maxEdits);
    expect(bounded.edits.reduce((sum, { inserted }) => sum + inserted.length, 0)).toBeLessThanOrEqual(
      maxEditUnits,
    );
    expect(replay(bounded.baseText, bounded.edits)).toBe(text);
  });

  test('a group is never cut in two', () => {
    const edits = Array.from({ length: maxEdits + 1 }, (_, index) => paste('a', Math.floor(index / 10)));
    const kept = boundHistory({ baseText: '', edits }).edits;
    expect(kept[0]?.group).toBe(1);
    expect(kept.length % 10).toBe(1);
  });
});
