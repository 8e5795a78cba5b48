import { type RequestField, type RequestTemplate, requestField, templateNames } from '#shared/flows/index.ts';

export type FieldLocation = 'query' | 'headers' | 'form';

/** The change made to a field, compared with the request as the flow built it. */
export type FieldChange = 'none' | 'edited' | 'left-out' | 'added';

/** A field beside the one of the flow that it came from. */
export interface ComparedField {
  readonly field: RequestField;
  readonly original: RequestField | null;
  readonly change: FieldChange;
  /** Bound to a value of the run in the flow, and no more. */
  readonly isUnbound: boolean;
}

/** The fields of a list of a request. */
export function fieldsOf(request: RequestTemplate, location: FieldLocation): readonly RequestField[] {
  if (location !== 'form') return request[location];
  return request.body.kind === 'form' ? request.body.fields : [];
}

/** The request with another list of fields. */
export function withFields(
  request: RequestTemplate,
  location: FieldLocation,
  fields: readonly RequestField[],
): RequestTemplate {
  if (location !== 'form') return { ...request, [location]: [...fields] };
  return { ...request, body: { kind: 'form', fields: [...fields] } };
}

function changeOf(field: RequestField, original: RequestField | null): FieldChange {
  if (original === null) return 'added';
  if (field.isOmitted && !original.isOmitted) return 'left-out';
  return field.value === original.value && field.encoding === original.encoding ? 'none' : 'edited';
}

/** Sets each field beside the flow's own: the first of a name beside the first, the second beside the second. */
export function compareFields(
  fields: readonly RequestField[],
  originals: readonly RequestField[],
): { readonly rows: readonly ComparedField[]; readonly removed: readonly RequestField[] } {
  const left = [...originals];
  const rows = fields.map((field): ComparedField => {
    const at = left.findIndex(({ name }) => name === field.name);
    const original = left[at] ?? null;
    if (at >= 0) left.splice(at, 1);
    const wasBound = original !== null && templateNames(original.value).length > 0;
    return {
      field,
      original,
      change: changeOf(field, original),
      isUnbound: wasBound && templateNames(field.value).length === 0,
    };
  });
  return { rows, removed: left };
}

const automaticHeaders: ReadonlySet<string> = new Set(
  ['Host', 'Accept', 'Content-Type', 'Content-Length', 'Connection', 'User-Agent'].map((name) =>
    name.toLowerCase(),
  ),
);

/** True for a header that each request has, as the flow made it; one that was added is somebody's own. */
export function isAutomatic({ field, original }: ComparedField): boolean {
  return original !== null && automaticHeaders.has(field.name.toLowerCase());
}

/** Bytes of a text that are not those of another, without what both begin and end with. */
export function changedBytes(before: string, after: string): number {
  const [left, right] = [before, after].map((text) => new TextEncoder().encode(text));
  if (left === undefined || right === undefined) return 0;
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  return Math.max(left.length, right.length) - start - end;
}

/** The list with its field at `index` moved up or down by one place. */
export function movedField(
  fields: readonly RequestField[],
  index: number,
  by: -1 | 1,
): readonly RequestField[] {
  const field = fields[index];
  const to = index + by;
  if (field === undefined || to < 0 || to >= fields.length) return fields;
  return fields.toSpliced(index, 1).toSpliced(to, 0, field);
}

/** The list with an unnamed new field; among headers it goes before `Connection`, which ends the head. */
export function withNewField(fields: readonly RequestField[]): readonly RequestField[] {
  const isLast = fields.at(-1)?.name === 'Connection';
  return fields.toSpliced(isLast ? fields.length - 1 : fields.length, 0, requestField('', ''));
}

/** Ways in which a `code_verifier` is wrong on purpose; null leaves it out. RFC 7636 §4.1, §4.6 */
export const wrongVerifiers = {
  another: '{{code_verifier|reverse}}',
  'one-character': '{{code_verifier|flip-middle}}',
  challenge: '{{code_verifier|s256}}',
  'too-short': '{{code_verifier|first:42}}',
  'left-out': null,
} as const satisfies Readonly<Record<string, string | null>>;

export type WrongVerifier = keyof typeof wrongVerifiers;

/** The field with a verifier that the server has to refuse. */
export function withWrongVerifier(field: RequestField, wrong: WrongVerifier): RequestField {
  const value = wrongVerifiers[wrong];
  return value === null ? { ...field, isOmitted: true } : { ...field, value, isOmitted: false };
}
