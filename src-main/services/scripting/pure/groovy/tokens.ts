import type { ScriptPosition } from '../types.ts';

export type TokenKind = 'name' | 'number' | 'text' | 'punctuation' | 'newline' | 'end';

/** A part of a text with interpolations: its literal text, or the source of an expression. */
export type TextPart = string | (ScriptPosition & { readonly source: string });

export interface Token extends ScriptPosition {
  readonly kind: TokenKind;
  /** The source of the token; for a text, its content. */
  readonly text: string;
  /** Of a text in double quotes that has values in it. */
  readonly parts?: readonly TextPart[];
}

/** Ends the reading of a script at the place that it names. */
export class ScriptSyntaxError extends Error {
  override readonly name = 'ScriptSyntaxError';
  readonly position: ScriptPosition;
  readonly fix: string;

  constructor(message: string, position: ScriptPosition, fix: string) {
    super(message);
    this.position = position;
    this.fix = fix;
  }
}

/** Creates the error that refuses a construct outside of the subset. */
export function notInSubset(what: string, { line, column }: ScriptPosition): ScriptSyntaxError {
  return new ScriptSyntaxError(
    `${what} is not part of the supported Groovy subset.`,
    { line, column },
    'Supported: import of ThrottlingRate, def, if, ?:, ?., ==, strings, lists, maps, closures for then, return. Or write the script as application/javascript.',
  );
}

/** Creates the error that refuses a script that would exhaust the stack of its reader. */
export function nestedTooDeeply({ line, column }: ScriptPosition): ScriptSyntaxError {
  return new ScriptSyntaxError(
    'The script is nested too deeply.',
    { line, column },
    'Move parts into variables.',
  );
}
