import { GatehouseError } from '../errors/index.ts';
import { compilePattern, PatternRefusal, type StepBudget } from '../expressions/pattern/index.ts';
import { LimitExceeded } from '../expressions/values.ts';

/** Texts of remotes are looked at this far. */
const maxTextLength = 65_536;
/** Steps that all expressions could take over one answer: a second or so at the worst, a tenth of it with most. */
const maxStepsPerResponse = 40_000_000;

/** The remaining time that expressions may take over one answer. */
export type ResponseBudget = StepBudget;

/** A budget for one answer. */
export function responseBudget(): ResponseBudget {
  return { left: maxStepsPerResponse };
}

/** A regular expression of a configuration. */
export interface BoundedPattern {
  /** The first group, or all that matches where there is none; null: no match. @throws connector.expression-costly */
  extract(text: string, budget?: ResponseBudget): string | null;
  /** True if the pattern is found; false where that would take too long. */
  isFoundIn(text: string, budget?: ResponseBudget): boolean;
}

export type CompiledPattern =
  | { readonly pattern: BoundedPattern }
  | { readonly problem: { readonly message: string; readonly offset: number } };

/** Reads a regular expression; its time is bounded, whatever it and the text are. */
export function compileBounded(source: string): CompiledPattern {
  try {
    return { pattern: bounded(source) };
  } catch (refusal) {
    if (!(refusal instanceof PatternRefusal)) throw refusal;
    return { problem: { message: refusal.message, offset: refusal.offset } };
  }
}

function bounded(source: string): BoundedPattern {
  const pattern = compilePattern(source);
  const within = <Result>(run: () => Result, otherwise: () => Result): Result => {
    try {
      return run();
    } catch (error) {
      if (error instanceof LimitExceeded) return otherwise();
      throw error;
    }
  };
  return {
    extract: (text, budget) =>
      within(
        () => {
          const groups = pattern.groupsIn(text.slice(0, maxTextLength), budget);
          if (groups === null) return null;
          return groups.length > 1 ? (groups[1] ?? null) : (groups[0] ?? null);
        },
        () => {
          throw new GatehouseError(
            'connector.expression-costly',
            budget !== undefined && budget.left <= 0
              ? `The regular expression ${source} takes too long on the values of one response.`
              : `The regular expression ${source} takes too long on a value of ${text.length} characters.`,
            { fix: 'Simplify the expression, choose a path with shorter values, or reduce the page size.' },
          );
        },
      ),
    isFoundIn: (text, budget) =>
      within(
        () => pattern.isFoundIn(text.slice(0, maxTextLength), budget),
        () => false,
      ),
  };
}
