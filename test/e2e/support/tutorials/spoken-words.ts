import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const catalogues = join(import.meta.dirname, '../../../../src-renderer/words');

/** The texts that the screens show for an English one. */
export type SpokenWords = (english: string) => readonly string[];

/** A text of the catalogues, or what makes one of values, in both languages. */
interface Pair {
  readonly english: unknown;
  readonly german: unknown;
}

type Maker = (...given: readonly unknown[]) => unknown;

/** The words as they are. */
export const inEnglish: SpokenWords = (english) => [english];

/**
 * Reads the German catalogues beside the English ones. A text that is put together of values (“Run 1 selected”) is found by
 * putting it together of the numbers and names that are in it; what no catalogue has (`portal-web`) stays as it is.
 */
export async function inGerman(): Promise<SpokenWords> {
  const names = readdirSync(join(catalogues, 'en')).filter((name) => name !== 'index.ts');
  const pairs = await Promise.all(
    names.map(async (name) => pairsOf(await readCatalogue('en', name), await readCatalogue('de', name))),
  );
  const all = pairs.flat();
  const translated = (english: unknown): readonly unknown[] => {
    const german = all.filter((pair) => pair.english === english).map((pair) => pair.german);
    return german.length === 0 ? [english] : german;
  };
  return (english) => {
    const same = all.filter((pair) => pair.english === english).map(({ german }) => String(german));
    const found = same.length > 0 ? same : all.flatMap((pair) => madeOf(pair, english, translated));
    return found.length === 0 ? [english] : [...new Set(found)];
  };
}

function readCatalogue(language: 'en' | 'de', name: string): Promise<unknown> {
  return import(join(catalogues, language, name));
}

function pairsOf(english: unknown, german: unknown): readonly Pair[] {
  if (typeof english !== 'object' || english === null) return [{ english, german }];
  return Object.entries(english).flatMap(([name, value]) =>
    pairsOf(value, (german as Readonly<Record<string, unknown>> | undefined)?.[name]),
  );
}

/** Calls the German maker with the values of which the English one makes the text; a name among them has a German name too. */
function madeOf(
  { english, german }: Pair,
  text: string,
  translated: (value: unknown) => readonly unknown[],
): readonly string[] {
  if (typeof english !== 'function' || typeof german !== 'function') return [];
  return givenTo(english as Maker, text)
    .filter((given) => made(english as Maker, given) === text)
    .flatMap((given) => combined(given.map((value) => [...new Set([...translated(value), value])])))
    .map((given) => made(german as Maker, given))
    .filter((words) => words !== null);
}

/** Values that are in a text, as a maker might be given them. */
function givenTo(maker: Maker, text: string): readonly (readonly unknown[])[] {
  const parts = text.split(/[\s,]+/);
  const spans = text
    .split(/\s+/)
    .flatMap((_, from, all) => all.slice(from).map((__, at) => all.slice(from, from + at + 1).join(' ')));
  // A maker of three values or more is given single words: there would be too many combinations of spans.
  const runs = maker.length > 2 ? parts : [...new Set([...parts, ...spans])];
  const said = runs.flatMap((run) => (/^[\d,]+$/.test(run) ? [Number(run.replaceAll(',', '')), run] : [run]));
  // A text about one thing (“Exclude this row”) need not hold the number.
  const values = [...said, 1];
  return combined(Array.from({ length: Math.min(maker.length, 3) }, () => values));
}

function combined(choices: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return choices.reduce<readonly (readonly unknown[])[]>(
    (all, values) => all.flatMap((given) => values.map((value) => [...given, value])),
    [[]],
  );
}

function made(maker: Maker, given: readonly unknown[]): string | null {
  try {
    const words = maker(...given);
    return typeof words === 'string' ? words : null;
  } catch {
    // It is put together of other values.
    return null;
  }
}
