import { describe, expect, test } from 'vitest';
import { areas } from './areas.ts';
import { applyExceptions, findViolations, type Rule } from './import-rules.ts';
import { allowedModules, plantedViolations } from './planted-violations.ts';
import { readModule } from './read-module.ts';
import { readModuleFiles } from './source-tree.ts';

const minModules = 50;

describe('who may import whom', () => {
  const files = readModuleFiles();
  const sources = files.filter(({ path }) => path.startsWith('src-'));

  test('the tree is really read', () => {
    expect(sources.length).toBeGreaterThan(minModules);
    const references = sources.flatMap(({ path, text }) => readModule(path, text).references);
    expect(references.length).toBeGreaterThan(sources.length);
  });

  test('every root is read', () => {
    const roots = new Set(files.map(({ path }) => path.split('/')[0]));
    expect([...roots]).toEqual(
      expect.arrayContaining(['src-shared', 'src-main', 'src-renderer', 'scripts', 'test']),
    );
  });

  test('no import breaks a rule', () => {
    const { rest } = applyExceptions(findViolations(files));
    expect(rest.map(({ text }) => text)).toEqual([]);
  });

  test('every exception is still needed', () => {
    expect(applyExceptions(findViolations(files)).stale).toEqual([]);
  });

  test('the table of areas names only areas that exist', () => {
    const names = new Set(areas.map(({ name }) => name));
    const named = areas.flatMap(({ imports }) => imports);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('a planted violation is found', () => {
  test.each(plantedViolations)('$name', ({ rule, path, text }) => {
    const found = findViolations([{ path, text }]);
    expect(found.map((violation) => violation.rule)).toEqual([rule]);
    expect(found[0]?.text).toMatch(new RegExp(`^${path}:`));
  });

  test('each rule has been planted', () => {
    const rules: Record<Rule, true> = {
      area: true,
      slice: true,
      entry: true,
      package: true,
      node: true,
      root: true,
      place: true,
      unreadable: true,
    };
    expect(new Set(plantedViolations.map(({ rule }) => rule))).toEqual(new Set(Object.keys(rules)));
  });
});

describe('what looks like a violation', () => {
  test.each(allowedModules)('$name', ({ path, text }) => {
    expect(findViolations([{ path, text }])).toEqual([]);
  });
});

describe('a module is read as the compiler reads it', () => {
  test('every way to name another module counts, each with its line', () => {
    const text = [
      `import value, { type Type } from './a.ts';`,
      `import type { Other } from './b.ts';`,
      `import './c.css';`,
      `export * from './d.ts';`,
      `export type { Fourth } from './e.ts';`,
      `type Fifth = import('./f.ts').Fifth;`,
      'const sixth = import(`./g.ts`);',
      `const seventh = new URL('./h.ts', import.meta.url);`,
      `const eighth = import.meta.resolve('./i.ts');`,
    ].join('\n');
    const { references } = readModule('src-shared/x.ts', text);
    expect(references.map(({ specifier, line }) => `${line} ${specifier}`).toSorted()).toEqual([
      '1 ./a.ts',
      '2 ./b.ts',
      '3 ./c.css',
      '4 ./d.ts',
      '5 ./e.ts',
      '6 ./f.ts',
      '7 ./g.ts',
      '8 ./h.ts',
      '9 ./i.ts',
    ]);
    expect(references.filter(({ isType }) => isType).map(({ line }) => line)).toEqual([2, 5, 6]);
  });

  test('a module that does not parse is an error, not an empty list', () => {
    expect(() => readModule('src-shared/x.ts', 'import {')).toThrow(SyntaxError);
  });
});
