import { describe, expect, test } from 'vitest';
import { faultOf } from '../../scripts/support/patterns/check-pattern.ts';
import { literalsIn, patternLiterals } from '../../scripts/support/patterns/literals.ts';
import { readTable } from '../../scripts/support/patterns/table.ts';

describe('the table of regular expressions', () => {
  const table = readTable();

  test('knows every one of the sources', () => {
    const known = new Set([...table.linear, ...Object.keys(table.bounded)]);
    const literals = patternLiterals();
    expect(literals.length).toBeGreaterThan(700);
    expect(literals.filter(({ text }) => !known.has(text)).map(({ location }) => location)).toEqual([]);
  });

  test('lists none both as linear and as bounded', () => {
    expect(table.linear.filter((text) => text in table.bounded)).toEqual([]);
  });
});

describe('the check of a regular expression', () => {
  test.each([
    ['takes two repeats of the same text', String.raw`^\s*([^{}]+?)\s*$`],
    ['repeats a repeat', '^(a+)+$'],
    ['begins anew at each place', String.raw`\/+$`],
  ])('finds one that %s', (_what, source) => {
    expect(faultOf(source, '')).toMatch(/grows/);
  });

  test('lets one pass whose time grows with the length of the text', () => {
    expect(faultOf(String.raw`\{\{([^{}]+)\}\}`, 'g')).toBeNull();
  });

  test('sees them wherever they stand in a module', () => {
    const text = 'export const a = [/a+/g].map((each) => each.test("/b/") || /c/.test(`${/d/u}`));';
    expect(literalsIn('src-shared/x.ts', text).map((literal) => literal.text)).toEqual([
      '/a+/g',
      '/c/',
      '/d/u',
    ]);
  });
});
