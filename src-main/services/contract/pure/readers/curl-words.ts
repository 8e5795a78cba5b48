import { withinQuotes } from '#shared/shell/shell-word.ts';
import { readAnsiEscape } from './ansi-escape.ts';
import { plainText, type Span, type WrittenText, WrittenTextBuilder } from './script-text.ts';
import type { CommandInput, ShellCommand } from './shell-command.ts';
import { outputOf } from './shell-output.ts';
import { shellParameter } from './shell-parameter.ts';
import { ShellVariables } from './shell-variables.ts';
import { TextCursor } from './text-cursor.ts';

const maxCommands = 200_000;
const maxNested = 50;
/** Characters of a variable that are filled in. */
const maxValue = 100_000;

const inAnsi = (text: string): string =>
  text.replace(/[\\'\n]/g, (unit) => (unit === '\n' ? String.raw`\n` : `\\${unit}`));
const inDouble = (text: string): string => text.replace(/["\\$`]/g, (unit) => `\\${unit}`);
/** As browsers copy a command for the command prompt of Windows: a caret before whatever it would act on. */
const inPrompt = (text: string): string =>
  text.replace(/["\\&|<>^%!{}]/g, (unit) =>
    unit === '"' ? String.raw`^\^"` : unit === '\\' ? '\\\\' : `^${unit}`,
  );
const inDocument = (text: string): string => text.replace(/[\\$`]/g, (unit) => `\\${unit}`);
const inBare = (text: string): string => text.replace(/[^\w./:=@%+,{}[\]-]/g, (unit) => `\\${unit}`);

/**
 * The simple commands of a shell script, those in `$(…)` too, with their words as the shell reads them. Variables that
 * the script sets are filled in; others stay as `\${NAME}`.
 * @throws contract.unreadable where a quotation or a substitution does not end
 */
export function shellCommands(text: string, file: string): readonly ShellCommand[] {
  const reader = new ShellReader(text, file);
  reader.readCommands(null);
  return reader.commands;
}

class ShellReader extends TextCursor {
  readonly commands: ShellCommand[] = [];
  readonly #variables: ShellVariables;
  /** True if carets precede quotations. */
  readonly #isPrompt: boolean;
  #pending: { readonly end: string; readonly isPlain: boolean; readonly input: CommandInput }[] = [];
  /** True behind the name of a function whose body begins next. */
  #isFunction = false;
  #depth = 0;

  constructor(text: string, file: string) {
    super(text, file);
    this.#variables = new ShellVariables(text);
    this.#isPrompt = /\^"/.test(text);
  }

  /** Reads up to a closing bracket, or to the end, and returns the commands that are not within others. */
  readCommands(close: string | null): readonly ShellCommand[] {
    const own: ShellCommand[] = [];
    /** The command before, null behind a group of them, and whether its output goes into the next one. */
    let last: ShellCommand | null = null;
    let isPiped = false;
    /** Parentheses that are open, and whether a command is missing behind `&&` or `||`. */
    let depth = 0;
    let isLacking = false;
    while (this.at < this.text.length) {
      const unit = this.text[this.at] ?? '';
      if (unit === close && depth === 0) {
        this.at += 1;
        this.#variables.leave('list');
        return own;
      }
      if (this.commands.length >= maxCommands) throw this.failure(this.at, 'there are too many commands');
      if (unit === '\n') {
        if (!isLacking) this.#variables.leave('list');
        this.#skipHereDocuments();
      } else if (unit === '#') this.skipLine();
      else if (/[;&|]/.test(unit)) {
        const mark =
          /^(?:&&|\|\||;;&?|;&|\|&|[;&|])/.exec(this.text.slice(this.at, this.at + 3))?.[0] ?? unit;
        isPiped = mark === '|' || mark === '|&';
        isLacking = mark === '&&' || mark === '||';
        this.#follow(mark);
        this.at += mark.length;
      } else if (/[\s(){}!]/.test(unit)) {
        if (/[)}]/.test(unit)) last = null;
        depth = Math.max(0, depth + (unit === '(' ? 1 : unit === ')' ? -1 : 0));
        this.#group(unit);
        this.at += 1;
      } else {
        last = this.#readCommand(close, isPiped ? { from: last } : {});
        own.push(last);
        isPiped = false;
        isLacking = false;
        this.#readFunction(last.words);
      }
    }
    if (close !== null) throw this.failure(this.text.length, 'a substitution is not closed');
    return own;
  }

  /** Commands behind `&&` and `||` may not run; those behind all else do. */
  #follow(mark: string): void {
    if (mark === '&&' || mark === '||') {
      this.#variables.enterList();
    } else if (!mark.startsWith('|')) {
      this.#variables.leave('list');
      if (mark.length > 1) this.#variables.branch();
    }
  }

  /** Brackets around commands: parentheses run them apart, and braces behind the name of a function when it is called. */
  #group(unit: string): void {
    if (unit === ')' || unit === '}') {
      this.#variables.leave('list');
      this.#variables.leave(...(unit === ')' ? (['apart'] as const) : (['function', 'group'] as const)));
    } else if (unit === '(') this.#variables.enter('apart');
    else if (unit === '{') {
      this.#variables.enter(this.#isFunction ? 'function' : 'group');
      this.#isFunction = false;
    }
  }

  /** `name()` and `function name`, whose body is in the braces behind. */
  #readFunction(words: readonly WrittenText[]): void {
    const [brackets] = /^\(\s{0,20}\)/.exec(this.text.slice(this.at, this.at + 22)) ?? [];
    if (brackets !== undefined && words.length > 0) this.at += brackets.length;
    const isNamed = words[0]?.text === 'function';
    if (isNamed && words.at(-1)?.text === '{') this.#variables.enter('function');
    else if (isNamed || (brackets !== undefined && words.length === 1)) this.#isFunction = true;
  }

  #readCommand(close: string | null, source: Pick<CommandInput, 'from'>): ShellCommand {
    const at = this.at;
    const words: WrittenText[] = [];
    const places: Span[] = [];
    const input: CommandInput = { text: null, isFile: false, ...source };
    let end = at;
    let isLeading = true;
    while (this.at < this.text.length) {
      const unit = this.text[this.at] ?? '';
      if (unit === '(' && this.#isList(words, end)) {
        this.#skipList();
        words.pop();
        places.pop();
        end = this.at;
        continue;
      }
      if (unit === close || /[\n;|()]/.test(unit)) break;
      if (unit === '&') {
        if (this.text[this.at + 1] === '>') this.at += 2;
        else break;
      } else if (this.#skipContinuation()) continue;
      else if (/\s/.test(unit)) this.at += 1;
      else if (unit === '#') this.skipLine();
      else if (unit === '<' || unit === '>') {
        this.#readRedirection(input, close);
        end = this.at;
      } else {
        const start = this.at;
        const word = this.#readWord(close);
        end = this.at;
        // The number before a redirection says which stream: `2>&1`.
        if (/^\d+$/.test(word.text) && /[<>]/.test(this.text[end] ?? '')) continue;
        words.push(word);
        isLeading &&= this.#variables.keyword(word.text, end);
        places.push({ at: start, length: end - start });
      }
    }
    this.#variables.run(
      words.map(({ text }) => text),
      this.at,
    );
    const command = { at, length: end - at, words, places, input };
    this.commands.push(command);
    return command;
  }

  /** True behind `name=`, where the elements of a list stand in parentheses. */
  #isList(words: readonly WrittenText[], end: number): boolean {
    const name = /^([A-Za-z_]\w*)\+?=$/.exec(words.at(-1)?.text ?? '')?.[1];
    if (name === undefined || end !== this.at) return false;
    this.#variables.set(name, undefined);
    return true;
  }

  #skipList(): void {
    const start = this.at;
    this.at += 1;
    while (this.text[this.at] !== ')') {
      if (this.at >= this.text.length) throw this.failure(start, 'a list is not closed');
      if (/[\s;|&()<>]/.test(this.text[this.at] ?? '')) this.at += 1;
      else if (this.text[this.at] === '#') this.skipLine();
      else this.#readWord(')');
    }
    this.at += 1;
  }

  #readWord(close: string | null): WrittenText {
    const builder = new WrittenTextBuilder();
    while (this.at < this.text.length) {
      const unit = this.text[this.at] ?? '';
      if (unit === close || /[\s;|&()<>]/.test(unit)) break;
      const pair = this.text.slice(this.at, this.at + 2);
      if (this.#skipContinuation()) continue;
      if (unit === "'") this.#readSingle(builder);
      else if (unit === '"') this.#readDouble(builder, '"');
      else if (this.#isPrompt && pair === '^"') {
        this.at += 1;
        this.#readPrompt(builder);
      } else if (pair === "$'") this.#readAnsi(builder);
      else if (pair === '$"') {
        this.at += 1;
        this.#readDouble(builder, '"');
      } else if (unit === '$' || unit === '`') this.#readDollar(builder, inBare);
      else if (unit === '\\') this.take(builder, this.text[this.at + 1] ?? '', 2, inBare);
      else this.take(builder, unit, 1, inBare);
    }
    return builder.build();
  }

  #readSingle(builder: WrittenTextBuilder): void {
    const at = this.at + 1;
    const end = this.text.indexOf("'", at);
    if (end < 0) throw this.failure(this.at, 'a quotation mark is not closed');
    builder.add(this.text.slice(at, end), at, end - at, withinQuotes);
    this.at = end + 1;
  }

  #readAnsi(builder: WrittenTextBuilder): void {
    const start = this.at;
    this.at += 2;
    while (this.text[this.at] !== "'") {
      const unit = this.text[this.at];
      if (unit === undefined) throw this.failure(start, 'a quotation mark is not closed');
      if (unit === '\\') this.#readEscape(builder);
      else this.take(builder, unit, 1, inAnsi);
    }
    this.at += 1;
  }

  #readEscape(builder: WrittenTextBuilder): void {
    const { says, width } = readAnsiEscape(this.text, this.at);
    this.take(builder, says, width, inAnsi);
  }

  /** A quotation of the command prompt, up to `^"`; `^\^"` is a quotation mark in it. */
  #readPrompt(builder: WrittenTextBuilder): void {
    const start = this.at;
    this.at += 1;
    while (!this.text.startsWith('^"', this.at)) {
      const unit = this.text[this.at];
      if (unit === undefined) throw this.failure(start, 'a quotation mark is not closed');
      const written =
        /^(?:\^\\\^"|\\[\\"]|\^\r?\n(?:\r?\n)?|\^[^])/.exec(this.text.slice(this.at, this.at + 5))?.[0] ??
        unit;
      const meant = written.startsWith('^') && /[\r\n]/.test(written) ? '\n' : (written.at(-1) ?? '');
      this.take(builder, meant, written.length, inPrompt);
    }
    this.at += 2;
  }

  #readDouble(builder: WrittenTextBuilder, quote: string): void {
    const start = this.at;
    this.at += 1;
    while (this.text[this.at] !== quote) {
      const unit = this.text[this.at];
      if (unit === undefined) throw this.failure(start, 'a quotation mark is not closed');
      const next = this.text[this.at + 1] ?? '';
      if (unit === '\\' && /["\\$`]/.test(next)) {
        this.take(builder, next, 2, inDouble);
      } else if (this.#skipContinuation()) continue;
      else if (unit === '$' || unit === '`') this.#readDollar(builder, inDouble);
      else this.take(builder, unit, 1, inDouble);
    }
    this.at += 1;
  }

  /** A variable, or a command whose output is not known. */
  #readDollar(builder: WrittenTextBuilder, encode: (text: string) => string): void {
    const at = this.at;
    const parameter = this.text[at] === '$' ? shellParameter(this.text, at) : null;
    if (parameter !== null) {
      const { name, width, isPlain } = parameter;
      const value = isPlain ? this.#variables.valueOf(name) : undefined;
      this.at += width;
      builder.addUnwritten(value ?? `\${${name}}`, at, width);
    } else if (this.text.startsWith('$(', at)) {
      const output = this.#readSubstitution(at);
      builder.addUnwritten(output ?? '${command}', at, this.at - at);
    } else if (this.text[at] === '`') {
      const end = this.text.indexOf('`', at + 1);
      if (end < 0) throw this.failure(at, 'a substitution is not closed');
      this.at = end + 1;
      builder.addUnwritten('${command}', at, this.at - at);
    } else this.take(builder, '$', 1, encode);
  }

  /** Returns what the command within prints; null: that is not known. */
  #readSubstitution(at: number): string | null {
    this.at = at + 2;
    this.#depth += 1;
    if (this.#depth > maxNested) throw this.failure(at, 'substitutions are nested too deeply');
    this.#variables.enter('apart');
    const [only, ...more] = this.readCommands(')');
    this.#variables.leave('apart');
    this.#depth -= 1;
    const output = only === undefined || more.length > 0 ? null : outputOf(only);
    return output === null || output.text.length > maxValue ? null : output.text.replace(/\n$/, '');
  }

  /** `\`, `^` or a grave accent at the end of a line: the command goes on. */
  #skipContinuation(): boolean {
    if (!'\\^`'.includes(this.text[this.at] ?? ' ')) return false;
    const [all] = /^.\r?\n/.exec(this.text.slice(this.at, this.at + 3)) ?? [];
    this.at += all?.length ?? 0;
    return all !== undefined;
  }

  #readRedirection(input: CommandInput, close: string | null): void {
    const start = this.text.slice(this.at, this.at + 200);
    const [all = '', quote = '', end] = /^<<-?\s*(['"]?)([\w.]+)['"]?/.exec(start) ?? [];
    if (end !== undefined && !start.startsWith('<<<')) {
      this.#pending.push({ end, isPlain: quote !== '', input });
      this.at += all.length;
      return;
    }
    const [mark = '<'] = /^(?:<<<|<&|<>|<|>>|>&|>\||>)/.exec(start) ?? [];
    this.at += mark.length;
    // The file of a process, `<(…)`, is the word of another command.
    if (this.text[this.at] === '(') return;
    this.at += /^[ \t]*/.exec(this.text.slice(this.at, this.at + 200))?.[0].length ?? 0;
    const word = this.#readWord(close);
    if (mark === '<<<') input.text = word;
    else if (mark === '<') input.isFile = true;
  }

  #skipHereDocuments(): void {
    this.at += 1;
    for (const { end, isPlain, input } of this.#pending) {
      const at = this.at;
      const rest = this.text.slice(at);
      const found = new RegExp(`^[ \\t]*${end.replaceAll('.', String.raw`\.`)}[ \\t]*\\r?$`, 'm').exec(rest);
      if (found === null) throw this.failure(at, `the here-document ${end} is not closed`);
      const document = rest.slice(0, found.index);
      input.text =
        isPlain || !/[$`]/.test(document) ? plainText(document, at) : this.#expanded(at + found.index);
      this.at = at + found.index + found[0].length;
    }
    this.#pending = [];
  }

  /** A text up to a place with the values of variables in it. POSIX 2.7.4 */
  #expanded(end: number): WrittenText {
    const builder = new WrittenTextBuilder();
    while (this.at < end) {
      const at = this.at;
      const unit = this.text[at] ?? '';
      const next = this.text[at + 1] ?? '';
      if (unit === '$' || unit === '`') this.#readDollar(builder, inDocument);
      else if (unit === '\\' && /[\\$`]/.test(next)) this.take(builder, next, 2, inDocument);
      else {
        const plain = /^[^$`\\]+/.exec(this.text.slice(at, end))?.[0] ?? unit;
        this.take(builder, plain, plain.length, inDocument);
      }
    }
    return builder.build();
  }
}
