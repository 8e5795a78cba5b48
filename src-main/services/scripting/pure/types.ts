import type { ErrorCode } from '#shared/errors/codes.ts';

/** A location in a script; both numbers count from 1. */
export interface ScriptPosition {
  readonly line: number;
  readonly column: number;
}

/** Why a script cannot be loaded. */
export interface ScriptProblem extends ScriptPosition {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string;
}

/** A script in the language that the sandbox runs. */
export interface TranslatedScript {
  /** The body of a function whose parameters are the bindings; its lines are those of the source. */
  readonly body: string;
  /** Bindings that it names. */
  readonly uses: ReadonlySet<string>;
  /** True if it keeps nothing between runs and depends on no clock, no chance and no network. */
  readonly isStateless: boolean;
}

export type Translation =
  | { readonly ok: true; readonly script: TranslatedScript }
  | { readonly ok: false; readonly problem: ScriptProblem };
