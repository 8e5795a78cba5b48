import { matchesFilter, parseQueryFilter, type QueryFilter } from '#shared/query/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { Person } from './people.ts';
import { DirectoryRefusal } from './responses.ts';

const usualLimit = 20;
const maxLimit = 100;

/**
 * A page of people: by `cursor`, or by `offset` from 0, with `limit` of them, those alone that `q` selects.
 * @throws DirectoryRefusal 400
 */
export function selectPage(people: readonly Person[], query: string): JsonValue {
  const given = new URLSearchParams(query);
  const limit = numberOf(given, 'limit', usualLimit, 1, maxLimit);
  const filter = filterOf(given.get('q'));
  const selected = people.filter((person) => filter === null || matchesFilter(filter, flat(person)));
  const start = startOf(selected, given);
  const items = selected.slice(start, start + limit);
  const last = items.at(-1);
  const hasMore = start + limit < selected.length;
  return {
    items: items as unknown as JsonValue,
    page: {
      total: selected.length,
      next: hasMore && last !== undefined ? cursorAfter(last.id) : null,
      has_more: hasMore,
    },
  };
}

function startOf(people: readonly Person[], given: URLSearchParams): number {
  const cursor = given.get('cursor');
  if (cursor === null || cursor === '') return numberOf(given, 'offset', 0, 0, 1_000_000);
  const id = Number(/^after:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]);
  if (Number.isNaN(id))
    throw new DirectoryRefusal(400, 'malformed', 'The cursor is not valid', { field: 'cursor' });
  const next = people.findIndex((person) => person.id > id);
  return next < 0 ? people.length : next;
}

function cursorAfter(id: number): string {
  return Buffer.from(`after:${id}`, 'latin1').toString('base64url');
}

/** Operators as in SCIM, members joined by dots: `contact.email co "frost" and employment.active eq true`. */
function filterOf(text: string | null): QueryFilter | null {
  if (text === null || text.trim() === '') return null;
  const parsed = parseQueryFilter(text);
  if ('filter' in parsed) return parsed.filter;
  throw new DirectoryRefusal(400, 'malformed', `q: ${parsed.problem.message}`, { field: 'q' });
}

/** Members by their dotted paths, which is how `q` names them. */
function flat({ id, login, name, contact, employment }: Person): Readonly<Record<string, JsonValue>> {
  return {
    id,
    login,
    'name.given': name.given,
    'name.family': name.family,
    'contact.email': contact.email,
    'contact.phones.number': contact.phones.map(({ number }) => number),
    'employment.title': employment.title,
    'employment.hired': employment.hired,
    'employment.active': employment.active,
  };
}

function numberOf(given: URLSearchParams, name: string, usual: number, min: number, max: number): number {
  const text = given.get(name);
  if (text === null || text === '') return usual;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new DirectoryRefusal(400, 'malformed', `${name} must be a number from ${min} to ${max}`, {
    field: name,
  });
}
