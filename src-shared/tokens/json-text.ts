import { parsedJson } from '../text/decoding.ts';
/** A JSON object as it was written: numbers, escapes and repeated members are not lost on the way. */
export interface JsonText {
  readonly value: Readonly<Record<string, unknown>>;
  /** Two spaces a level; each number and each string as it stands in the source. */
  readonly pretty: string;
  /** Without any space between its parts. */
  readonly compact: string;
  /** Names of members that an object has more than once. */
  readonly duplicates: readonly string[];
  /** True if an escape represents half of a character. RFC 8259 §8.2 */
  readonly hasLoneSurrogate: boolean;
}

const lexeme = /[{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\],:"]+/g;
const maxLevels = 64;

/** Reads a JSON object; null where the text is none, or nests deeper than 64 levels. RFC 8259 */
export function readJsonObject(text: string): JsonText | null {
  const value = parsedJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const lexemes = text.match(lexeme) ?? [];
  if (levelsOf(lexemes) > maxLevels) return null;
  return {
    value: Object.fromEntries(Object.entries(value)),
    pretty: lay(lexemes),
    compact: lexemes.join(''),
    duplicates: duplicatesIn(lexemes),
    hasLoneSurrogate: lexemes.some((each) => each.startsWith('"') && !unquote(each).isWellFormed()),
  };
}

/**
 * The text of an object with a member set, whatever else stands in it, or taken out (`undefined`). Where the name
 * stands twice, the last is set: the one that most readers take.
 */
export function withMember(text: string, name: string, value: unknown): string {
  const members = jsonMembers(text);
  const at = members.findLastIndex((member) => member.name === name);
  const written = value === undefined ? [] : [{ key: JSON.stringify(name), source: JSON.stringify(value) }];
  const parts = members.map(({ key, source }) => ({ key, source }));
  const all = at === -1 ? [...parts, ...written] : parts.toSpliced(at, 1, ...written);
  return readJsonObject(`{${all.map(({ key, source }) => `${key}:${source}`).join(',')}}`)?.pretty ?? text;
}

/** A member as it was written. */
export interface JsonMember {
  readonly name: string;
  /** The name with its quotes and escapes. */
  readonly key: string;
  readonly source: string;
  readonly value: unknown;
}

/** The members of the outermost object in their order, repeated ones included. */
export function jsonMembers(text: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let level = 0;
  let current: string[] = [];
  const close = (): void => {
    const [key, , ...written] = current;
    const source = written.join('');
    if (key !== undefined) members.push({ name: unquote(key), key, source, value: parsedJson(source) });
    current = [];
  };
  for (const each of text.match(lexeme) ?? []) {
    if (each === '}' || each === ']') level -= 1;
    if (level === 1 && each === ',') close();
    else if (level > 0) current.push(each);
    if (each === '{' || each === '[') level += 1;
  }
  close();
  return members;
}

function unquote(source: string): string {
  const value = parsedJson(source);
  return typeof value === 'string' ? value : source;
}

function levelsOf(lexemes: readonly string[]): number {
  let level = 0;
  let deepest = 0;
  for (const each of lexemes) {
    if (each === '{' || each === '[') level += 1;
    if (each === '}' || each === ']') level -= 1;
    deepest = Math.max(deepest, level);
  }
  return deepest;
}

function lay(lexemes: readonly string[]): string {
  let text = '';
  let level = 0;
  const line = () => `\n${'  '.repeat(level)}`;
  for (const [index, each] of lexemes.entries()) {
    const before = lexemes[index - 1];
    const isEmpty = before === '{' || before === '[';
    if (each === '}' || each === ']') {
      level -= 1;
      text += isEmpty ? each : line() + each;
      continue;
    }
    if (isEmpty || before === ',') text += line();
    text += each === ':' ? ': ' : each;
    if (each === '{' || each === '[') level += 1;
  }
  return text;
}

function duplicatesIn(lexemes: readonly string[]): readonly string[] {
  const open: (Set<string> | null)[] = [];
  const found = new Set<string>();
  for (const [index, each] of lexemes.entries()) {
    if (each === '{') open.push(new Set());
    else if (each === '[') open.push(null);
    else if (each === '}' || each === ']') open.pop();
    else if (lexemes[index + 1] === ':') {
      const names = open.at(-1);
      const name = unquote(each);
      if (names?.has(name) === true) found.add(name);
      names?.add(name);
    }
  }
  return [...found];
}
