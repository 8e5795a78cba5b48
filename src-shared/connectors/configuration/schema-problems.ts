import type { z } from 'zod';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import { valueAt } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { ConnectorProblem } from '../types.ts';
import { problemAt } from './report.ts';

/** Converts the schema issues of a document to problems, each at the place of its error. */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  document: JsonValue,
): readonly ConnectorProblem[] {
  return issues.map((issue) => toProblem(deepest(issue), document));
}

interface Placed {
  readonly issue: z.core.$ZodIssue;
  readonly path: JsonPath;
}

/** The alternative of a union that got furthest gives the best error. */
function deepest(issue: z.core.$ZodIssue, before: JsonPath = []): Placed {
  const path = [...before, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  if (issue.code !== 'invalid_union') return { issue, path };
  const inner = issue.errors.map((alternative) => alternative[0]).filter((first) => first !== undefined);
  const placed = inner.map((first) => deepest(first, path));
  return placed.reduce((best, next) => (next.path.length > best.path.length ? next : best), {
    issue,
    path,
  });
}

function toProblem({ issue, path }: Placed, document: JsonValue): ConnectorProblem {
  const name = String(path.at(-1) ?? 'The document');
  const value = valueAt(document, path);
  if (value === undefined)
    return problemAt(path, 'connector.missing-member', 'error', `${name} is missing.`, `Add ${name}.`);
  return problemAt(path, 'connector.invalid', 'error', `${name}: ${sentence(issue, value)}`, fixOf(issue));
}

function sentence(issue: z.core.$ZodIssue, value: JsonValue): string {
  const found = kindOf(value);
  if (issue.code === 'invalid_type') return `expected ${aKind(issue.expected)}, received ${found}.`;
  if (issue.code === 'invalid_value') return `${issue.message}.`;
  if (issue.code === 'invalid_union') return `${found} is not allowed here.`;
  if (issue.code === 'too_small')
    return typeof value === 'number' ? `${value} is less than ${issue.minimum}.` : 'the value is empty.';
  if (issue.code === 'too_big') return `the value is greater than ${issue.maximum}.`;
  if (issue.code === 'invalid_format' && typeof value === 'string')
    return `“${value}” ${issue.message.startsWith('is ') ? issue.message : 'does not have the expected format'}.`;
  return `${found} is not a valid value (${issue.message}).`;
}

function fixOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `Use one of ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'too_small') return `Use ${issue.minimum} or more.`;
  if (issue.code === 'too_big') return `Use ${issue.maximum} or less.`;
  if (issue.code === 'invalid_type') return `Enter ${aKind(issue.expected)}.`;
  return 'Check the description of the member for allowed values.';
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : aKind(typeof value);
}

function aKind(kind: string): string {
  if (kind === 'int') return 'a whole number';
  if (kind === 'string') return 'a string';
  if (kind === 'array') return 'a list';
  if (kind === 'record' || kind === 'object') return 'an object';
  return `a ${kind}`;
}
