import { joined, partOf, type WrittenText } from './script-text.ts';
import type { ShellCommand } from './shell-command.ts';

/** Words that may stand before a command. */
const before = /^(?:[A-Za-z_]\w*=.*|if|then|else|do|while|until|time|exec|env|command)$/s;
/** Commands of a pipe that hand on what they read. */
const maxPiped = 20;

/** The text that a command prints; null: it is only known when it runs. */
export function outputOf(command: ShellCommand, depth = 0): WrittenText | null {
  const start = command.words.findIndex(({ text }) => !before.test(text));
  const [name, ...words] = start < 0 ? [] : command.words.slice(start);
  if (name === undefined || depth > maxPiped) return null;
  switch (name.text) {
    case 'echo':
      return joinedOf(words[0] !== undefined && /^-[neE]+$/.test(words[0].text) ? words.slice(1) : words);
    case 'printf':
      return printed(words);
    case 'cat':
    case 'tee':
      return handedOn(command, words, depth);
    case 'jq':
      return madeByJq(words);
    default:
      return null;
  }
}

/** The input of a command, and its text; null: it has none, and a text of null: it is only known when it runs. */
export function inputOf({ input }: ShellCommand, depth = 0): { readonly text: WrittenText | null } | null {
  if (input.text !== null || input.isFile) return { text: input.text };
  if (input.from === undefined) return null;
  return { text: input.from === null ? null : outputOf(input.from, depth) };
}

function handedOn(command: ShellCommand, words: readonly WrittenText[], depth: number): WrittenText | null {
  const [file, ...more] = words;
  const isInput = more.length === 0 && (file === undefined || file.text === '-');
  return isInput ? (inputOf(command, depth + 1)?.text ?? null) : null;
}

/** Without a file jq prints what its program makes; only a text of JSON is one that is the same. */
function madeByJq([option, program, ...more]: readonly WrittenText[]): WrittenText | null {
  const isNull = /^-(?:n|nc|cn)$|^--null-input$/.test(option?.text ?? '');
  return isNull && more.length === 0 ? (program ?? null) : null;
}

function joinedOf(words: readonly WrittenText[]): WrittenText | null {
  return words.length === 1 && words[0] !== undefined ? words[0] : joined(words, ' ');
}

/** `printf '%s' text`, and a format without fields. */
function printed([format, ...values]: readonly WrittenText[]): WrittenText | null {
  if (format === undefined) return null;
  const [value, ...more] = values;
  if (value !== undefined) return more.length === 0 && /^%s(?:\\n)?$/.test(format.text) ? value : null;
  if (format.text.includes('%')) return null;
  return format.text.endsWith(String.raw`\n`) ? partOf(format, 0, format.text.length - 2) : format;
}
