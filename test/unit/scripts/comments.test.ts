import { describe, expect, test } from 'vitest';
import { codeLines, riddlesIn } from '../../../scripts/support/comments.ts';

describe('comments that begin with a question', () => {
  test.each([
    ['/** What it is. */', 1],
    ['  // Whether it holds.', 1],
    ['/**\n * Whoever asks, and\n * more of it.\n */', 1],
    ['/** Who may enter. */\nconst a = 1;\n// What follows.', 2],
    ['// The first line\n// What is only the second.', 0],
    ['/** Whatever comes is taken. */', 0],
    ["const text = 'What?';", 0],
  ])('%j has %i', (source, count) => {
    expect(riddlesIn(source)).toHaveLength(count);
  });

  test('are told with their line', () => {
    expect(riddlesIn('const a = 1;\n\n/** Whether it holds. */')).toEqual([
      { line: 3, text: 'Whether it holds. */' },
    ]);
  });
});

test('lines of code are those that are neither blank nor comment', () => {
  expect(codeLines('/** One.\n * Two. */\n\nconst a = 1; // here\n// gone\nconst b = 2;\n')).toBe(2);
});
