import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadAttackFiles } from '#main/services/attacks/load-cases.ts';
import { emptyFilter } from '#renderer/features/flows/attack/attack-view.ts';
import { caseIds, filterCatalogue } from '#renderer/features/flows/attack/catalogue.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/contributing/good-first-change.md'), 'utf8');
const copy = mkdtempSync(join(tmpdir(), 'first-change-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const found = (pattern: RegExp) => pattern.exec(page)?.[1] ?? '';
const searches = found(/^Add a line to the table of searches in `([^`]+)`/m);
const [typed, id] = [...found(/```ts\n\[(.+)\],\n```/).matchAll(/'([^']+)'/g)].map(([, text = '']) => text);
const cases = found(/^In `([^`]+)`, add a name/m);
const alias = found(/```json\n(.+)\n```/);

/** Ids of the cases that the words find, among those in a folder. */
function idsIn(folder: string, text: string): readonly string[] {
  const groups = loadAttackFiles(folder).map((file) => ({
    ...file,
    own: null,
    cases: file.cases.map((attack) => ({ ...attack, variants: attack.variants.map(({ name }) => name) })),
  }));
  return caseIds(filterCatalogue(groups, { ...emptyFilter, text }, new Map()));
}

describe('the walkthrough of a first change', () => {
  test('names files and commands that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const commands = [...page.matchAll(/^npm (?:run )?([\w:]+)/gm)].map(([, name = '']) => name);
    expect(commands).toEqual(['test:unit', 'test:unit', 'check', 'test']);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
    expect(readFileSync(join(root, searches), 'utf8')).toContain('const searches: ');
  });

  test('begins with a test that fails', () => {
    expect(JSON.parse(alias)).toBe(typed);
    expect(idsIn(join(root, 'resources/attacks'), typed ?? '')).not.toContain(id);
  });

  test('and ends with one that passes', () => {
    cpSync(join(root, 'resources/attacks'), copy, { recursive: true });
    const file = join(copy, cases.split('/').at(-1) ?? '');
    const before = readFileSync(file, 'utf8');
    const at = before.indexOf('"aliases": [', before.indexOf(`"id": "${id}"`)) + '"aliases": ['.length;
    writeFileSync(file, `${before.slice(0, at)}${alias}, ${before.slice(at)}`);
    expect(idsIn(copy, typed ?? '')).toContain(id);
  });
});
