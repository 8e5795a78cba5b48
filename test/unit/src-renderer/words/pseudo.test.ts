import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { english } from '#renderer/words/en/index.ts';
import { pseudoCatalogue, pseudoText } from '#renderer/words/pseudo.ts';

const catalogueFolder = new URL('../../../../src-renderer/words/en/', import.meta.url);
const catalogueFiles = readdirSync(catalogueFolder);

/** Every text that a catalogue has without being given anything. */
function textsOf(catalogue: unknown): readonly string[] {
  if (typeof catalogue === 'string') return [catalogue];
  if (typeof catalogue !== 'object' || catalogue === null) return [];
  return Object.values(catalogue).flatMap(textsOf);
}

describe('the pseudo language', () => {
  test('is longer, accented and in brackets', () => {
    expect(pseudoText('Close')).toBe('[Çļöšé~~]');
    expect(pseudoText('')).toBe('');
  });

  test('reaches every text of the catalogue, also those that functions make', () => {
    const pseudo = pseudoCatalogue(english);
    expect(pseudo.shell.nav.home).toBe('[Ĥömé~~]');
    expect(pseudo.status.status.problems(2)).toMatch(/^\[2 .*\]$/);
  });

  // Those of the first screen, and those that load with the screen that needs them.
  test.each(catalogueFiles)('reaches every text of %s', async (file) => {
    const catalogues: object = await import(new URL(file, catalogueFolder).href);
    const before = textsOf(Object.values(catalogues));
    const after = textsOf(Object.values(pseudoCatalogue({ ...catalogues })));
    expect(before.length).toBeGreaterThan(0);
    expect(after).toHaveLength(before.length);
    expect(after.filter((text) => text !== '' && !text.startsWith('['))).toEqual([]);
  });
});
