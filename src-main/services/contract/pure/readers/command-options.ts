import { partOf, type WrittenText } from './script-text.ts';

/** An option of a command, by its long name where it has one; a value of null: it has none. */
export interface CommandOption {
  readonly name: string;
  readonly value: WrittenText | null;
}

/** The options that a command knows. */
export interface KnownOptions {
  /** Letters and long names behind which a value stands. */
  readonly lettersWithValue: string;
  readonly namesWithValue: ReadonlySet<string>;
  /** Long names of letters. */
  readonly longOf: Readonly<Record<string, string>>;
  /** The name under which words are found that belong to no option. */
  readonly word: string;
}

/** The options of a command, and its other words, in their order. */
export class CommandOptions {
  readonly all: readonly CommandOption[];

  constructor(all: readonly CommandOption[]) {
    this.all = all;
  }

  has(...names: readonly string[]): boolean {
    return this.all.some(({ name }) => names.includes(name));
  }

  /** The values of the options of these names. */
  values(...names: readonly string[]): readonly WrittenText[] {
    return this.all.flatMap(({ name, value }) => (names.includes(name) && value !== null ? [value] : []));
  }
}

/** Reads the words of a command: `--name value`, `--name=value`, `-sX value`, `-sXvalue`. */
export function readOptions(words: readonly WrittenText[], known: KnownOptions): CommandOptions {
  const left = words.values();
  const next = (): WrittenText | null => left.next().value ?? null;
  const all: CommandOption[] = [];
  for (const word of left) {
    const { text } = word;
    if (text.startsWith('--')) all.push(longOption(word, known, next));
    else if (text.startsWith('-') && text.length > 1) all.push(...shortOptions(word, known, next));
    else all.push({ name: known.word, value: word });
  }
  return new CommandOptions(all);
}

function longOption(
  word: WrittenText,
  { namesWithValue }: KnownOptions,
  next: () => WrittenText | null,
): CommandOption {
  const { text } = word;
  const equals = text.indexOf('=');
  if (equals > 0) return { name: text.slice(2, equals), value: partOf(word, equals + 1, text.length) };
  const name = text.slice(2);
  return { name, value: namesWithValue.has(name) ? next() : null };
}

/** Letters in one word, of which the last may have the rest of it, or the next one, as its value. */
function shortOptions(
  word: WrittenText,
  { lettersWithValue, longOf }: KnownOptions,
  next: () => WrittenText | null,
): readonly CommandOption[] {
  const options: CommandOption[] = [];
  for (let index = 1; index < word.text.length; index += 1) {
    const letter = word.text[index] ?? '';
    const name = longOf[letter] ?? letter;
    if (lettersWithValue.includes(letter)) {
      const rest = partOf(word, index + 1, word.text.length);
      return [...options, { name, value: rest.text === '' ? next() : rest }];
    }
    options.push({ name, value: null });
  }
  return options;
}
