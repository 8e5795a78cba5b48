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
