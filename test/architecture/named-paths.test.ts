import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leadsSomewhere, namedPaths, treePaths } from './named-paths.ts';

const root = join(import.meta.dirname, '../..');
const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);
const pages = [
  ...['CONTRIBUTING.md', 'ARCHITECTURE.md'].map((page) => [page, 'developers'] as const),
  ...['README.md', ...guides].map((page) => [page, 'users'] as const),
];
const tree = treePaths();

test.each(pages)('%s names no path that is not there', (page, reader) => {
  const named = namedPaths(readFileSync(join(root, page), 'utf8'), reader);
  expect(named.filter((path) => !leadsSomewhere(path, tree))).toEqual([]);
});

test('a path that is not there is found', () => {
  const page =
    'See `src-main/nowhere/`, `platform/{clock,never}.ts` and `grants/<grant>.ts`, or `oauth/clients/app.json`.';
  expect(namedPaths(page, 'developers').filter((path) => !leadsSomewhere(path, tree))).toEqual([
    'src-main/nowhere/',
    'platform/never.ts',
  ]);
});
