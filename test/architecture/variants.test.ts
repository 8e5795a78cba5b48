import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQuietly, toolArguments } from '../../scripts/support/tools.ts';
import { recipeOf } from './recipes.ts';
import { type Edit, variants } from './variants.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['src-shared', 'src-main', 'src-renderer'];
/** Compiling takes seconds, of which a shared machine can make minutes. */
const patienceMillis = 600_000;

/** A place that the compiler names: without its line, which changes with everything. */
interface Place {
  readonly file: string;
  readonly code: string;
  readonly members: readonly string[];
}

/** The three source roots as one program: what one of them checks, all do. */
const project = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    lib: ['ES2024', 'ESNext.TypedArrays', 'DOM', 'DOM.Iterable'],
    types: ['node', 'vite/client'],
    jsx: 'react-jsx',
  },
  include: folders,
};

function copyTree(to: string): void {
  for (const name of [...folders, 'tsconfig.base.json', 'package.json'])
    cpSync(join(root, name), join(to, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'), 'junction');
  writeFileSync(join(to, 'tsconfig.json'), JSON.stringify(project));
}

function apply(tree: string, { file, anchor, added }: Edit): void {
  const path = join(tree, file);
  const parts = readFileSync(path, 'utf8').split(anchor);
  expect([file, anchor, parts.length - 1]).toEqual([file, anchor, 1]);
  writeFileSync(path, parts.join(`${anchor}${added}`));
}

const error = /^(.+?)\(\d+,\d+\): error (TS\d+): (.*(?:\n .*)*)$/gm;

function placesOf(output: string): readonly Place[] {
  return [...output.matchAll(error)].map(([, file = '', code = '', message = '']) => {
    const named = variants.map(({ member }) => member).filter((member) => message.includes(member));
    return { file, code, members: named };
  });
}

const lineOf = ({ file, code, members }: Place) => `${file} ${code} ${members.join(' ')}`.trimEnd();

describe('a fictitious member of every table', () => {
  let tree = '';
  let places: readonly Place[] = [];

  beforeAll(async () => {
    tree = mkdtempSync(join(tmpdir(), 'gatehouse-variants-'));
    copyTree(tree);
    for (const { edits } of variants) for (const edit of edits) apply(tree, edit);
    const compiler = [...toolArguments('tsc'), '--pretty', 'false', '--singleThreaded', '-p', tree];
    const { output } = await runQuietly(compiler);
    places = placesOf(output.replaceAll(/^.*?gatehouse-variants-\w+\//gm, ''));
  }, patienceMillis);
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  test('is named by the compiler in every place that lacks it', async () => {
    const lines = [...new Set(places.map(lineOf))].toSorted();
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('variants-expected.txt');
  });

  test.each(variants)(
    '$member is missed somewhere, and only where its recipe says',
    ({ member, recipe, edits }) => {
      const own = places.filter(({ members }) => members.includes(member)).map(({ file }) => file);
      expect(own.length).toBeGreaterThan(0);
      const named = recipeOf(recipe).paths;
      const isNamed = (file: string) => named.some((path) => file === path || file.startsWith(`${path}/`));
      expect([...edits.map(({ file }) => file), ...own].filter((file) => !isNamed(file))).toEqual([]);
    },
  );
});
