import type { Pattern } from '../pattern/index.ts';
import { textOf } from '../values.ts';

/** Gives a regular expression ready to match; null where the text is none. */
export type Patterns = (source: string) => Pattern | null;

/** A function of the language. */
export interface ExpressionFunction {
  readonly name: string;
  /** Its parameters for people: `text, pattern`. */
  readonly parameters: string;
  readonly detail: string;
  /** How many arguments it takes. */
  readonly minArguments: number;
  readonly maxArguments: number;
  /** Which argument is a regular expression. */
  readonly patternAt?: number;
  /** @throws EvaluationError */
  apply(args: readonly unknown[], patterns: Patterns): unknown;
}

/** A function of one text: null stays null. */
export function textFunction(
  name: string,
  detail: string,
  apply: (text: string) => unknown,
): ExpressionFunction {
  return valueFunction(name, 'text', detail, (value) => apply(textOf(value)));
}

/** A function of one value: null stays null. */
export function valueFunction(
  name: string,
  parameters: string,
  detail: string,
  apply: (value: unknown) => unknown,
): ExpressionFunction {
  return {
    name,
    parameters,
    detail,
    minArguments: 1,
    maxArguments: 1,
    apply: ([value]) => (value === null || value === undefined ? null : apply(value)),
  };
}
