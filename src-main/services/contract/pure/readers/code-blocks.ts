import { Blocks, type Stretch } from './script-blocks.ts';
import type { ValueReader } from './script-values.ts';
import type { TokenLanguage } from './tokenizer.ts';

/** The parameters of a function, by the places of the tokens around them. */
export interface ParameterList {
  readonly open: number;
  readonly close: number;
  /** Where the function begins. */
  readonly at: number;
}

/** The blocks of a script of JavaScript or Groovy, and the parameters of its functions. */
export interface CodeBlocks {
  readonly blocks: Blocks;
  readonly parameters: readonly ParameterList[];
}

/** Words with a test in parentheses, and the kind of what stands behind it. */
const tested: Readonly<Record<string, Stretch['kind']>> = {
  if: 'branch',
  switch: 'branch',
  for: 'loop',
  while: 'loop',
  with: 'block',
  synchronized: 'block',
};
/** Words that stand before a block of their own. */
const leading: Readonly<Record<string, Stretch['kind']>> = {
  else: 'branch',
  do: 'loop',
  try: 'block',
  finally: 'block',
  static: 'block',
};
/** Words behind which a statement goes on. */
const goesOn =
  /^(?:return|await|throw|new|typeof|delete|yield|void|const|let|var|def|in|of|instanceof|as|satisfies|async|case)$/;
/** Tokens of a type behind parameters, of a head of a class, and of the parameters of a closure. */
const maxHead = 60;

/** Finds the blocks of a script by its brackets, and by the words before them. */
export function codeBlocks(values: ValueReader, language: TokenLanguage): CodeBlocks {
  return new BlockReader(values, language === 'groovy').read();
}

class BlockReader {
  readonly #values: ValueReader;
  readonly #isGroovy: boolean;
  readonly #stretches: Stretch[] = [];
  readonly #parameters: ParameterList[] = [];
  /** Brackets whose block is already known. */
  readonly #known = new Set<number>();
  readonly #ends: Int32Array;

  constructor(values: ValueReader, isGroovy: boolean) {
    this.#values = values;
    this.#isGroovy = isGroovy;
    this.#ends = endsOfStatements(values);
  }

  read(): CodeBlocks {
    for (const [index, { kind, source }] of this.#values.tokens.entries()) {
      if (kind === 'name') this.#readWord(index, source);
      else if (source === '(') this.#readParentheses(index);
      else if (source === '=>') this.#readArrow(index);
      else if (source === '{' && !this.#known.has(index)) this.#readBrace(index);
    }
    return { blocks: new Blocks(this.#stretches), parameters: this.#parameters };
  }

  #readWord(index: number, source: string): void {
    if (source === 'case' || source === 'default') return this.#readCase(index);
    const kind = Object.hasOwn(leading, source) ? leading[source] : undefined;
    const isMember = this.#values.isMember(index) || this.#values.isMark(index + 1, ':');
    // Behind `else` a further `if` is a branch of its own.
    if (kind === undefined || isMember || this.#values.tokens[index + 1]?.source === 'if') return;
    if (source === 'static' && !this.#values.isMark(index + 1, '{')) return;
    this.#add(index + 1, index + 1, kind);
  }

  /** One case of a `switch`; it is taken to leave before the next one. */
  #readCase(index: number): void {
    const { tokens } = this.#values;
    let end = index + 1;
    while (end < tokens.length && !/^(?:case|default|\}|\)|\])$/.test(tokens[end]?.source ?? ''))
      end = this.#values.endOf(end) + 1;
    const [first, last] = [tokens[index], tokens[end]];
    if (first !== undefined && last !== undefined && last.at > first.at)
      this.#stretches.push({ at: first.at, end: last.at, kind: 'branch' });
  }

  /** The parameters of a function with its body, or a test with what it is for. */
  #readParentheses(open: number): void {
    const close = this.#values.endOf(open);
    const word = this.#values.tokens[open - 1]?.source ?? '';
    const isMember = this.#values.isMember(open - 1);
    const kind = Object.hasOwn(tested, word) && !isMember ? tested[word] : undefined;
    if (kind !== undefined) return this.#add(open, close + 1, kind);
    const body = this.#bodyBehind(close);
    if (body < 0 || (this.#isGroovy && word !== 'catch' && !this.#isDeclared(open - 1))) return;
    const at = this.#values.tokens[open]?.at ?? 0;
    this.#parameters.push({ open, close, at });
    const isCatch = word === 'catch' && !isMember;
    if (this.#values.isMark(body, '{')) this.#add(open, body, isCatch ? 'branch' : 'function');
    else this.#add(open, body + 1, 'function');
  }

  /** True of a method of Groovy that is written here; one that is called may have a closure behind it as well. */
  #isDeclared(name: number): boolean {
    const { kind, source = '' } = this.#values.tokens[name - 1] ?? {};
    return kind === 'name' ? !goesOn.test(source) || source === 'def' : /^[>\]]$/.test(source);
  }

