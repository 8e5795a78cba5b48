import { describe, expect, test } from 'vitest';
import frozen from './frozen-names.json' with { type: 'json' };
import { namesNow } from './frozen-names.ts';
import { readModuleFiles } from './source-tree.ts';

const names = namesNow(readModuleFiles().filter(({ path }) => path.startsWith('src-')));

/** Stored and typed names are kept for good. A new word is an alias beside the old one. */
describe('names that users have stored or typed', () => {
  test.each(Object.entries(frozen))('%s are still there', (kind, known) => {
    expect(known.length).toBeGreaterThan(0);
    expect(known.filter((name) => !names[kind]?.includes(name))).toEqual([]);
  });

  test('are of no kind that is not looked at', () => {
    expect(Object.keys(names)).toEqual(Object.keys(frozen));
  });
});
