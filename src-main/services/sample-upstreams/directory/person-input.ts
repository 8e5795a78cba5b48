import { z } from 'zod';
import type { Person } from './people.ts';
import { DirectoryRefusal } from './responses.ts';

const phone = z.strictObject({
  kind: z.string().max(40).default('work'),
  number: z.string().min(3).max(40),
});

const personSchema = z.strictObject({
  id: z.number().int().optional(),
  login: z.string().regex(/^[a-z0-9._-]{1,64}$/, { error: 'must contain only a-z, 0-9, “.”, “_” and “-”' }),
  name: z
    .strictObject({ given: z.string().max(100).default(''), family: z.string().max(100).default('') })
    .prefault({}),
  contact: z
    .strictObject({
      email: z.email().max(200).or(z.literal('')).default(''),
      phones: z.array(phone).max(20).default([]),
    })
    .prefault({}),
  employment: z
    .strictObject({
      title: z.string().max(100).default(''),
      hired: z.iso.datetime({ offset: true }).default('2020-01-01T09:00:00Z'),
      active: z.boolean().default(true),
    })
    .prefault({}),
});

/** A person out of a body. @throws DirectoryRefusal 422, which names the field that is wrong */
export function readPerson(body: unknown, id: number): Person {
  const parsed = personSchema.safeParse(withoutNulls(body));
  if (parsed.success) return { ...parsed.data, id };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || null;
  const message =
    issue?.code === 'invalid_type' && issue.input === undefined ? 'is required' : (issue?.message ?? '');
  throw new DirectoryRefusal(422, 'validation', `${field ?? 'The body'} ${message}`, { field });
}

/** A person with a change laid over it: objects member by member, lists as a whole, null removes. RFC 7396 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else if (name !== '__proto__') merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

function withoutNulls(value: unknown): unknown {
  return isObject(value) ? mergePatch({}, value) : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
