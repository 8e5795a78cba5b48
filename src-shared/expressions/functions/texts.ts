import { parsedJson } from '../../text/decoding.ts';
import { booleanOf, EvaluationError, jsonOf, numberOf, textOf } from '../values.ts';
import { type ExpressionFunction, textFunction } from './function.ts';

const minRadix = 2;
const maxRadix = 36;

function integerOf(text: string, radix: number): number | null {
  if (!Number.isInteger(radix) || radix < minRadix || radix > maxRadix)
    throw new EvaluationError(`A radix must be from ${minRadix} to ${maxRadix}.`);
  const digits = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, radix);
  const bare = text.trim().toLowerCase().replace(/^[+-]/, '');
  if (bare === '' || bare.split('').some((digit) => !digits.includes(digit))) return null;
  const number = Number.parseInt(text.trim(), radix);
  return Number.isSafeInteger(number) ? number : null;
}

/** Functions of texts, numbers and truths. */
export const textFunctions: readonly ExpressionFunction[] = [
  {
    name: 'bool',
    parameters: 'value',
    detail: 'true for the text “true”, case-insensitive',
    minArguments: 1,
    maxArguments: 1,
    apply: ([value]) => booleanOf(typeof value === 'number' ? value !== 0 : value),
  },
  {
    name: 'integer',
    parameters: 'text',
    detail: 'a whole number; null if the text is not a number',
    minArguments: 1,
    maxArguments: 1,
    apply: ([value]) => (typeof value === 'number' ? Math.trunc(value) : integerOf(textOf(value), 10)),
  },
  {
    name: 'integerWithRadix',
    parameters: 'text, radix',
    detail: 'a whole number in another base',
    minArguments: 2,
    maxArguments: 2,
    apply: ([value, radix]) => integerOf(textOf(value), numberOf(radix)),
  },
  textFunction('toLowerCase', 'in lowercase', (text) => text.toLowerCase()),
  textFunction('toUpperCase', 'in uppercase', (text) => text.toUpperCase()),
  textFunction('trim', 'without leading and trailing spaces', (text) => text.trim()),
  textFunction('escapeJson', 'escaped for a JSON string', (text) => JSON.stringify(text).slice(1, -1)),
  {
    name: 'toString',
    parameters: 'value',
    detail: 'the value as text',
    minArguments: 1,
    maxArguments: 1,
    apply: ([value]) => textOf(value),
  },
  {
    name: 'toJson',
    parameters: 'text',
    detail: 'the value of a JSON text; null if it is invalid',
    minArguments: 1,
    maxArguments: 1,
    apply: ([value]) => (typeof value === 'string' ? (parsedJson(value) ?? null) : jsonOf(value, false)),
  },
  {
    name: 'indexOf',
    parameters: 'text, part',
    detail: 'the position of a part, from 0; −1 if it is missing',
    minArguments: 2,
    maxArguments: 2,
    apply: ([text, part]) => textOf(text).indexOf(textOf(part)),
  },
];
