import type { ValueReader } from './script-values.ts';

/** The functions of a script of JavaScript or Groovy: the same name in two of them is two variables. */
export interface FunctionScopes {
  /** True if one place lies in the function of the other, or in one within it. */
  areRelated(one: number, other: number): boolean;
}

/** Words with a test in parentheses, behind which a block is none of a function. */
const beforeTest = /^(?:if|for|while|switch|catch|with|synchronized)$/;

interface Body {
  readonly at: number;
  readonly end: number;
  /** The body around it. */
  readonly around: Body | null;
}

/** Finds the bodies of functions, by the offsets of their brackets. */
export function functionScopes(values: ValueReader): FunctionScopes {
  const bodies = bodiesOf(values);

  /** The innermost body around a place; null: it lies in none. */
  function within(at: number): Body | null {
    let [low, high] = [0, bodies.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((bodies[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    let body = bodies[low - 1] ?? null;
    while (body !== null && at >= body.end) body = body.around;
    return body;
  }

  const holds = (body: Body | null, at: number) => body === null || (body.at < at && at < body.end);
  return {
    areRelated: (one, other) => holds(within(one), other) || holds(within(other), one),
  };
}

function bodiesOf(values: ValueReader): readonly Body[] {
  const bodies: Body[] = [];
  let around: Body | null = null;
  for (const [index, { at }] of values.tokens.entries()) {
    while (around !== null && at >= around.end) around = around.around;
    if (!values.isMark(index, '{') || !isOfFunction(values, index)) continue;
    around = { at, end: values.tokens[values.closeOf(index)]?.at ?? at, around };
    bodies.push(around);
  }
  return bodies;
}

function isOfFunction(values: ValueReader, index: number): boolean {
  if (values.isMark(index - 1, '=>')) return true;
  if (!values.isMark(index - 1, ')')) return false;
  return !beforeTest.test(values.tokens[values.openOf(index - 1) - 1]?.source ?? '');
}
