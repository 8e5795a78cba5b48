import type { RequestField, RequestTemplate } from './request.ts';

/** One difference between a request as the flow makes it and as it was edited. */
export interface RequestChange {
  readonly place: 'query' | 'form' | 'header' | 'line' | 'body';
  readonly name: string;
  readonly kind: 'edited' | 'left out' | 'added' | 'moved' | 'repeated' | 'encoded raw';
}

/** Returns the changes made to a request, in the order of its parts. */
export function describeEdits(before: RequestTemplate, after: RequestTemplate): readonly RequestChange[] {
  if (after === before) return [];
  if (after.raw !== before.raw) return [{ place: 'body', name: 'bytes', kind: 'edited' }];
  const line = (['method', 'path', 'version', 'origin'] as const)
    .filter((part) => before[part] !== after[part])
    .map((name): RequestChange => ({ place: 'line', name, kind: 'edited' }));
  return [
    ...line,
    ...listChanges('query', before.query, after.query),
    ...listChanges('header', before.headers, after.headers),
    ...bodyChanges(before, after),
  ];
}

function bodyChanges(before: RequestTemplate, after: RequestTemplate): readonly RequestChange[] {
  if (before.body.kind === 'form' && after.body.kind === 'form')
    return listChanges('form', before.body.fields, after.body.fields);
  const isSame = JSON.stringify(before.body) === JSON.stringify(after.body);
  return isSame ? [] : [{ place: 'body', name: 'body', kind: 'edited' }];
}

function listChanges(
  location: RequestChange['place'],
  before: readonly RequestField[],
  after: readonly RequestField[],
): readonly RequestChange[] {
  const changes: RequestChange[] = [];
  const note = (name: string, kind: RequestChange['kind']) => changes.push({ place: location, name, kind });
  const left = before.filter(({ isOmitted }) => !isOmitted);
  const right = after.filter(({ isOmitted }) => !isOmitted);
  for (const name of new Set([...left, ...right].map((field) => field.name))) {
    const [was, is] = [left, right].map((fields) => fields.filter((field) => field.name === name));
    if (was === undefined || is === undefined) continue;
    if (is.length === 0) note(name, 'left out');
    else if (was.length === 0) note(name, 'added');
    else if (is.length > was.length) note(name, 'repeated');
    else if (is.length < was.length || is.some(({ value }, index) => value !== was[index]?.value))
      note(name, 'edited');
    else if (is.some(({ encoding }, index) => encoding !== was[index]?.encoding)) note(name, 'encoded raw');
  }
  if (changes.length === 0 && left.some(({ name }, index) => right[index]?.name !== name))
    note('order', 'moved');
  return changes;
}

/** The changes in a few words, for a list of runs: `code_verifier edited`. */
export function summariseEdits(changes: readonly RequestChange[]): string {
  const [first, second] = changes;
  if (first === undefined) return '';
  const words = `${first.name} ${first.kind}`;
  return second === undefined ? words : `${words} and ${changes.length - 1} more`;
}