  /** `name => …`; parameters in parentheses are read where they begin. */
  #readArrow(index: number): void {
    const before = this.#values.tokens[index - 1];
    if (before?.kind !== 'name' || this.#isGroovy) return;
    this.#parameters.push({ open: index - 2, close: index, at: before.at });
    this.#add(index - 1, index + 1, 'function');
  }

  /** A closure of Groovy, a class, or braces that say nothing. */
  #readBrace(open: number): void {
    const before = this.#values.tokens[open - 1];
    if (this.#isClass(open)) this.#add(open, open, 'class');
    else if (this.#isGroovy && !this.#isLabel(before?.source ?? '')) this.#readClosure(open);
    else this.#add(open, open, 'block');
  }

  #readClosure(open: number): void {
    const close = this.#values.endOf(open);
    for (let next = open + 1; next < Math.min(close, open + maxHead); next += 1) {
      if (this.#values.isMark(next, '{') || this.#values.isMark(next, ';')) break;
      if (!this.#values.isMark(next, '-') || !this.#values.isMark(next + 1, '>')) continue;
      this.#parameters.push({ open, close: next, at: this.#values.tokens[open]?.at ?? 0 });
      break;
    }
    this.#add(open, open, 'function');
  }

  #isLabel(source: string): boolean {
    return source === '' || source === ';' || source === '}';
  }

  #isClass(open: number): boolean {
    for (let index = open - 1; index > open - maxHead && index >= 0; index -= 1) {
      const { kind, source } = this.#values.tokens[index] ?? {};
      if (kind === 'name' && /^(?:class|interface|enum|trait)$/.test(source ?? '')) return true;
      if (kind === 'mark' && /^[;{}()=]$/.test(source ?? '')) return false;
    }
    return false;
  }

  /** The `{` or `=>` behind parameters, and behind a type or what is thrown; −1: they are none. */
  #bodyBehind(close: number): number {
    const next = close + 1;
    if (this.#values.isMark(next, '{')) return next;
    if (this.#values.isMark(next, '=>')) return this.#behindArrow(next);
    const isThrows = this.#values.tokens[next]?.source === 'throws';
    const isTyped = this.#isGroovy ? isThrows : this.#values.isMark(next, ':');
    return isTyped ? this.#bodyBehindType(next + 1) : -1;
  }

  #bodyBehindType(start: number): number {
    const { tokens } = this.#values;
    for (let at = start; at < start + maxHead && at < tokens.length; at += 1) {
      const { kind, source = '' } = tokens[at] ?? {};
      if (kind !== 'mark') continue;
      if (source === '=>') return this.#behindArrow(at);
      const isType = /^[:|&<,]$/.test(tokens[at - 1]?.source ?? '');
      if (source === '{' && !isType) return at;
      if (/^[;)\]}=?]$/.test(source)) return -1;
      at = this.#values.endOf(at);
    }
    return -1;
  }

  #behindArrow(at: number): number {
    return this.#values.isMark(at + 1, '{') ? at + 1 : at;
  }

  /** A block from one token to the end of the braces, or of the statement, that begins with another one. */
  #add(from: number, body: number, kind: Stretch['kind']): void {
    const at = this.#values.tokens[from]?.at;
    if (at === undefined) return;
    if (this.#values.isMark(body, '{')) this.#known.add(body);
    const last = this.#values.isMark(body, '{') ? this.#values.endOf(body) : (this.#ends[body] ?? 0) - 1;
    const token = this.#values.tokens[Math.min(last, this.#values.tokens.length - 1)];
    const end = token === undefined ? at : token.at + token.length;
    if (end > at) this.#stretches.push({ at, end, kind });
  }
}

/** For each token where a statement, or an expression, that begins with it ends: the place of the token behind. */
function endsOfStatements(values: ValueReader): Int32Array {
  const { tokens } = values;
  const ends = new Int32Array(tokens.length + 1).fill(tokens.length);
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const { kind, source = '' } = tokens[index] ?? {};
    const isMark = kind === 'mark';
    const isBracket = isMark && /^[([{]$/.test(source);
    const next = values.endOf(index) + 1;
    const behind = tokens[next];
    // Without a semicolon a statement ends with its line.
    const isLast = isBracket || !(isMark || (kind === 'name' && goesOn.test(source)));
    const isEnd = isLast && behind !== undefined && behind.kind !== 'mark' && !goesOn.test(behind.source);
    if (isMark && /^[;,)\]}]$/.test(source)) ends[index] = index;
    else ends[index] = isEnd ? next : (ends[next] ?? tokens.length);
  }
  return ends;
}
