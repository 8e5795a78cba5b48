import { describe, expect, it } from 'vitest';
import { firstPageChunk } from '../../../scripts/support/first-page.ts';

/** A page: the entry reads words before it imports the rest, and a screen shares a part with it. */
const imports: Readonly<Record<string, readonly string[]>> = {
  boot: ['words'],
  words: [],
  german: ['words', 'plural'],
  plural: [],
  main: ['words', 'shell', 'plural'],
  shell: ['button', 'shell'],
  button: ['icon'],
  icon: ['button'],
  screen: ['button', 'chart'],
  chart: [],
};

const bundle = {
  getModuleInfo: (id: string) => {
    const importedIds = imports[id];
    return importedIds === undefined ? null : { importedIds };
  },
};

describe('the chunk of the first page', () => {
  const nameOf = firstPageChunk('main', ['boot', 'german']);
  const inChunk = Object.keys(imports).filter((id) => nameOf(id, bundle) === 'first');

  it('holds all that the entry imports, also what imports itself, and what screens share with it', () => {
    expect(inChunk).toEqual(['shell', 'button', 'icon']);
  });

  it('leaves out the entry, what a screen alone needs, and what runs before the words are chosen', () => {
    for (const id of ['main', 'screen', 'chart', 'boot', 'words', 'german', 'plural'])
      expect(nameOf(id, bundle)).toBeNull();
  });

  it('leaves out what the bundler does not know', () => {
    expect(nameOf('elsewhere', bundle)).toBeNull();
  });
});
