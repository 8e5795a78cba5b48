import type { ScimFilter } from '#shared/query/scim/index.ts';
import { userNumberOf } from './seed/ids.ts';

const known = new Set(['id', 'username', 'email', 'externalid']);

/**
 * Numbers of the users of the beginning whom a filter can select, found in the values that it compares names and ids
 * with: so that no search looks through all of them. null: it may select any.
 */
export function likelyNumbers(filter: ScimFilter): ReadonlySet<number> | null {
  switch (filter.kind) {
    case 'or':
      return union(filter.parts.map(likelyNumbers));
    case 'and':
      // Whatever one part bounds, bounds all of it.
      return filter.parts.map(likelyNumbers).find((numbers) => numbers !== null) ?? null;
    case 'compare': {
      const [name = '', ...rest] = filter.path;
      const isBounding = filter.operator === 'eq' && rest.length === 0 && known.has(name.toLowerCase());
      return isBounding && typeof filter.value === 'string' ? numbersIn(filter.value) : null;
    }
    case 'not':
    case 'present':
    case 'some':
      return null;
  }
}

function union(sets: readonly (ReadonlySet<number> | null)[]): ReadonlySet<number> | null {
  const all = new Set<number>();
  for (const set of sets) {
    if (set === null) return null;
    for (const number of set) all.add(number);
  }
  return all;
}

/** Names, addresses, external ids and ids of the beginning all end in the user's number. */
function numbersIn(value: string): ReadonlySet<number> {
  const digits = /(\d{1,9})(?:@example\.com)?$/i.exec(value)?.[1];
  return new Set([userNumberOf(value), Number(digits ?? 0)].filter((number) => number > 0));
}
