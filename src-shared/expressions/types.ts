import type { ErrorCode } from '../errors/codes.ts';

/** Something that is wrong in a text (an expression, a duration), with its place in UTF-16 units from the start of the text. */
export interface TextProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string;
  readonly offset: number;
  readonly length: number;
}

/** The values of the roots of an expression by name: `request`, `contexts`, …; members may be lazy getters. */
export interface Scope {
  readonly [root: string]: unknown;
}

/** The result of an expression. An error leaves the value null, and its text is the same each time. */
export interface Evaluation {
  readonly value: unknown;
  readonly error: string | null;
  /** A bound on time or size was met: nobody knows what the value would have been. */
  readonly isExceeded?: true;
}

/** Names from a root on, as far as they are fixed: `contexts.client.remoteAddress`. */
export type NamePath = readonly string[];

export interface CompiledExpression {
  readonly source: string;
  /** True if the result is the same for every request: no root is named. */
  readonly isConstant: boolean;
  /** Every place of the context tree that it reads. */
  readonly reads: readonly NamePath[];
  evaluate(scope: Scope): Evaluation;
}

/** A name that an expression may use, and the names below it. */
export interface ContextNode {
  /** A description for the user. */
  readonly detail: string;
  readonly members?: ContextTree;
  /** The node of any other name or index: claims of a token, headers, elements of a list. */
  readonly items?: ContextNode;
}

export type ContextTree = Readonly<Record<string, ContextNode>>;

/** One proposal of the editor; `insert` takes the place of `replaceLength` units before the caret. */
export interface Completion {
  readonly label: string;
  readonly detail: string;
  readonly insert: string;
  readonly replaceLength: number;
  readonly kind: 'root' | 'member' | 'function';
}
