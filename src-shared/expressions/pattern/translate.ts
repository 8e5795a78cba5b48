import { anyCharacter, escapedCharacters, escapedSets, literal, range } from './characters.ts';
import { PatternRefusal } from './refusal.ts';

const maxPatternLength = 1_000;
const deepest = 32;
const maxRepeats = 1_000;
const maxInstructions = 2_000;
const counted = /\{(\d{1,4})(?:(,)(\d{0,4}))?\}/y;

/** A part of a pattern as RE2 reads it. */
interface Translated {
  readonly text: string;
  /** Instructions that it takes. */
  readonly size: number;
  readonly isPlace?: true;
}

class PatternTranslator {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #ignoresCase = false;
  #dotIsAll = false;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): string {
    this.#flags();
    const { text } = this.#alternatives();
    if (this.#at < this.#text.length)
      this.#refuse('This closing parenthesis has no opening parenthesis.', this.#at, 1);
    return text;
  }

  #refuse(message: string, offset: number, length: number): never {
    throw new PatternRefusal(message, offset, length);
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  #takes(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #flags(): void {
    const flags = /^\(\?([is]+)\)/.exec(this.#text);
    if (flags === null) return;
    this.#at = flags[0].length;
    this.#ignoresCase = flags[1]?.includes('i') === true;
    this.#dotIsAll = flags[1]?.includes('s') === true;
  }

