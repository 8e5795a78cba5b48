import { describe, expect, test } from 'vitest';
import {
  beginTracking,
  type DraftTracker,
  type TrackedChange,
  track,
} from '#renderer/workbench/file-draft/draft-tracker.ts';
import { replay } from '#shared/drafts/index.ts';

const typed = (at: number, inserted: string, stateId: number): TrackedChange => ({
  kind: 'edit',
  edits: [{ at, removed: '', inserted }],
  stateId,
});
const textOf = ({ log }: DraftTracker) => replay(log.baseText, log.edits);
const begun = beginTracking({ baseText: 'ab', edits: [] }, 1, []);

describe('a draft that follows its editor', () => {
  test('undo takes edits back, redo brings them again', () => {
    const two = track(track(begun, typed(2, 'c', 2)), typed(0, '\n', 3));
    const one = track(two, { kind: 'undo', edits: [{ at: 0, removed: '\n', inserted: '' }], stateId: 2 });
    expect(textOf(one)).toBe('abc');
    const none = track(one, { kind: 'undo', edits: [{ at: 2, removed: 'c', inserted: '' }], stateId: 1 });
    expect(none.log).toEqual({ baseText: 'ab', edits: [] });
    const again = track(track(none, { ...typed(2, 'c', 2), kind: 'redo' }), {
      ...typed(0, '\n', 3),
      kind: 'redo',
    });
    expect(again.log).toEqual(two.log);
  });

  test('a new edit after an undo forgets what was undone', () => {
    const one = track(track(begun, typed(2, 'c', 2)), {
      kind: 'undo',
      edits: [{ at: 2, removed: 'c', inserted: '' }],
      stateId: 1,
    });
    const other = track(one, typed(2, 'x', 4));
    expect(textOf(other)).toBe('abx');
    expect(other.undone).toEqual([]);
  });

  test('after a restart undo goes on where the log began', () => {
    const { log } = track(track(begun, typed(2, 'c ', 2)), typed(4, 'd', 3));
    const restored = beginTracking(log, 10, [11, 12]);
    const undone = track(restored, {
      kind: 'undo',
      edits: [{ at: 4, removed: 'd', inserted: '' }],
      stateId: 11,
    });
    expect(textOf(undone)).toBe('abc ');
  });

  test('a state that the log does not know is one more edit, and the text still comes out right', () => {
    const one = track(begun, typed(2, 'c', 2));
    const odd = track(one, { kind: 'undo', edits: [{ at: 0, removed: 'a', inserted: '' }], stateId: 99 });
    expect(textOf(odd)).toBe('bc');
  });
});
