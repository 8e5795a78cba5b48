import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzyFilter, fuzzyMatch } from '#renderer/workbench/fuzzy.ts';
import { property } from '#test/support/property.ts';

const find = (typed: string, ...texts: readonly string[]) => fuzzyFilter(typed, texts, (text) => text);

describe('finding by a few letters', () => {
  test('whole words come before scattered letters', () => {
    expect(find('flow', 'Follow new exchanges', 'Go to Flows')[0]).toBe('Go to Flows');
  });

  test('the first letters of words are enough', () => {
    expect(find('gta', 'Go to Activity', 'Great tomatoes')).toContain('Go to Activity');
    expect(find('gta', 'Great tomatoes', 'Go to Activity')[0]).toBe('Go to Activity');
  });

  test('nothing typed finds everything in its order; a missing letter finds nothing', () => {
    expect(find('', 'b', 'a')).toEqual(['b', 'a']);
    expect(find('xyz', 'Go to Activity')).toEqual([]);
  });

  property([fc.string(), fc.string()])('what matched is really what was typed', (typed, text) => {
    const match = fuzzyMatch(typed, text);
    if (match === null || text.toLowerCase().length !== text.length) return;
    const wanted = typed.toLowerCase().replace(/\s+/g, '');
    const found = match.positions
      .map((at) => text.toLowerCase()[at])
      .join('')
      .replace(/\s+/g, '');
    if (typed.toLowerCase().length === typed.length) expect(found).toBe(wanted);
  });
});
