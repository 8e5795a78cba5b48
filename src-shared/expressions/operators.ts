import { assertNever } from '../errors/index.ts';
import type { BinaryOperator } from './ast.ts';
import { booleanOf, EvaluationError, jsonOf, numberOf, textOf } from './values.ts';

/** Applies an operator that needs both of its sides. @throws EvaluationError where they do not fit it */
export function applyBinary(
  operator: Exclude<BinaryOperator, '&&' | '||'>,
  left: unknown,
  right: unknown,
): unknown {
  switch (operator) {
    case '==':
      return areEqual(left, right);
    case '!=':
      return !areEqual(left, right);
    case '<':
    case '>':
    case '<=':
    case '>=':
      return isOrdered(operator, left, right);
    case '+':
      return finite(numberOf(left) + numberOf(right));
    case '-':
      return finite(numberOf(left) - numberOf(right));
    case '*':
      return finite(numberOf(left) * numberOf(right));
    case '/':
      return finite(numberOf(left) / numberOf(right));
    case '%':
      return finite(numberOf(left) % numberOf(right));
    default:
      return assertNever(operator);
  }
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new EvaluationError('The result is not a finite number.');
}

function areEqual(left: unknown, right: unknown): boolean {
  const a = left ?? null;
  const b = right ?? null;
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === 'number' || typeof b === 'number') return isSameNumber(a, b);
  if (typeof a === 'boolean' || typeof b === 'boolean') return booleanOf(a) === booleanOf(b);
  if (typeof a === 'string' || typeof b === 'string') return textOf(a) === textOf(b);
  return jsonOf(a, false) === jsonOf(b, false);
}

function isSameNumber(a: unknown, b: unknown): boolean {
  // A text that is no number is simply not equal to one.
  const isNumeric = (value: unknown) =>
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  return isNumeric(a) && isNumeric(b) && Number(a) === Number(b);
}

function isOrdered(operator: '<' | '>' | '<=' | '>=', left: unknown, right: unknown): boolean {
  if (left === null || left === undefined || right === null || right === undefined) return false;
  const areTexts = typeof left === 'string' && typeof right === 'string';
  const [a, b] = areTexts ? [left, right] : [numberOf(left), numberOf(right)];
  switch (operator) {
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    default:
      return assertNever(operator);
  }
}