  #alternatives(): Translated {
    this.#depth += 1;
    if (this.#depth > deepest) this.#refuse('The groups are nested too deeply.', this.#at, 1);
    const parts = [this.#sequence()];
    while (this.#takes('|')) parts.push(this.#sequence());
    this.#depth -= 1;
    return this.#joined(parts, '|', 2);
  }

  #sequence(): Translated {
    const parts: Translated[] = [];
    while (this.#at < this.#text.length && this.#next() !== '|' && this.#next() !== ')')
      parts.push(this.#repeated());
    return this.#joined(parts, '', 0);
  }

  #joined(parts: readonly Translated[], separator: string, perSeparator: number): Translated {
    const between = perSeparator * Math.max(0, parts.length - 1);
    return {
      text: parts.map(({ text }) => text).join(separator),
      size: this.#bounded(parts.reduce((sum, { size }) => sum + size, between)),
    };
  }

  #bounded(size: number): number {
    if (size > maxInstructions) this.#refuse('The regular expression has too many repeats.', 0, this.#at);
    return size;
  }

  #repeated(): Translated {
    const from = this.#at;
    const part = this.#atom();
    const repeatAt = this.#at;
    const bounds = this.#bounds();
    if (bounds === null) return part;
    const [min, max] = bounds;
    const length = this.#at - from;
    if (part.isPlace === true) this.#refuse('An anchor cannot be repeated.', from, length);
    if (min > max || (max !== Number.POSITIVE_INFINITY && max > maxRepeats) || min > maxRepeats)
      this.#refuse(
        `The first number of a repeat must not exceed the second. The maximum is ${maxRepeats}.`,
        from,
        length,
      );
    this.#takes('?');
    const repeat = this.#text.slice(repeatAt, this.#at);
    if (this.#takes('+')) this.#refuse('Possessive repeats are not supported.', this.#at - 1, 1);
    if (/^[*+?]/.test(this.#next())) this.#refuse('A repeat cannot be repeated.', this.#at, 1);
    const optional = max === Number.POSITIVE_INFINITY ? part.size + 2 : (max - min) * (part.size + 1);
    return { text: part.text + repeat, size: this.#bounded(min * part.size + optional) };
  }

  #bounds(): readonly [number, number] | null {
    if (this.#takes('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#takes('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#takes('?')) return [0, 1];
    if (this.#next() !== '{') return null;
    counted.lastIndex = this.#at;
    const match = counted.exec(this.#text);
    if (match === null) return this.#refuse('Expected a number of repeats, as in {2} or {1,3}.', this.#at, 1);
    this.#at += match[0].length;
    const min = Number(match[1]);
    if (match[2] === undefined) return [min, min];
    return [min, match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3])];
  }

  #atom(): Translated {
    const from = this.#at;
    const character = this.#character();
    switch (character) {
      case '(':
        return this.#group(from);
      case '[':
        return this.#set(from);
      case '.':
        return { text: this.#dotIsAll ? '(?s:.)' : anyCharacter, size: 1 };
      case '^':
      case '$':
        return { text: character, size: 1, isPlace: true };
      case '\\':
        return this.#escape(from);
      case '*':
      case '+':
      case '?':
      case '{':
        return this.#refuse('Expected a character or group before this repeat.', from, 1);
      default:
        return { text: this.#one(character), size: 1 };
    }
  }

  #character(): string {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  #one(character: string): string {
    const unit = character.codePointAt(0) ?? 0;
    return this.#ignoresCase && /[A-Za-z]/.test(character) ? `[${range(unit, unit, true)}]` : literal(unit);
  }

  #group(from: number): Translated {
    const isCaptured = !this.#takes('?:');
    if (isCaptured && this.#next() === '?') {
      const name = /\?<[A-Za-z][A-Za-z0-9]*>/y;
      name.lastIndex = this.#at;
      const match = name.exec(this.#text);
      if (match === null)
        this.#refuse(
          'Lookahead, lookbehind, atomic groups and flags after the start are not supported.',
          from,
          3,
        );
      else this.#at += match[0].length;
    }
    const { text, size } = this.#alternatives();
    if (!this.#takes(')'))
      this.#refuse('This group has no closing parenthesis.', from, this.#text.length - from);
    return isCaptured ? { text: `(${text})`, size: size + 2 } : { text: `(?:${text})`, size };
  }

  #escape(from: number): Translated {
    const character = this.#next();
    if (/^[AzbB]/.test(character)) {
      this.#at += 1;
      return { text: `\\${character}`, size: 1, isPlace: true };
    }
    const escaped = this.#escaped(from);
    if (typeof escaped === 'string') return { text: `[${escaped}]`, size: 1 };
    return { text: this.#one(String.fromCodePoint(escaped)), size: 1 };
  }

  /** The meaning of an escape: a set as RE2 has it within brackets, or a character. */
  #escaped(from: number): string | number {
    if (this.#at >= this.#text.length) this.#refuse('“\\” is not a supported escape.', from, 2);
    const character = this.#character();
    const known =
      escapedSets.get(character) ?? escapedCharacters.get(character) ?? this.#hexadecimal(character);
    if (known !== null) return known;
    if (/[A-Za-z0-9]/.test(character))
      this.#refuse(
        /[1-9k]/.test(character)
          ? 'Backreferences are not supported, because they have no bound on the matching time.'
          : `“\\${character}” is not a supported escape.`,
        from,
        2,
      );
    return character.codePointAt(0) ?? 0;
  }

  #hexadecimal(character: string): number | null {
    const digits = character === 'x' ? 2 : character === 'u' ? 4 : 0;
    const text = this.#text.slice(this.#at, this.#at + digits);
    if (digits === 0 || !/^[0-9A-Fa-f]+$/.test(text) || text.length < digits) return null;
    this.#at += digits;
    return Number.parseInt(text, 16);
  }

  #set(from: number): Translated {
    const inverted = this.#takes('^') ? '^' : '';
    let parts = '';
    do {
      if (this.#at >= this.#text.length)
        this.#refuse('This character set has no closing bracket.', from, this.#text.length - from);
      parts += this.#setPart();
    } while (!this.#takes(']'));
    return { text: `[${inverted}${parts}]`, size: 1 };
  }

  #setPart(): string {
    const from = this.#at;
    const first = this.#setCharacter();
    if (typeof first === 'string') return first;
    if (!/^-[^\]]/.test(this.#text.slice(this.#at, this.#at + 2)))
      return range(first, first, this.#ignoresCase);
    this.#at += 1;
    const last = this.#setCharacter();
    if (typeof last === 'string' || last < first)
      return this.#refuse(
        'The first character of a range must not exceed the second.',
        from,
        this.#at - from,
      );
    return range(first, last, this.#ignoresCase);
  }

  #setCharacter(): string | number {
    const from = this.#at;
    const character = this.#character();
    if (character === '\\') return this.#escaped(from);
    if (character === '[' || (character === '&' && this.#next() === '&'))
      this.#refuse('Nested character sets are not supported.', from, 1);
    return character.codePointAt(0) ?? 0;
  }
}

/**
 * Writes a regular expression for RE2: what Java and JavaScript have in common, without references and looking around.
 * @throws PatternRefusal with the place
 */
export function translatePattern(text: string): string {
  if (text.length > maxPatternLength)
    throw new PatternRefusal(
      `A regular expression has at most ${maxPatternLength} characters.`,
      0,
      text.length,
    );
  return new PatternTranslator(text).whole();
}
