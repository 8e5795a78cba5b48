import type { QueryFilter } from '../../query/types.ts';

/** A filter without constants in it: the result is `true`, `false`, or contains neither. */
export function simplify(filter: QueryFilter): QueryFilter {
  if (filter.kind === 'not') {
    const part = simplify(filter.part);
    if (part.kind === 'true') return { kind: 'false' };
    if (part.kind === 'false') return { kind: 'true' };
    return part.kind === 'not' ? part.part : { kind: 'not', part };
  }
  if (filter.kind !== 'and' && filter.kind !== 'or') return filter;
  const { kind } = filter;
  const [neutral, deciding] = kind === 'and' ? (['true', 'false'] as const) : (['false', 'true'] as const);
  const parts = filter.parts
    .map(simplify)
    .filter((part) => part.kind !== neutral)
    .flatMap((part) => (part.kind === kind ? part.parts : [part]));
  if (parts.some((part) => part.kind === deciding)) return { kind: deciding };
  const [only] = parts;
  if (only === undefined) return { kind: neutral };
  return parts.length === 1 ? only : { kind, parts };
}

/** The attributes that a filter looks at, each once. */
export function fieldsOf(filter: QueryFilter): readonly string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [...new Set(filter.parts.flatMap(fieldsOf))];
    case 'not':
      return fieldsOf(filter.part);
    case 'present':
    case 'compare':
      return [filter.field];
    case 'true':
    case 'false':
      return [];
  }
}
