import type { ColumnRole } from '#shared/throttle/traffic/recorded.ts';

/** Texts of an attribute; one with more tells requests apart and not clients, so that it is left out. */
const maxAttributeTexts = 65_536;

/** Memory that a text takes besides its characters. */
const textBytes = 64;

const recentLength = 1_024;

/** A column of a log while it is read: each text once. */
export class TextColumn {
  /** As in the log, and as in a request. */
  readonly source: string;
  /** Further columns of the log that say the same, as logs of several formats have them. */
  readonly sources = new Set<string>();
  readonly name: string;
  readonly role: ColumnRole;
  readonly texts: string[] = [];
  /** True if it has too many texts to be kept. */
  isLeftOut = false;
  readonly #codes = new Map<string, number>();
  /** Texts that came before, by a few of their characters: to compare takes less than to look up. */
  readonly #recent = Array.from({ length: recentLength }, () => '');
  readonly #recentCodes = new Int32Array(recentLength);
  readonly #raws: string[] = [];
  readonly #keep: (raw: string) => string;
  readonly #isBounded: boolean;

  constructor(
    { source, name, role }: Pick<TextColumn, 'source' | 'name' | 'role'>,
    keep: (raw: string) => string,
    isBounded: boolean,
  ) {
    this.source = source;
    this.sources.add(source);
    this.name = name;
    this.role = role;
    this.#keep = keep;
    this.#isBounded = isBounded;
  }

  /** The number of a text; −1: it is not kept. `grew` is told how many characters were taken up. */
  codeOf(raw: string, grew: (characters: number) => void): number {
    if (this.isLeftOut) return -1;
    const place = placeOf(raw);
    if (raw !== '' && this.#recent[place] === raw) return this.#recentCodes[place] ?? -1;
    const known = this.#codes.get(raw);
    if (known !== undefined) {
      // Kept as it is in the table: what came is a part of a longer text.
      this.#recent[place] = this.#raws[known] ?? '';
      this.#recentCodes[place] = known;
      return known;
    }
    const code = this.texts.length;
    if (this.#isBounded && code >= maxAttributeTexts) {
      this.isLeftOut = true;
      this.texts.length = 0;
      this.#codes.clear();
      this.#raws.length = 0;
      return -1;
    }
    // A part of a longer text would keep the whole of it in memory.
    const own = copyOf(raw);
    this.#codes.set(own, code);
    this.#raws.push(own);
    const kept = this.#keep(own);
    // A text that was put together of others takes several times its own memory.
    this.texts.push(kept === own ? own : copyOf(kept));
    grew(own.length + textBytes);
    return code;
  }
}

function placeOf(text: string): number {
  const { length } = text;
  const mixed =
    length * 31 +
    text.charCodeAt(length - 1) * 7 +
    text.charCodeAt(length - 2) * 61 +
    text.charCodeAt(length - 3) * 397 +
    text.charCodeAt(length >> 1) * 1_021;
  return mixed & (recentLength - 1);
}

function copyOf(text: string): string {
  return text.length < 13 ? text : (JSON.parse(JSON.stringify(text)) as string);
}
