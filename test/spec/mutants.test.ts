import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutatedAreas } from '../mutation/areas.ts';
import { readRows } from './check-rows.ts';
import { type CitingRow, mutated, readMutants, testsOf } from './mutants.ts';

const rootDir = resolve(import.meta.dirname, '../..');
const rows = readRows(
  JSON.parse(readFileSync(join(rootDir, 'test/spec/rows.json'), 'utf8')),
) as readonly CitingRow[];
const mutants = readMutants(rootDir);

describe('the code that decides', () => {
  const files = mutatedAreas.flatMap((area) => area.files);

  test('is at most 40 files, each in one area, all of which are there', () => {
    expect(files.length).toBeLessThanOrEqual(40);
    expect(new Set(files).size).toBe(files.length);
    expect(files.filter((file) => !existsSync(join(rootDir, file)))).toEqual([]);
  });

  test.each(mutatedAreas)('$name has tests', ({ tests }) => {
    for (const pattern of tests) expect(globSync(pattern, { cwd: rootDir }).length).toBeGreaterThan(0);
  });
});

describe('the mutants of the rows', () => {
  test('are of rows that there are, and of each row one', () => {
    const ids = new Set(rows.map(({ id }) => id));
    expect(mutants.filter(({ row }) => !ids.has(row))).toEqual([]);
    expect(new Set(mutants.map(({ row }) => row)).size).toBe(mutants.length);
  });

  test('leave no row without one', () => {
    const mutatedRows = new Set(mutants.map(({ row }) => row));
    expect(rows.map(({ id }) => id).filter((id) => !mutatedRows.has(id))).toEqual([]);
  });

  test.each(mutants)('$row changes a text that is there', (mutant) => {
    const source = readFileSync(join(rootDir, mutant.file), 'utf8');
    expect(mutated(source, mutant)).not.toBe(source);
  });

  test('one whose text is gone, or stands twice, is told', () => {
    const mutant = { row: 'r', file: 'src-main/x.ts', text: 'one', replacement: 'two' };
    expect(() => mutated('nothing', mutant)).toThrow('r: its text stands 0 times in src-main/x.ts: "one"');
    expect(() => mutated('one one', mutant)).toThrow('2 times');
    expect(() => mutated('one', { ...mutant, replacement: 'one' })).toThrow('changes nothing');
    expect(mutated('a one $1', { ...mutant, replacement: '$&' })).toBe('a $& $1');
  });

  test('a pattern finds the tests that are cited, and no other', () => {
    const { files, pattern } = testsOf({
      id: 'r',
      tests: ['test/a.test.ts > group > does (it)?', 'test/b.test.ts > begins and is cut of…'],
    });
    expect(files).toEqual(['test/a.test.ts', 'test/b.test.ts']);
    const found = new RegExp(pattern);
    expect(['group > does (it)?', 'begins and is cut off here'].map((name) => found.test(name))).toEqual([
      true,
      true,
    ]);
    expect(['group > does (it)? too', 'another group > does (it)?'].map((name) => found.test(name))).toEqual([
      false,
      false,
    ]);
  });
});
