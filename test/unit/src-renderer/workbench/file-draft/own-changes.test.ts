import { describe, expect, test } from 'vitest';
import { beginTracking, type DraftTracker, track } from '#renderer/workbench/file-draft/draft-tracker.ts';
import { differenceOf, redoChange, undoChange } from '#renderer/workbench/file-draft/own-changes.ts';
import { replay } from '#shared/drafts/index.ts';

/** A form that makes a text another one, step by step, as the screen does. */
function edited(texts: readonly string[]): DraftTracker {
  const [first = '', ...rest] = texts;
  let text = first;
  return rest.reduce(
    (tracker, after, at) => {
      const edit = differenceOf(text, after);
      text = after;
      return edit === null ? tracker : track(tracker, { kind: 'edit', edits: [edit], stateId: -10 - at });
    },
    beginTracking({ baseText: first, edits: [] }, 0, []),
  );
}

const textOf = ({ log }: DraftTracker) => replay(log.baseText, log.edits);

describe('the difference of two texts', () => {
  test('is the smallest edit between them', () => {
    expect(differenceOf('"10 s"', '"15 s"')).toEqual({ at: 2, removed: '0', inserted: '5' });
    expect(differenceOf('aa', 'aaa')).toEqual({ at: 2, removed: '', inserted: 'a' });
    expect(differenceOf('abc', 'abc')).toBeNull();
  });
});

describe('steps of a form', () => {
  test('are undone one after the other and done again, down to the first text', () => {
    let tracker = edited(['[1]', '[1, 2]', '[9, 2]']);
    const back = undoChange(tracker);
    expect(back?.text).toBe('[1, 2]');
    if (back !== null) tracker = track(tracker, back);
    expect(textOf(tracker)).toBe('[1, 2]');
    const first = undoChange(tracker);
    expect(first?.text).toBe('[1]');
    if (first !== null) tracker = track(tracker, first);
    expect(undoChange(tracker)).toBeNull();
    const forth = redoChange(tracker, '[1]');
    expect(forth?.text).toBe('[1, 2]');
    if (forth !== null) tracker = track(tracker, forth);
    expect(redoChange(tracker, '[1, 2]')?.text).toBe('[9, 2]');
  });

  test('typing in one field is one step', () => {
    const tracker = edited(['""', '"g"', '"go"', '"gol"', '"gold"']);
    expect(undoChange(tracker)?.text).toBe('""');
  });

  test('a change after an undo leaves nothing to do again', () => {
    const tracker = edited(['a', 'a b']);
    const back = undoChange(tracker);
    const undone = back === null ? tracker : track(tracker, back);
    const other = track(undone, {
      kind: 'edit',
      edits: [{ at: 1, removed: '', inserted: '!' }],
      stateId: -99,
    });
    expect(redoChange(other, 'a!')).toBeNull();
  });
});
