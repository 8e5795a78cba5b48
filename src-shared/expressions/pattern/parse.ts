import { type CharacterRange, type ParsedPattern, type PatternNode, PatternRefusal } from './ast.ts';
import {
  anyCharacter,
  escapedCharacters,
  escapedSets,
  everyCharacter,
  invert,
  withBothCases,
} from './sets.ts';

const maxPatternLength = 1_000;
const deepest = 32;
const maxRepeats = 1_000;
const counted = /\{(\d{1,4})(?:(,)(\d{0,4}))?\}/y;

class PatternParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #groups = 0;
  #ignoresCase = false;
  #dotIsAll = false;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): ParsedPattern {
    this.#flags();
    const node = this.#alternatives();
    if (this.#at < this.#text.length) this.#refuse('This parenthesis closes nothing.', this.#at, 1);
    return { node, groups: this.#groups };
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

  #alternatives(): PatternNode {
    this.#depth += 1;
    if (this.#depth > deepest) this.#refuse('Too many groups stand in each other.', this.#at, 1);
    const nodes = [this.#sequence()];
    while (this.#takes('|')) nodes.push(this.#sequence());
    this.#depth -= 1;
    const [only] = nodes;
    return nodes.length === 1 && only !== undefined ? only : { kind: 'alternatives', nodes };
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.#at < this.#text.length && this.#next() !== '|' && this.#next() !== ')')
      nodes.push(this.#repeated());
    const [only] = nodes;
    if (only === undefined) return { kind: 'empty' };
    return nodes.length === 1 ? only : { kind: 'sequence', nodes };
  }

  #repeated(): PatternNode {
    const from = this.#at;
    const node = this.#atom();
    const bounds = this.#bounds();
    if (bounds === null) return node;
    const [min, max] = bounds;
    const length = this.#at - from;
    if (node.kind === 'assert') this.#refuse('A place in the text cannot be repeated.', from, length);
    if (min > max || (max !== Number.POSITIVE_INFINITY && max > maxRepeats) || min > maxRepeats)
      this.#refuse(`Repeats go from few to many, ${maxRepeats} at most.`, from, length);
    const isGreedy = !this.#takes('?');
    if (this.#takes('+')) this.#refuse('Possessive repeats are not supported.', this.#at - 1, 1);
    if (/^[*+?]/.test(this.#next())) this.#refuse('A repeat cannot be repeated.', this.#at, 1);
    return { kind: 'repeat', node, min, max, isGreedy };
  }

  #bounds(): readonly [number, number] | null {
    if (this.#takes('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#takes('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#takes('?')) return [0, 1];
    if (this.#next() !== '{') return null;
    counted.lastIndex = this.#at;
    const match = counted.exec(this.#text);
    if (match === null)
      return this.#refuse('A number of repeats is expected here, as in {2} or {1,3}.', this.#at, 1);
    this.#at += match[0].length;
    const min = Number(match[1]);
    if (match[2] === undefined) return [min, min];
    return [min, match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3])];
  }

  #atom(): PatternNode {
    const from = this.#at;
    const character = this.#next();
    this.#at += 1;
    switch (character) {
      case '(':
        return this.#group(from);
      case '[':
        return this.#set(from);
      case '.':
        return { kind: 'set', ranges: this.#dotIsAll ? everyCharacter : anyCharacter };
      case '^':
        return { kind: 'assert', at: 'start' };
      case '$':
        return { kind: 'assert', at: 'end' };
      case '\\':
        return this.#escape(from);
      case '*':
      case '+':
      case '?':
      case '{':
        return this.#refuse('There is nothing here that could be repeated.', from, 1);
      default:
        return this.#one(character.charCodeAt(0));
    }
  }

  #one(unit: number): PatternNode {
    return this.#setNode([[unit, unit]]);
  }

  #setNode(ranges: readonly CharacterRange[]): PatternNode {
    return { kind: 'set', ranges: this.#ignoresCase ? withBothCases(ranges) : ranges };
  }

  #group(from: number): PatternNode {
    let index: number | null = null;
    if (this.#takes('?:')) index = null;
    else if (this.#next() === '?') {
      const name = /\?<[A-Za-z][A-Za-z0-9]*>/y;
      name.lastIndex = this.#at;
      const match = name.exec(this.#text);
      if (match === null)
        this.#refuse('Looking ahead or behind, atomic groups and flags within are not supported.', from, 3);
      else this.#at += match[0].length;
      index = this.#groups += 1;
    } else index = this.#groups += 1;
    const node = this.#alternatives();
    if (!this.#takes(')')) this.#refuse('This group is not closed.', from, this.#text.length - from);
    return { kind: 'group', node, index };
  }

  #escape(from: number): PatternNode {
    const character = this.#next();
    this.#at += 1;
    switch (character) {
      case 'A':
        return { kind: 'assert', at: 'start' };
      case 'z':
        return { kind: 'assert', at: 'end' };
      case 'b':
        return { kind: 'assert', at: 'word' };
      case 'B':
        return { kind: 'assert', at: 'no-word' };
      default:
        return this.#setNode(this.#escapedSet(character, from));
    }
  }

  #escapedSet(character: string, from: number): readonly CharacterRange[] {
    const set = escapedSets.get(character);
    if (set !== undefined) return set;
    const unit = escapedCharacters.get(character) ?? this.#hexadecimal(character);
    if (unit !== null) return [[unit, unit]];
    if (character === '' || /[A-Za-z0-9]/.test(character))
      this.#refuse(
        /[1-9k]/.test(character) && character !== ''
          ? 'Referring back to a group is not supported: it cannot be matched in bounded time.'
          : `“\\${character}” is no escape that is known.`,
        from,
        2,
      );
    const literal = character.charCodeAt(0);
    return [[literal, literal]];
  }

  #hexadecimal(character: string): number | null {
    const digits = character === 'x' ? 2 : character === 'u' ? 4 : 0;
    const text = this.#text.slice(this.#at, this.#at + digits);
    if (digits === 0 || !/^[0-9A-Fa-f]+$/.test(text) || text.length < digits) return null;
    this.#at += digits;
    return Number.parseInt(text, 16);
  }

  #set(from: number): PatternNode {
    const isInverted = this.#takes('^');
    const ranges: CharacterRange[] = [];
    do {
      if (this.#at >= this.#text.length)
        this.#refuse('This set of characters is not closed.', from, this.#text.length - from);
      ranges.push(...this.#setPart());
    } while (!this.#takes(']'));
    const both = this.#ignoresCase ? withBothCases(ranges) : ranges;
    return { kind: 'set', ranges: isInverted ? invert(both) : both };
  }

  #setPart(): readonly CharacterRange[] {
    const from = this.#at;
    const first = this.#setCharacter();
    const [only] = first;
    const isRange = this.#next() === '-' && !/^-?\]/.test(this.#text.slice(this.#at + 1, this.#at + 2));
    if (!isRange || first.length !== 1 || only === undefined || only[0] !== only[1]) return first;
    if (this.#at + 1 >= this.#text.length) return first;
    this.#at += 1;
    const [end] = this.#setCharacter();
    if (end === undefined || end[0] !== end[1] || end[0] < only[0])
      this.#refuse('A range goes from a lower character to a higher one.', from, this.#at - from);
    return [[only[0], end[0]]];
  }

  #setCharacter(): readonly CharacterRange[] {
    const from = this.#at;
    const character = this.#next();
    this.#at += 1;
    if (character === '\\') {
      const escaped = this.#next();
      this.#at += 1;
      return this.#escapedSet(escaped, from);
    }
    if (character === '[' || (character === '&' && this.#next() === '&'))
      this.#refuse('Sets within sets are not supported.', from, 1);
    const unit = character.charCodeAt(0);
    return [[unit, unit]];
  }
}

/**
 * Reads a regular expression: what Java and JavaScript have in common, without references and looking around.
 * @throws PatternRefusal with the place
 */
export function parsePattern(text: string): ParsedPattern {
  if (text.length > maxPatternLength)
    throw new PatternRefusal(
      `A regular expression has ${maxPatternLength} characters at most.`,
      0,
      text.length,
    );
  return new PatternParser(text).whole();
}
