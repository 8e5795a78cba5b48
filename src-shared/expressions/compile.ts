import type { Node, Template } from './ast.ts';
import { checkNodes } from './check.ts';
import { type Evaluator, evaluatorOf } from './evaluator.ts';
import type { Patterns } from './functions/index.ts';
import { SyntaxRefusal } from './lexer.ts';
import { parseTemplate } from './parser.ts';
import { compilePattern, type Pattern } from './pattern/index.ts';
import type { CompiledExpression, ContextTree, Evaluation, Scope, TextProblem } from './types.ts';
import { EvaluationError, LimitExceeded, textOf } from './values.ts';

const maxSourceLength = 20_000;
/** Regular expressions that are kept ready for one expression; others can be made from values. */
const maxPatterns = 16;

export interface CompileOptions {
  /** Evaluated once when a route is loaded, or with every request. */
  readonly kind: 'runtime' | 'config';
  readonly tree: ContextTree;
}

/** An expression that can run, unless it cannot be read, and everything that is wrong with it. */
export interface Compiled {
  readonly expression: CompiledExpression | null;
  readonly problems: readonly TextProblem[];
}

/** Reads a text with `${…}` in it, checks it and makes it ready to run. Whatever the text, it neither throws nor hangs. */
export function compileExpression(source: string, { kind, tree }: CompileOptions): Compiled {
  const template = parsed(source);
  if ('problem' in template) return { expression: null, problems: [template.problem] };
  const nodes = template.parts.filter((part) => typeof part !== 'string');
  const checked = checkNodes(nodes, source, tree);
  const problems =
    kind === 'config' ? checked.problems.map((problem) => atLoad(problem, source)) : checked.problems;
  if (problems.length > 0) return { expression: null, problems };
  const { reads } = checked;
  const isConstant = reads.length === 0;
  const evaluator = templateEvaluator(template.parts, createPatterns());
  const evaluate = (scope: Scope): Evaluation => evaluated(evaluator, scope);
  const constant = isConstant ? evaluate({}) : null;
  return {
    expression: { source, isConstant, reads, evaluate: constant === null ? evaluate : () => constant },
    problems,
  };
}

function parsed(source: string): { readonly parts: Template } | { readonly problem: TextProblem } {
  try {
    if (source.length > maxSourceLength)
      throw new SyntaxRefusal('The text is too long.', `Use at most ${maxSourceLength} characters.`, 0, 1);
    return { parts: parseTemplate(source) };
  } catch (refusal) {
    if (!(refusal instanceof SyntaxRefusal)) throw refusal;
    const { message, fix, offset, length } = refusal;
    return { problem: { code: 'expression.syntax', message, fix, offset, length } };
  }
}

const requestRoots = /^(?:request|response|contexts?|attributes|session)$/;

function atLoad(problem: TextProblem, source: string): TextProblem {
  const name = source.slice(problem.offset, problem.offset + problem.length);
  if (problem.code !== 'expression.unknown-name' || !requestRoots.test(name)) return problem;
  return {
    ...problem,
    message: `“${name}” is not available yet, because the value is evaluated once when the route is loaded.`,
    fix: 'Use env, system or properties.',
  };
}

function createPatterns(): Patterns {
  const known = new Map<string, Pattern | null>();
  return (source) => {
    const found = known.get(source);
    if (found !== undefined) return found;
    if (known.size >= maxPatterns) known.clear();
    const pattern = patternOrNull(source);
    known.set(source, pattern);
    return pattern;
  };
}

function patternOrNull(source: string): Pattern | null {
  try {
    return compilePattern(source);
  } catch {
    return null;
  }
}

/** A single expression keeps its type; with text around it, it becomes text. */
function templateEvaluator(parts: Template, patterns: Patterns): Evaluator {
  const evaluators = parts.map((part): Evaluator => {
    if (typeof part === 'string') return () => part;
    return evaluatorOf(part satisfies Node, patterns);
  });
  const [only] = evaluators;
  if (only === undefined) return () => '';
  if (evaluators.length === 1) return only;
  return (scope) => {
    let text = '';
    for (const evaluator of evaluators) text += textOf(evaluator(scope));
    return text;
  };
}

function evaluated(evaluator: Evaluator, scope: Scope): Evaluation {
  try {
    return { value: evaluator(scope) ?? null, error: null };
  } catch (error) {
    // An error thrown by a host object is kept out of the trace: it may hold anything.
    const text = error instanceof EvaluationError ? error.message : 'A value is not readable.';
    return error instanceof LimitExceeded
      ? { value: null, error: text, isExceeded: true }
      : { value: null, error: text };
  }
}

/** The value of an expression that has to be text, such as a group key; null where it is something else. */
export function evaluateString(expression: CompiledExpression, scope: Scope): string | null {
  const { value } = expression.evaluate(scope);
  return typeof value === 'string' ? value : null;
}
