import type { JsonValue } from '../../workspace/three-way.ts';
import type { MappingEntries } from '../configuration/operations.ts';
import { attributePrefix, namesInBraces, variableOf } from '../requests/variables.ts';

/** Takes every member by its own name. */
export const identityKey = '/*';

/** Names of the attributes of a mapping, at any depth; `/*` means all writable ones. */
function namesIn(mapping: MappingEntries): readonly string[] {
  return Object.entries(mapping).flatMap(([key, value]) =>
    typeof value === 'string' ? [key] : namesIn(value),
  );
}

/** A request that writes attributes, by its mapping or by placeholders. */
interface WritingRequest {
  readonly path: string;
  readonly requestMapping?: MappingEntries | null | undefined;
  readonly requestBody?: JsonValue | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly queryParams?: Readonly<Record<string, string>>;
}

interface Writing extends WritingRequest {
  readonly additionalStep: readonly WritingRequest[];
}

const known = new WeakMap<Writing, ReadonlySet<string> | null>();

/**
 * Attributes that a request of an operation takes; null: all that may be written. The path of a main request tells which
 * object it is about, and carries nothing unless it creates it.
 */
export function writtenNames(writing: Writing, creates = false): ReadonlySet<string> | null {
  const found = known.get(writing);
  if (found !== undefined) return found;
  const steps = writing.additionalStep;
  const names = new Set([
    ...[writing, ...steps].flatMap(({ requestMapping }) => namesIn(requestMapping ?? {})),
    ...[creates ? writing : { ...writing, path: '' }, ...steps]
      .flatMap(placeholderNames)
      .flatMap(attributeOf),
  ]);
  const written = names.has(identityKey) ? null : names;
  known.set(writing, written);
  return written;
}

/** Texts in braces in a request, whatever they stand for. */
export function placeholderNames({
  path,
  requestBody,
  headers,
  queryParams,
}: WritingRequest): readonly string[] {
  const texts = [path, ...textsOf({ headers, queryParams, requestBody })];
  return texts.flatMap(namesInBraces);
}

function attributeOf(name: string): readonly string[] {
  if (name.startsWith(attributePrefix)) return [name.slice(attributePrefix.length)];
  return variableOf.has(name) ? [] : [name];
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
