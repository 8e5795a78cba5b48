import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { german, problemCodes } from '#renderer/words/de/index.ts';
import { sameInBothLanguages } from './same-in-both-languages.ts';

const words = new URL('../../../../src-renderer/words/', import.meta.url);
const files = readdirSync(new URL('en/', words)).filter((file) => file !== 'index.ts');

type Place = readonly [path: string, value: unknown];

/** Every text and every function of a catalogue, with its place. */
function placesOf(value: unknown, path = ''): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) =>
    placesOf(part, path === '' ? name : `${path}.${name}`),
  );
}

/** Calls a function of words with each of a few values; it refuses some. */
function saidBy(say: (...given: readonly unknown[]) => unknown): readonly unknown[] {
  const given = ['Qx7', 4_711, 1, null, ['Qx7', 'Qy8'], true, false];
  const said = given.flatMap((one) => given.map((other) => [one, other, other, other] as const));
  return said.map((some) => {
    try {
      return say(...some);
    } catch {
      return undefined;
    }
  });
}

/** The numbers, names and lists that are in a text, wherever they stand. */
function gapsOf(text: unknown): readonly string[] {
  return typeof text === 'string'
    ? [...new Set(text.match(/Qx7|Qy8|4[.,]?711/gi) ?? [])].map(plain).toSorted()
    : [];
}

const plain = (number: string) => number.replace(/[.,]/, '').toLowerCase();

/** English words, the familiar address, quotes of another language. */
const foreign =
  /\b(the|and|of|with|without|not|are|is|this|that|your|from|du|dein\w*|dir|dich)\b|“[^„]*”|^[^„]*“/;

const catalogues = await Promise.all(
  files.map(async (file) => {
    const [english, other] = await Promise.all(
      ['en', 'de'].map(
        async (language) => (await import(new URL(`${language}/${file}`, words).href)) as object,
      ),
    );
    return { file, english: placesOf(english), german: new Map(placesOf(other)) };
  }),
);

describe('the German words', () => {
  test('are those of every catalogue, under its name', async () => {
    const own = readdirSync(new URL('de/', words)).filter((file) => file !== 'problem-codes.ts');
    expect(own).toEqual(readdirSync(new URL('en/', words)));
    const names = await Promise.all(
      files.map(async (file) => Object.keys((await import(new URL(`en/${file}`, words).href)) as object)),
    );
    expect(Object.keys(german).toSorted()).toEqual(names.flat().toSorted());
  });

  test.each(catalogues)('$file has a text for each English one, and none besides', (catalogue) => {
    expect([...catalogue.german.keys()].toSorted()).toEqual(
      catalogue.english.map(([path]) => path).toSorted(),
    );
  });

  test.each(catalogues)('$file says it in German', (catalogue) => {
    const untranslated = catalogue.english.filter(
      ([path, text]) =>
        typeof text === 'string' && /[A-Za-z]{3}/.test(text) && catalogue.german.get(path) === text,
    );
    const texts = untranslated
      .map(([, text]) => text)
      .filter((text) => !sameInBothLanguages.has(String(text)));
    expect(texts).toEqual([]);
  });

  test.each(catalogues)(
    '$file has no English words, no familiar address and no foreign quotes',
    (catalogue) => {
      const said = [...catalogue.german.values()].flatMap((value) =>
        typeof value === 'function' ? saidBy(value as () => unknown) : [value],
      );
      const texts = said
        .filter((text) => typeof text === 'string')
        .filter((text) => !sameInBothLanguages.has(text));
      expect(texts.filter((text) => foreign.test(text))).toEqual([]);
    },
  );

  test.each(catalogues)('$file fills in what the English texts fill in', (catalogue) => {
    const different = catalogue.english.flatMap(([path, say]) => {
      const other = catalogue.german.get(path);
      if (typeof say !== 'function' || typeof other !== 'function') return [];
      const english = saidBy(say as () => unknown);
      const spoken = saidBy(other as () => unknown);
      // Neither can be given everything; what both take has to come out in both.
      const both = english.flatMap((text, at) =>
        text === undefined || spoken[at] === undefined ? [] : [[text, spoken[at]] as const],
      );
      const isSame = both.every(([text, said]) => gapsOf(text).join() === gapsOf(said).join());
      const isSilent = english.every((text) => text === undefined);
      return isSame && (isSilent || both.length > 0) ? [] : [path];
    });
    expect(different).toEqual([]);
  });
});

test('each code of a Problem has its own headline: a short German sentence', () => {
  const headlines = Object.values(problemCodes);
  expect(headlines.filter((text) => foreign.test(text))).toEqual([]);
  expect(headlines.filter((text) => !/^[^\n]{10,110}\.$/.test(text))).toEqual([]);
  expect(new Set(headlines).size).toBe(headlines.length);
});
