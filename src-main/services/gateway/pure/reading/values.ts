import {
  type CompiledExpression,
  compileExpression,
  configTree,
  requestTree,
} from '#shared/expressions/index.ts';
import { parseDuration } from '#shared/throttle/index.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import { type ReadContext, report, reportInvalid, reportText } from './context.ts';

const reference = /&\{([^{}]*)\}/g;

/** A text with the properties of the route filled in; unknown ones are kept. */
function substituted(context: ReadContext, text: string): string {
  if (!text.includes('&{')) return text;
  return text.replace(reference, (written, name: string) =>
    Object.hasOwn(context.properties, name) ? String(context.properties[name]) : written,
  );
}

/** A runtime expression, ready to run. */
export function readExpression(
  context: ReadContext,
  text: string,
  path: JsonPath,
): CompiledExpression | null {
  const source = substituted(context, text);
  const { expression, problems } = compileExpression(source, { kind: 'runtime', tree: requestTree });
  for (const problem of problems) reportText(context, path, problem, { isVerbatim: source === text });
  return expression;
}

/**
 * The value of a configuration expression; a value other than text is returned unchanged. undefined: a
 * problem was noted.
 */
export function readConfigValue(context: ReadContext, value: unknown, path: JsonPath): unknown {
  if (typeof value !== 'string') return value;
  const source = substituted(context, value);
  const { expression, problems } = compileExpression(source, { kind: 'config', tree: configTree });
  for (const problem of problems) reportText(context, path, problem, { isVerbatim: source === value });
  if (expression === null) return undefined;
  const { value: result, error } = expression.evaluate(context.scope);
  if (error === null && result !== null) return result;
  report(context, path, {
    code: 'expression.no-value',
    message: error ?? 'The expression has no value.',
    fix: 'Define its input in the properties or environment, or enter the value directly.',
  });
  return undefined;
}

/** A text that may be a configuration expression. */
export function readText(context: ReadContext, value: unknown, path: JsonPath): string | null {
  const result = readConfigValue(context, value, path);
  if (result === undefined) return null;
  if (typeof result === 'string') return result;
  return reportInvalid(context, path, 'Expected a string.', 'Put it in quotes.');
}

/** A number that may be a configuration expression, or a text of digits. */
export function readNumber(context: ReadContext, value: unknown, path: JsonPath): number | null {
  const result = readConfigValue(context, value, path);
  if (result === undefined) return null;
  const isDigits = typeof result === 'string' && /^\s*-?\d{1,15}\s*$/.test(result);
  const number = isDigits ? Number(result) : result;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  return reportInvalid(context, path, 'Expected a number.', 'Use a whole number.');
}

/** A truth that may be a configuration expression. */
export function readBoolean(context: ReadContext, value: unknown, path: JsonPath): boolean | null {
  const result = readConfigValue(context, value, path);
  if (result === undefined) return null;
  if (typeof result === 'boolean') return result;
  if (result === 'true' || result === 'false') return result === 'true';
  return reportInvalid(context, path, 'Expected true or false.', 'Use true or false.');
}

/** A duration in whole milliseconds, rounded up; what the products ignore in it is a warning. */
export function readMillis(
  context: ReadContext,
  value: unknown,
  path: JsonPath,
): number | 'unlimited' | null {
  const text = readText(context, value, path);
  if (text === null) return null;
  const parsed = parseDuration(text);
  const isVerbatim = text === value;
  if ('problem' in parsed) return reportText(context, path, parsed.problem, { isVerbatim });
  for (const warning of parsed.warnings)
    reportText(context, path, warning, { severity: 'warning', isVerbatim });
  return parsed.nanos === 'unlimited' ? 'unlimited' : Math.ceil(parsed.nanos / 1_000_000);
}
