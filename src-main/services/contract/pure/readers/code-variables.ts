import { type CodeBlocks, codeBlocks, type ParameterList } from './code-blocks.ts';
import type { Literal } from './literals.ts';
import type { ValueReader } from './script-values.ts';
import { ScriptVariables } from './script-variables.ts';
import type { TokenLanguage } from './tokenizer.ts';

const declaring = { groovy: /^(?:def|final)$/, javascript: /^(?:const|let|var)$/ } as const;
/** Names before a name that give it no value as a variable: of a type, or of a member of a class. */
const noVariable =
  /^(?:type|enum|static|readonly|public|private|protected|override|declare|abstract|accessor|return|case|export|default|import|new|typeof|in|of|else|await|yield|throw)$/;
/** Tokens of a type before a value. */
const maxType = 60;

/** The variables of a script of JavaScript or Groovy, with what gives them their values. */
export function codeVariables(values: ValueReader, language: TokenLanguage): ScriptVariables {
  return new VariableReader(values, language === 'groovy', codeBlocks(values, language)).read();
}

class VariableReader {
  readonly #values: ValueReader;
  readonly #isGroovy: boolean;
  readonly #declaring: RegExp;
  readonly #variables: ScriptVariables;
  readonly #parameters: readonly ParameterList[];
  /** Signs of equality that were read with a declaration, or among parameters. */
  readonly #read = new Set<number>();

  constructor(values: ValueReader, isGroovy: boolean, { blocks, parameters }: CodeBlocks) {
    this.#values = values;
    this.#isGroovy = isGroovy;
    this.#declaring = declaring[isGroovy ? 'groovy' : 'javascript'];
    // In Groovy a field has its name without `this` as well.
    this.#variables = isGroovy
      ? new ScriptVariables(blocks, (written) => written.replace(/^this\./, ''))
      : new ScriptVariables(blocks);
    this.#parameters = parameters;
  }

