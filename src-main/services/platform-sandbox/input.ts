import type { z } from 'zod';
import { type ErrorDetail, invalidData } from './failure.ts';
import type { JsonObject } from './state/entities.ts';

type Issue = z.core.$ZodIssue;

/** Reads a body by its schema. @throws PlatformError INVALID_DATA, with a detail for each member that is wrong */
export function readInput<T>(schema: z.ZodType<T>, body: JsonObject | readonly unknown[]): T {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidData(parsed.error.issues.flatMap(detailsOf));
}

function detailsOf(issue: Issue): readonly ErrorDetail[] {
  const target = issue.path.join('.');
  const at = target === '' ? {} : { target };
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      code: 'INVALID_VALUE',
      target: [...issue.path, key].join('.'),
      message: `${key} is not a property of this resource.`,
    }));
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return [{ code: 'REQUIRED_VALUE', ...at, message: `${target} is required.` }];
  const inner = innerOf(issue);
  return [
    {
      code: 'INVALID_VALUE',
      ...at,
      message: `${target === '' ? 'The body' : target}: ${issue.message}`,
      ...(inner === null ? {} : { innerError: inner }),
    },
  ];
}

function innerOf(issue: Issue): JsonObject | null {
  if (issue.code === 'invalid_value') return { allowedValues: issue.values.map(String) };
  if (issue.code === 'too_small') return { rangeMinimumValue: Number(issue.minimum) };
  if (issue.code === 'too_big') return { rangeMaximumValue: Number(issue.maximum) };
  if (issue.code === 'invalid_format' && issue.pattern !== undefined)
    return { allowedPattern: issue.pattern };
  return null;
}
