import { describe, expect, test } from 'vitest';
import { treePaths } from './named-paths.ts';
import { nameDefects, pathDefects } from './portable-paths.ts';
import { readModuleFiles } from './source-tree.ts';

const slashes = 'Paths of the checkout have slashes on every system.';
const allowed: Readonly<Record<string, string>> = {
  'scripts/support/changed-tests.ts': slashes,
  'test/architecture/compatibility-page.ts': slashes,
  'test/architecture/import-graph.ts': slashes,
  'test/architecture/import-rules.ts': slashes,
  'test/architecture/reference.test.ts': slashes,
  'test/spec/check-rows.ts': slashes,
  'scripts/support/help/render-page.ts': 'Links of Markdown have slashes on every system.',
  'src-main/platform/installed-browser.ts': 'It is told of which system the paths are.',
  'src-shared/expressions/functions/encodings.ts':
    'The product of an expression, tested against its reference.',
  'test/protocol/contract/lint-command.test.ts': 'What Linux allows in names is what it tries.',
  'test/architecture/portable-paths.ts': 'It spells what it looks for.',
  'test/architecture/portable-paths.test.ts': 'It plants what it looks for.',
};

describe('Windows and macOS', () => {
  test('can lay out every file of the checkout', () => {
    expect(nameDefects(treePaths())).toEqual([]);
  });

  test('have other paths than Linux, and every module takes them as they are', () => {
    expect(readModuleFiles().flatMap((file) => pathDefects(file, allowed))).toEqual([]);
  });

  test('are an exception where there is something to except', () => {
    const idle = Object.keys(allowed).filter((path) => {
      const file = readModuleFiles().find((each) => each.path === path);
      return file === undefined || pathDefects(file, {}).length === 0;
    });
    expect(idle).toEqual([]);
  });
});

describe('the check of names', () => {
  test.each([
    ['a/Readme.md', 'a/README.md'],
    ['Lib/a.ts', 'lib/b.ts'],
  ])('finds twins: %s and %s', (one, other) => {
    expect(nameDefects([one, other])).toEqual([expect.stringContaining('by case alone')]);
  });

  test.each(['aux.ts', 'a/NUL', 'a/com1.json', 'a/b:c.json', 'a/what?.md', 'a/b./c', 'a/b ', 'u\u0308.md'])(
    'finds %j',
    (path) => expect(nameDefects([path])).toHaveLength(1),
  );

  test.each(['auxiliary.ts', 'a/console.ts', 'a/.nvmrc', 'com10/x.ts', 'ü.md', 'docs/'])(
    'takes %s',
    (path) => {
      expect(nameDefects([path])).toEqual([]);
    },
  );
});

describe('the check of paths', () => {
  test.each([
    `import { join, posix } from 'node:path';`,
    'const url = `file://${path}`;',
    `const url = 'file://' + path;`,
    `const path = new URL('./x.ts', import.meta.url).pathname;`,
    `writeFileSync(join(folder, 'a:b.json'), '');`,
  ])('finds %s', (text) => {
    expect(pathDefects({ path: 'src-main/x.ts', text }, {})).toEqual([
      expect.stringMatching(/^src-main\/x\.ts:1: /),
    ]);
  });

  test.each([
    `import { join } from 'node:path';`,
    'const url = pathToFileURL(path);',
    `const text = names.join(': ') + 'x.json';`,
    `writeFileSync(join(folder, 'a-b.json'), 'https://x.example/?a');`,
  ])('takes %s', (text) => {
    expect(pathDefects({ path: 'src-main/x.ts', text }, {})).toEqual([]);
  });
});
