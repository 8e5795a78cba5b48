import { withinQuotes } from '#shared/shell/shell-word.ts';
import { readAnsiEscape } from './ansi-escape.ts';
import { unreadable } from './json-text.ts';
import { plainText, type Span, type WrittenText, WrittenTextBuilder } from './script-text.ts';
import type { CommandInput, ShellCommand } from './shell-command.ts';
import { outputOf } from './shell-output.ts';

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

class ShellReader {
  readonly commands: ShellCommand[] = [];
  readonly #text: string;
  readonly #file: string;
  readonly #variables = new Map<string, string>();
  /** True if carets precede quotations. */
  readonly #isPrompt: boolean;
  #pending: { readonly end: string; readonly isPlain: boolean; readonly input: CommandInput }[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    this.#isPrompt = /\^"/.test(text);
  }

  /** Reads up to a closing bracket, or to the end, and returns the commands that are not within others. */
  readCommands(close: string | null): readonly ShellCommand[] {
    const own: ShellCommand[] = [];
    /** The command before, null behind a group of them, and whether its output goes into the next one. */
    let last: ShellCommand | null = null;
    let isPiped = false;
    while (this.#at < this.#text.length) {
      const unit = this.#text[this.#at] ?? '';
      if (unit === close) {
        this.#at += 1;
        return own;
      }
      if (this.commands.length >= maxCommands) throw this.#failure(this.#at, 'there are too many commands');
      if (unit === '\n') this.#skipHereDocuments();
      else if (unit === '#') this.#skipLine();
      else if (/[\s;&|(){}!]/.test(unit)) {
        const isOr = unit === '|' && this.#text[this.#at + 1] === '|';
        if (/[;&|]/.test(unit)) isPiped = unit === '|' && !isOr;
        if (/[)}]/.test(unit)) last = null;
        this.#at += isOr || this.#text.startsWith('|&', this.#at) ? 2 : 1;
      } else {
        last = this.#readCommand(close, isPiped ? { from: last } : {});
        own.push(last);
        isPiped = false;
      }
    }
    if (close !== null) throw this.#failure(this.#text.length, 'a substitution does not end');
    return own;
  }

  #readCommand(close: string | null, source: Pick<CommandInput, 'from'>): ShellCommand {
    const at = this.#at;
    const words: WrittenText[] = [];
    const places: Span[] = [];
    const input: CommandInput = { text: null, isFile: false, ...source };
    let end = at;
    while (this.#at < this.#text.length) {
      const unit = this.#text[this.#at] ?? '';
      if (unit === close || /[\n;|()]/.test(unit)) break;
      if (unit === '&') {
        if (this.#text[this.#at + 1] === '>') this.#at += 2;
        else break;
      } else if (this.#skipContinuation()) continue;
      else if (/\s/.test(unit)) this.#at += 1;
      else if (unit === '#') this.#skipLine();
      else if (unit === '<' || unit === '>') {
        this.#readRedirection(input, close);
        end = this.#at;
      } else {
        const start = this.#at;
        const word = this.#readWord(close);
        end = this.#at;
        // The number before a redirection says which stream: `2>&1`.
        if (/^\d+$/.test(word.text) && /[<>]/.test(this.#text[end] ?? '')) continue;
        words.push(word);
        places.push({ at: start, length: end - start });
      }
    }
    this.#assign(words);
    const command = { at, length: end - at, words, places, input };
    this.commands.push(command);
    return command;
  }

  #assign(words: readonly WrittenText[]): void {
    for (const { text } of words) {
      if (/^(?:export|local|readonly|declare|set)$/.test(text)) continue;
      const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
      if (name === undefined) return;
      if (value.length <= maxValue) this.#variables.set(name, value);
      else this.#variables.delete(name);
    }
  }

  #readWord(close: string | null): WrittenText {
    const builder = new WrittenTextBuilder();
    while (this.#at < this.#text.length) {
      const unit = this.#text[this.#at] ?? '';
      if (unit === close || /[\s;|&()<>]/.test(unit)) break;
      const pair = this.#text.slice(this.#at, this.#at + 2);
      if (this.#skipContinuation()) continue;
      if (unit === "'") this.#readSingle(builder);
      else if (unit === '"') this.#readDouble(builder, '"');
      else if (this.#isPrompt && pair === '^"') {
        this.#at += 1;
        this.#readPrompt(builder);
      } else if (pair === "$'") this.#readAnsi(builder);
      else if (pair === '$"') {
        this.#at += 1;
        this.#readDouble(builder, '"');
      } else if (unit === '$' || unit === '`') this.#readDollar(builder, inBare);
      else if (unit === '\\') {
        builder.add(this.#text[this.#at + 1] ?? '', this.#at, 2, inBare);
        this.#at += 2;
      } else {
        builder.add(unit, this.#at, 1, inBare);
        this.#at += 1;
      }
    }
    return builder.build();
  }

  #readSingle(builder: WrittenTextBuilder): void {
    const at = this.#at + 1;
    const end = this.#text.indexOf("'", at);
    if (end < 0) throw this.#failure(this.#at, 'a quotation does not end');
    builder.add(this.#text.slice(at, end), at, end - at, withinQuotes);
    this.#at = end + 1;
  }

  #readAnsi(builder: WrittenTextBuilder): void {
    const start = this.#at;
    this.#at += 2;
    while (this.#text[this.#at] !== "'") {
      const unit = this.#text[this.#at];
      if (unit === undefined) throw this.#failure(start, 'a quotation does not end');
      if (unit === '\\') this.#readEscape(builder);
      else {
        builder.add(unit, this.#at, 1, inAnsi);
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  #readEscape(builder: WrittenTextBuilder): void {
    const { says, width } = readAnsiEscape(this.#text, this.#at);
    builder.add(says, this.#at, width, inAnsi);
    this.#at += width;
  }

  /** A quotation of the command prompt, up to `^"`; `^\^"` is a quotation mark in it. */
  #readPrompt(builder: WrittenTextBuilder): void {
    const start = this.#at;
    this.#at += 1;
    while (!this.#text.startsWith('^"', this.#at)) {
      const unit = this.#text[this.#at];
      if (unit === undefined) throw this.#failure(start, 'a quotation does not end');
      const written =
        /^(?:\^\\\^"|\\[\\"]|\^\r?\n(?:\r?\n)?|\^[^])/.exec(this.#text.slice(this.#at, this.#at + 5))?.[0] ??
        unit;
      const meant = written.startsWith('^') && /[\r\n]/.test(written) ? '\n' : (written.at(-1) ?? '');
      builder.add(meant, this.#at, written.length, inPrompt);
      this.#at += written.length;
    }
    this.#at += 2;
  }

  #readDouble(builder: WrittenTextBuilder, quote: string): void {
    const start = this.#at;
    this.#at += 1;
    while (this.#text[this.#at] !== quote) {
      const unit = this.#text[this.#at];
      if (unit === undefined) throw this.#failure(start, 'a quotation does not end');
      const next = this.#text[this.#at + 1] ?? '';
      if (unit === '\\' && /["\\$`]/.test(next)) {
        builder.add(next, this.#at, 2, inDouble);
        this.#at += 2;
      } else if (this.#skipContinuation()) continue;
      else if (unit === '$' || unit === '`') this.#readDollar(builder, inDouble);
      else {
        builder.add(unit, this.#at, 1, inDouble);
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  /** A variable, or a command whose output is not known. */
  #readDollar(builder: WrittenTextBuilder, encode: (text: string) => string): void {
    const at = this.#at;
    const [, braced, bare] =
      /^\$(?:\{([A-Za-z_]\w*)(?:[^{}\w][^{}]*)?\}|([A-Za-z_]\w*|\d|[@*?#]))/.exec(
        this.#text.slice(at, at + 300),
      ) ?? [];
    const name = braced ?? bare;
    if (name !== undefined) {
      const width = this.#text.indexOf(name, at) + name.length - at;
      this.#at = braced === undefined ? at + width : this.#text.indexOf('}', at) + 1;
      builder.addUnwritten(this.#variables.get(name) ?? `\${${name}}`, at, this.#at - at);
    } else if (this.#text.startsWith('$(', at)) {
      const output = this.#readSubstitution(at);
      builder.addUnwritten(output ?? '${command}', at, this.#at - at);
    } else if (this.#text[at] === '`') {
      const end = this.#text.indexOf('`', at + 1);
      if (end < 0) throw this.#failure(at, 'a substitution does not end');
      this.#at = end + 1;
      builder.addUnwritten('${command}', at, this.#at - at);
    } else {
      builder.add('$', at, 1, encode);
      this.#at += 1;
    }
  }

  /** Returns what the command within prints; null: that is not known. */
  #readSubstitution(at: number): string | null {
    this.#at = at + 2;
    this.#depth += 1;
    if (this.#depth > maxNested) throw this.#failure(at, 'too many substitutions lie within each other');
    const [only, ...more] = this.readCommands(')');
    this.#depth -= 1;
    const output = only === undefined || more.length > 0 ? null : outputOf(only);
    return output === null || output.text.length > maxValue ? null : output.text.replace(/\n$/, '');
  }

  /** `\`, `^` or a grave accent at the end of a line: the command goes on. */
  #skipContinuation(): boolean {
    if (!'\\^`'.includes(this.#text[this.#at] ?? ' ')) return false;
    const [all] = /^.\r?\n/.exec(this.#text.slice(this.#at, this.#at + 3)) ?? [];
    this.#at += all?.length ?? 0;
    return all !== undefined;
  }

  #readRedirection(input: CommandInput, close: string | null): void {
    const start = this.#text.slice(this.#at, this.#at + 200);
    const [all = '', quote = '', end] = /^<<-?\s*(['"]?)([\w.]+)['"]?/.exec(start) ?? [];
    if (end !== undefined && !start.startsWith('<<<')) {
      this.#pending.push({ end, isPlain: quote !== '', input });
      this.#at += all.length;
      return;
    }
    const [mark = '<'] = /^(?:<<<|<&|<>|<|>>|>&|>\||>)/.exec(start) ?? [];
    this.#at += mark.length;
    // The file of a process, `<(…)`, is the word of another command.
    if (this.#text[this.#at] === '(') return;
    this.#at += /^[ \t]*/.exec(this.#text.slice(this.#at, this.#at + 200))?.[0].length ?? 0;
    const word = this.#readWord(close);
    if (mark === '<<<') input.text = word;
    else if (mark === '<') input.isFile = true;
  }

  #skipHereDocuments(): void {
    this.#at += 1;
    for (const { end, isPlain, input } of this.#pending) {
      const at = this.#at;
      const rest = this.#text.slice(at);
      const found = new RegExp(`^[ \\t]*${end.replaceAll('.', String.raw`\.`)}[ \\t]*\\r?$`, 'm').exec(rest);
      if (found === null) throw this.#failure(at, `the document that ends in ${end} does not end`);
      const document = rest.slice(0, found.index);
      input.text =
        isPlain || !/[$`]/.test(document) ? plainText(document, at) : this.#expanded(at + found.index);
      this.#at = at + found.index + found[0].length;
    }
    this.#pending = [];
  }

  /** A text up to a place with the values of variables in it. POSIX 2.7.4 */
  #expanded(end: number): WrittenText {
    const builder = new WrittenTextBuilder();
    while (this.#at < end) {
      const at = this.#at;
      const unit = this.#text[at] ?? '';
      const next = this.#text[at + 1] ?? '';
      if (unit === '$' || unit === '`') this.#readDollar(builder, inDocument);
      else if (unit === '\\' && /[\\$`]/.test(next)) {
        builder.add(next, at, 2, inDocument);
        this.#at += 2;
      } else {
        const plain = /^[^$`\\]+/.exec(this.#text.slice(at, end))?.[0] ?? unit;
        builder.add(plain, at, plain.length, inDocument);
        this.#at += plain.length;
      }
    }
    return builder.build();
  }

  #skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #failure(at: number, what: string) {
    return unreadable(this.#text, this.#file, at, what);
  }
}
