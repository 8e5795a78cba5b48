import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Where each folder is a part of a domain. */
const foldersIn = [
  'src-main/services',
  'src-shared',
  'src-renderer/features',
  'test/fixtures',
  'test/protocol',
  'test/unit/src-main/services',
  'test/unit/src-renderer/features',
  'test/unit/src-shared',
];
/** Where each file is. */
const filesIn = [
  'src-main/api',
  'src-shared/api',
  'src-renderer/words/en',
  'src-renderer/words/de',
  'test/api',
];
/** Domains that have an engine, a screen and an API: called alike in all of them. */
const whole = ['flows', 'connectors', 'throttle', 'consents', 'contract', 'activity', 'identity'];

const names = new Map([
  ...foldersIn.map((folder) => [folder, namesIn(folder, true)] as const),
  ...filesIn.map((folder) => [folder, namesIn(folder, false)] as const),
]);

function namesIn(folder: string, areFolders: boolean): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() === areFolders)
    .map(({ name }) => name.replace(/(?:\.test)?\.ts$/, ''));
}

/** The domains of each name, as the table of ARCHITECTURE.md assigns it. */
function readTable(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const section = text.slice(text.indexOf('### One word a domain')).split('\n## ')[0] ?? '';
  const domains = new Map<string, string[]>();
  for (const [, domain = '', parts = ''] of section.matchAll(/^\| (.+?) \| (`.+`) \|$/gm))
    for (const part of parts.split(' '))
      domains.set(part.replaceAll('`', ''), [...(domains.get(part.replaceAll('`', '')) ?? []), domain]);
  return domains;
}

describe('one word a domain', () => {
  const table = readTable();

  test.each([...names])('each name in %s belongs to one', (_, found) => {
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((name) => table.get(name)?.length !== 1)).toEqual([]);
  });

  test('the table names nothing that is not there', () => {
    const all = new Set([...names.values()].flat());
    expect([...table.keys()].filter((name) => !all.has(name))).toEqual([]);
  });

  test.each(whole)('%s is called so by its screen, its API and its texts', (domain) => {
    const places = ['src-renderer/features', 'src-main/api', 'src-shared/api', 'src-renderer/words/en'];
    expect(places.filter((place) => !names.get(place)?.includes(domain))).toEqual([]);
  });

  test.each(['flows', 'attacks', 'tokens', 'connectors', 'throttle', 'consents', 'contract'])(
    '%s is called so by its service, its shared part and its tests',
    (domain) => {
      const places = ['src-main/services', 'src-shared', 'test/protocol', 'test/unit/src-shared'];
      expect(places.filter((place) => !names.get(place)?.includes(domain))).toEqual([]);
    },
  );
});
