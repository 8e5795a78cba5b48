import { assertNever } from '../errors/index.ts';
import type { Node } from './ast.ts';
import { expressionFunctions, type Patterns } from './functions/index.ts';
import { callMethod } from './methods.ts';
import { applyBinary } from './operators.ts';
import type { Scope } from './types.ts';
import { booleanOf, EvaluationError, isEmpty, memberOf, numberOf } from './values.ts';

/** A part of an expression that is ready to run. */
export type Evaluator = (scope: Scope) => unknown;

/** Makes closures of a node: no text is ever run as a program. */
export function evaluatorOf(node: Node, patterns: Patterns): Evaluator {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'name': {
      const { name } = node;
      return (scope) => (Object.hasOwn(scope, name) ? (scope[name] ?? null) : null);
    }
    case 'member': {
      const object = evaluatorOf(node.object, patterns);
      if (node.key.kind === 'literal') {
        const { value } = node.key;
        return (scope) => memberOf(object(scope), value);
      }
      const key = evaluatorOf(node.key, patterns);
      return (scope) => memberOf(object(scope), key(scope));
    }
    case 'call':
      return callOf(node, patterns);
    case 'method': {
      const object = evaluatorOf(node.object, patterns);
      const args = node.args.map((arg) => evaluatorOf(arg, patterns));
      const { name } = node;
      return (scope) =>
        callMethod(
          object(scope),
          name,
          args.map((arg) => arg(scope)),
          patterns,
        );
    }
    case 'unary':
      return unaryOf(node, patterns);
    case 'binary':
      return binaryOf(node, patterns);
    case 'choice': {
      const [test, yes, no] = [node.test, node.yes, node.no].map((part) => evaluatorOf(part, patterns));
      return (scope) => (booleanOf(test?.(scope)) ? yes?.(scope) : no?.(scope));
    }
    default:
      return assertNever(node);
  }
}

function callOf({ name, args: nodes }: Extract<Node, { kind: 'call' }>, patterns: Patterns): Evaluator {
  const called = expressionFunctions.get(name);
  const args = nodes.map((node) => evaluatorOf(node, patterns));
  if (called === undefined)
    return () => {
      throw new EvaluationError(`The function ${name} does not exist.`);
    };
  const [first, second] = args;
  // Most calls have two arguments.
  if (args.length === 2 && first !== undefined && second !== undefined)
    return (scope) => called.apply([first(scope), second(scope)], patterns);
  return (scope) =>
    called.apply(
      args.map((arg) => arg(scope)),
      patterns,
    );
}

function unaryOf({ operator, operand }: Extract<Node, { kind: 'unary' }>, patterns: Patterns): Evaluator {
  const value = evaluatorOf(operand, patterns);
  switch (operator) {
    case '-':
      return (scope) => -numberOf(value(scope));
    case '!':
      return (scope) => !booleanOf(value(scope));
    case 'empty':
      return (scope) => isEmpty(value(scope));
    default:
      return assertNever(operator);
  }
}

function binaryOf(
  { operator, left: leftNode, right: rightNode }: Extract<Node, { kind: 'binary' }>,
  patterns: Patterns,
): Evaluator {
  const left = evaluatorOf(leftNode, patterns);
  const right = evaluatorOf(rightNode, patterns);
  if (operator === '&&') return (scope) => booleanOf(left(scope)) && booleanOf(right(scope));
  if (operator === '||') return (scope) => booleanOf(left(scope)) || booleanOf(right(scope));
  return (scope) => applyBinary(operator, left(scope), right(scope));
}
