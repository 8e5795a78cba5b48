import { readAnsiEscape } from './ansi-escape.ts';
import { jsonOf } from './request-fact.ts';
import {
  joined,
  partOf,
  type Replacement,
  type WrittenText,
  WrittenTextBuilder,
  withReplaced,
} from './script-text.ts';
import { leadingWords, type ShellCommand } from './shell-command.ts';

/** Length of a pipeline through which text is followed. */
const maxPiped = 20;

/** The text that a command prints; null: it is unknown until the command runs. */
export function outputOf(command: ShellCommand, depth = 0): WrittenText | null {
  const [name, ...words] = command.words.slice(leadingWords(command));
  if (name === undefined || depth > maxPiped) return null;
  switch (name.text) {
    case 'echo':
      return echoed(words);
    case 'printf':
      return printed(words);
    case 'cat':
      return words.every(({ text }) => text === '-') && words.length < 2 ? handedOn(command, depth) : null;
    // Its file arguments only receive a copy.
    case 'tee':
      return handedOn(command, depth);
    case 'jq':
      return madeByJq(words);
    default:
      return null;
  }
}

/** The standard input of a command; null: it has none. A null text is unknown until the command runs. */
export function inputOf({ input }: ShellCommand, depth = 0): { readonly text: WrittenText | null } | null {
  if (input.text !== null || input.isFile) return { text: input.text };
  if (input.from === undefined) return null;
  return { text: input.from === null ? null : outputOf(input.from, depth) };
}

function handedOn(command: ShellCommand, depth: number): WrittenText | null {
  return inputOf(command, depth + 1)?.text ?? null;
}

/** With `-n`, jq prints the value of its program; a program that is JSON is that value. */
function madeByJq([option, program, ...more]: readonly WrittenText[]): WrittenText | null {
  const isNull = /^-(?:n|nc|cn)$|^--null-input$/.test(option?.text ?? '');
  const isValue = program !== undefined && jsonOf(program.text) !== undefined;
  return isNull && more.length === 0 && isValue ? program : null;
}

function echoed([first, ...rest]: readonly WrittenText[]): WrittenText | null {
  const isOption = first !== undefined && /^-[neE]+$/.test(first.text);
  const words = isOption || first === undefined ? rest : [first, ...rest];
  const [only, ...more] = words;
  const text = only !== undefined && more.length === 0 ? only : joined(words, ' ');
  return isOption && first.text.includes('e') ? unescaped(text) : text;
}

/** The output of `printf`; null: the fields and the values do not match one to one. */
function printed([format, ...values]: readonly WrittenText[]): WrittenText | null {
  if (format === undefined) return null;
  const builder = new WrittenTextBuilder();
  const left = values.values();
  let end = 0;
  for (const { 0: field, index } of format.text.matchAll(/%./gs)) {
    builder.addWritten(unescaped(partOf(format, end, index)));
    const value = field === '%%' ? partOf(format, index, index + 1) : left.next().value;
    if (value === undefined || !/^%[%sdi]$/.test(field)) return null;
    builder.addWritten(value);
    end = index + field.length;
  }
  // `printf` repeats the format while values remain.
  if (left.next().value !== undefined) return null;
  builder.addWritten(unescaped(partOf(format, end, format.text.length)));
  return withoutBreak(builder.build());
}

function withoutBreak(written: WrittenText): WrittenText {
  return written.text.endsWith('\n') ? partOf(written, 0, written.text.length - 1) : written;
}

/** The text with its backslash escapes replaced. */
function unescaped(written: WrittenText): WrittenText {
  if (!written.text.includes('\\')) return written;
  return withReplaced(written, escapesIn(written.text));
}

function* escapesIn(text: string): Generator<Replacement> {
  for (let at = text.indexOf('\\'); at >= 0; ) {
    const { says, width } = readAnsiEscape(text, at);
    yield { at, length: width, text: says };
    at = text.indexOf('\\', at + width);
  }
}
