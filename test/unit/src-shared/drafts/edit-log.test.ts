import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendEdits,
  applyEdit,
  type Edit,
  type EditLog,
  groupsOf,
  maxEdits,
  replay,
} from '#shared/drafts/index.ts';

const begin = (baseText: string): EditLog => ({ baseText, edits: [] });

function type(log: EditLog, at: number, text: string): EditLog {
  return text
    .split('')
    .reduce(
      (current, character, index) =>
        appendEdits(current, [{ at: at + index, removed: '', inserted: character }]),
      log,
    );
}

describe('a log of edits', () => {
  test('leads from the text with which it began to the text as it stands', () => {
    const log = appendEdits(type(begin('{}'), 1, '"a": 1'), [{ at: 6, removed: '1', inserted: '20' }]);
    expect(replay(log.baseText, log.edits)).toBe('{"a": 20}');
  });

  test('typing goes on in one group, word by word; a step elsewhere begins another', () => {
    const log = type(begin(''), 0, 'one two');
    expect(groupsOf(log).map((group) => group.map(({ inserted }) => inserted).join(''))).toEqual([
      'one ',
      'two',
    ]);
    expect(groupsOf(type(log, 0, 'x'))).toHaveLength(3);
  });

  test('deleting backwards is one group', () => {
    let log = begin('abcd');
    for (const at of [3, 2, 1]) log = appendEdits(log, [{ at, removed: 'abcd'.charAt(at), inserted: '' }]);
    expect(groupsOf(log)).toHaveLength(1);
    expect(replay(log.baseText, log.edits)).toBe('a');
  });

  test('is bounded: the oldest edits become part of its beginning, the text stays', () => {
    let log = begin('');
    for (let count = 0; count < maxEdits + 500; count += 1)
      log = appendEdits(log, [{ at: 0, removed: '', inserted: `${count}\n` }]);
    expect(log.edits.length).toBeLessThanOrEqual(maxEdits);
    expect(replay(log.baseText, log.edits)?.split('\n')).toHaveLength(maxEdits + 501);
    const big = 'x'.repeat(600_000);
    const pasted = appendEdits(begin('a'), [{ at: 1, removed: '', inserted: big }]);
    expect(pasted).toEqual({ baseText: `a${big}`, edits: [] });
  });

  test('whatever is typed, the log leads to it', () => {
    const edit = fc.record({ at: fc.nat(30), length: fc.nat(5), inserted: fc.string({ maxLength: 4 }) });
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.array(edit, { maxLength: 60 }), (baseText, steps) => {
        let text = baseText;
        let log = begin(baseText);
        for (const step of steps) {
          const at = Math.min(step.at, text.length);
          const made: Edit = { at, removed: text.slice(at, at + step.length), inserted: step.inserted };
          text = applyEdit(text, made) ?? '';
          log = appendEdits(log, [made]);
        }
        expect(replay(log.baseText, log.edits)).toBe(text);
        expect(groupsOf(log).flat()).toEqual(log.edits);
      }),
    );
  });
});