  read(): ScriptVariables {
    const { tokens } = this.#values;
    for (const list of this.#parameters) this.#readParameters(list);
    // A function that stands above may set a variable that is declared below.
    for (const [index, { kind, source }] of tokens.entries())
      if (kind === 'name' && this.#declaring.test(source)) this.#readDeclaration(index);
      else if (kind === 'name' && source === 'for') this.#readElement(index + 2);
      else if (this.#isGroovy && source === '=' && this.#isTyped(index)) this.#declare(index - 1, index - 1);
    for (const [index, { kind, source }] of tokens.entries())
      if (kind === 'mark' && !this.#read.has(index)) this.#readMark(index, source);
    return this.#variables;
  }

  /** The names of parameters hide those outside, and their values come with each call. */
  #readParameters({ open, close, at }: ParameterList): void {
    const home = this.#variables.blocks.within(at);
    for (let index = open; index <= close; index += 1)
      if (this.#values.isMark(index, '=')) this.#read.add(index);
    for (const name of this.#boundNames(open + 1, close))
      this.#variables.declare(name, home).assign({ from: at, at, value: null });
    const name = this.#functionName(open);
    if (name !== null)
      this.#variables.functions.add(
        name,
        open,
        this.#placesOf(open + 1, close).map((place) => {
          const own = place === null ? undefined : this.#values.tokens[place]?.source;
          return own === undefined ? null : { name: own, variable: this.#variables.declare(own, home) };
        }),
      );
  }

  /** `function name(`, `name(` of a method, `name = (` and `name: (`; null: it has none. */
  #functionName(open: number): string | null {
    const { tokens } = this.#values;
    const start = tokens[open - 1]?.source === 'async' ? open - 1 : open;
    const isSet = this.#values.isMark(start - 1, '=') || this.#values.isMark(start - 1, ':');
    const token = tokens[isSet ? start - 2 : start - 1];
    return token?.kind === 'name' ? token.source : null;
  }

  /** The names of parameters in their order; of patterns there is null. */
  #placesOf(start: number, end: number): readonly (number | null)[] {
    const places: (number | null)[] = [];
    let begin = start;
    for (let index = start; index <= end; index += 1) {
      index = this.#values.endOf(index);
      if (index < end && !this.#values.isMark(index, ',')) continue;
      // In Groovy a type may stand before the name.
      const isTyped = this.#isGroovy && this.#values.tokens[begin + 1]?.kind === 'name' && begin + 1 < index;
      const place = isTyped ? begin + 1 : begin;
      if (begin < index) places.push(this.#values.tokens[place]?.kind === 'name' ? place : null);
      begin = index + 1;
    }
    return places;
  }

  /** The names in a pattern that are given a value: those of types and defaults are not. */
  #boundNames(start: number, end: number): readonly string[] {
    const { tokens } = this.#values;
    const names: string[] = [];
    let inPattern = 0;
    for (let index = start; index < end; index += 1) {
      const { kind, source = '' } = tokens[index] ?? {};
      if (kind === 'name' && !this.#values.isMember(index)) {
        // In a pattern a name with a colon behind it is that of a member.
        if (inPattern === 0 || !this.#values.isMark(index + 1, ':')) names.push(source);
      } else if (source === '{' || source === '[') inPattern += 1;
      else if (source === '}' || source === ']') inPattern -= 1;
      else if (source === '=') index = this.#endOfDefault(index + 1, end) - 1;
      else if (source === ':' && inPattern === 0) index = this.#endOfType(index + 1, end) - 1;
    }
    return names;
  }

  #endOfDefault(start: number, end: number): number {
    const behind = this.#values.expression(start)[1];
    return Math.min(Math.max(behind, start), end);
  }

  /** Where a type ends: before a comma, a value, or the end of what it is in. */
  #endOfType(start: number, end: number): number {
    let depth = 0;
    for (let index = start; index < Math.min(end, start + maxType); index += 1) {
      const source = this.#values.tokens[index]?.source ?? '';
      if (source === '<') depth += 1;
      else if (source === '>') depth -= 1;
      else if (depth <= 0 && /^(?:,|=|;)$/.test(source)) return index;
      else if (/^[)\]}]$/.test(source)) return index;
      index = this.#values.endOf(index);
    }
    return end;
  }

  /** `const a = 1, b = 2`, `let a`, `const { a, b: c } = d`, `final String a = …`, `for (const a of b)`. */
  #readDeclaration(index: number): void {
    const { tokens } = this.#values;
    if (this.#values.isMember(index) || tokens[index - 1]?.source === 'as') return;
    let name = index + 1;
    for (let steps = 0; steps < 200; steps += 1) {
      const isPattern = this.#values.isMark(name, '{') || this.#values.isMark(name, '[');
      // In Groovy a type may stand between.
      if (this.#isGroovy && tokens[name + 1]?.kind === 'name' && this.#values.isMark(name + 2, '='))
        name += 1;
      if (!isPattern && tokens[name]?.kind !== 'name') return;
      const next = isPattern ? this.#readPattern(name, index) : this.#declare(name, index);
      if (!this.#values.isMark(next, ',')) return;
      name = next + 1;
    }
  }

  /** Declares a name with its value, and returns the place behind that. */
  #declare(name: number, keyword: number): number {
    const { tokens } = this.#values;
    const at = tokens[name]?.at ?? 0;
    const variable = this.#variables.declare(tokens[name]?.source ?? '', this.#homeOf(keyword));
    const isTyped = this.#values.isMark(name + 1, ':');
    const equals = isTyped ? this.#endOfType(name + 2, tokens.length) : name + 1;
    if (this.#values.isMark(equals, '=')) {
      this.#read.add(equals);
      const [value, next] = this.#values.expression(equals + 1);
      variable.assign({ from: at, at: this.#lastBefore(next), value });
      return next;
    }
    // The elements of a list are only known when it runs.
    const isElement = /^(?:of|in)$/.test(tokens[equals]?.source ?? '') || (this.#isGroovy && isTyped);
    if (isElement) variable.assign({ from: at, at, value: null });
    return equals;
  }

  /** `for (name of …)`, and a type before the name in Groovy: its values are only known when it runs. */
  #readElement(start: number): void {
    const { tokens } = this.#values;
    const name = /^(?:of|in)$/.test(tokens[start + 1]?.source ?? '') ? start : start + 1;
    const token = tokens[name];
    if (token?.kind !== 'name' || !/^(?:of|in)$/.test(tokens[name + 1]?.source ?? '')) return;
    if (name > start && (!this.#isGroovy || this.#declaring.test(tokens[start]?.source ?? ''))) return;
    const { at } = token;
    const home = this.#variables.blocks.within(at);
    this.#variables.declare(token.source, home).assign({ from: at, at, value: null });
  }

  #readPattern(open: number, keyword: number): number {
    const close = this.#values.endOf(open);
    const home = this.#homeOf(keyword);
    const isSet = this.#values.isMark(close + 1, '=');
    const next = isSet ? this.#values.expression(close + 2)[1] : close + 1;
    if (isSet) this.#read.add(close + 1);
    const [from, at] = [this.#values.tokens[open]?.at ?? 0, this.#lastBefore(next)];
    for (const name of this.#boundNames(open, close + 1))
      this.#variables.declare(name, home).assign({ from, at, value: null });
    for (let index = open; index < close; index += 1)
      if (this.#values.isMark(index, '=')) this.#read.add(index);
    return next;
  }

  /** A variable of `var` belongs to the whole function. */
  #homeOf(keyword: number) {
    const { at = 0, source } = this.#values.tokens[keyword] ?? {};
    const { blocks } = this.#variables;
    return source === 'var' ? blocks.functionAround(at) : blocks.within(at);
  }

  #readMark(index: number, source: string): void {
    const { tokens } = this.#values;
    if (source === '++' || source === '--') {
      const beside = tokens[index - 1]?.kind === 'name' ? index - 1 : index + 1;
      this.#assign(beside, tokens[index]?.at ?? 0, null);
    }
    if (source !== '=') return;
    const before = tokens[index - 1]?.source ?? '';
    if (before === '}' || before === ']') return this.#assignPattern(index);
    let name = index - 1;
    while (name > index - 4 && /^(?:[-+*/%&|^?]|\|\||&&)$/.test(tokens[name]?.source ?? '')) name -= 1;
    const [value, next] = this.#values.expression(index + 1);
    this.#assign(name, this.#lastBefore(next), name === index - 1 ? value : null);
  }

  #assign(index: number, at: number, value: Literal | null): void {
    const { tokens } = this.#values;
    const token = tokens[index];
    if (token?.kind !== 'name') return;
    const before = tokens[index - 1];
    const { blocks } = this.#variables;
    const isOwn = this.#values.isMember(index) && tokens[index - 2]?.source === 'this';
    const isField = isOwn || blocks.within(token.at)?.kind === 'class';
    if (
      (this.#values.isMember(index) && !isOwn) ||
      (!isField && before?.kind === 'name' && noVariable.test(before.source))
    )
      return;
    const variable = isField
      ? this.#variables.declare(`this.${token.source}`, blocks.around(token.at, ['class']))
      : (this.#variables.find(token.source, token.at) ?? this.#variables.declare(token.source, null));
    variable.assign({ from: token.at, at, value });
  }

  /** `[a, b] = …`, `({ a } = …)`; with an index, `a[0] = …`, no variable is set. */
  #assignPattern(index: number): void {
    const open = this.#values.openOf(index - 1);
    const before = this.#values.tokens[open - 1];
    const isIndex =
      this.#values.isMark(open, '[') &&
      (before?.kind === 'name' || before?.kind === 'text' || /^[)\]]$/.test(before?.source ?? ''));
    if (isIndex) return;
    const at = this.#lastBefore(this.#values.expression(index + 1)[1]);
    for (let name = open; name < index; name += 1)
      if (!this.#values.isMark(name + 1, ':')) this.#assign(name, at, null);
  }

  /** `String name = …` in Groovy. */
  #isTyped(equals: number): boolean {
    const { tokens } = this.#values;
    const [type, name] = [tokens[equals - 2], tokens[equals - 1]];
    if (name?.kind !== 'name' || this.#read.has(equals)) return false;
    if (type?.kind === 'name') return !noVariable.test(type.source) && !this.#declaring.test(type.source);
    return type?.source === '>' || (type?.source === ']' && !this.#values.isMember(equals - 1));
  }

  /** Where the token before this one begins: with it a value is there. */
  #lastBefore(next: number): number {
    const token = this.#values.tokens[Math.min(next, this.#values.tokens.length) - 1];
    return token?.at ?? 0;
  }
}
