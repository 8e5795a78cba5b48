import type { Span, WrittenText } from './script-text.ts';

/** A simple command of a shell script. */
export interface ShellCommand extends Span {
  readonly words: readonly WrittenText[];
  /** Where each word is written, with its quotation marks. */
  readonly places: readonly Span[];
  readonly input: CommandInput;
}

/** The input of a command. */
export interface CommandInput {
  /** Text in the lines below, `<<END`, or in the word behind, `<<<`. */
  text: WrittenText | null;
  /** True if it is the content of a file, `< file`. */
  isFile: boolean;
  /** The command whose output it is: `a | b`; null: several of them, or one that is not known. */
  readonly from?: ShellCommand | null;
}

/** Words that may stand before a command: values for it alone, options, and words of the shell. */
const before =
  /^(?:[A-Za-z_]\w*=.*|sudo|time|exec|env|command|nohup|if|then|else|elif|do|while|until|!|\{|-\w+|\d+)$/s;

/** How many words stand before the name of a command. */
export function leadingWords({ words }: ShellCommand): number {
  const first = words.findIndex(({ text }) => !before.test(text));
  return first < 0 ? words.length : first;
}
