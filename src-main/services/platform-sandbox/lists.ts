import type { HttpResponse } from '#main/platform/http.ts';
import { instantOf } from '#shared/connectors/values/date-time.ts';
import {
  matchesScimFilter,
  parseScimFilter,
  type ScimAttributes,
  type ScimFilter,
} from '#shared/query/scim/index.ts';
import { baseUrl, type PlatformContext, required } from './context.ts';
import { invalidParameter } from './failure.ts';
import { jsonResponse } from './http/responses.ts';
import type { JsonObject } from './state/entities.ts';

const usualLimit = 100;
const maxLimit = 1_000;

const attributes: ScimAttributes = {
  isCaseExact: (name) => /(?:^|\.)(?:id|externalId)$/.test(name),
  instantOf: (name, text) => (/(?:At|Date)$/.test(name) ? instantOf(text) : null),
};

/** The parameters of a request for a list. */
export interface ListQuery {
  readonly limit: number;
  /** Place behind which the page begins; null: at the start. */
  readonly after: number | null;
  readonly filter: ScimFilter | null;
  readonly filterText: string | null;
}

/** Reads `filter`, `limit` and `cursor`. @throws PlatformError 400 */
export function readListQuery({ request }: PlatformContext, bodyFilter?: string): ListQuery {
  const given = new URLSearchParams(request.query);
  const filterText = bodyFilter ?? given.get('filter');
  return {
    limit: limitOf(given.get('limit')),
    after: afterOf(given.get('cursor')),
    filter: readFilter(filterText),
    filterText,
  };
}

/** Tests whether a filter selects a thing, as the platform shows it. */
export function isSelected(filter: ScimFilter | null, shown: JsonObject): boolean {
  return filter === null || matchesScimFilter(filter, shown, attributes);
}

function limitOf(text: string | null): number {
  if (text === null) return usualLimit;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw invalidParameter('limit', 'INVALID_VALUE', `limit must be a number from 1 to ${maxLimit}.`);
  return Math.min(Number(text), maxLimit);
}

function afterOf(cursor: string | null): number | null {
  if (cursor === null) return null;
  const place = /^after:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (place === undefined)
    throw invalidParameter('cursor', 'INVALID_VALUE', 'The cursor was not issued by this platform.');
  return Number(place);
}

/** @throws PlatformError 400 INVALID_FILTER, which names an operator that is no longer taken */
function readFilter(text: string | null): ScimFilter | null {
  if (text === null || text.trim() === '') return null;
  const parsed = parseScimFilter(text);
  if ('filter' in parsed) return parsed.filter;
  const { message, offset, operator } = parsed.problem;
  const place = operator === undefined ? ` The error is at character ${offset + 1}.` : '';
  throw invalidParameter('filter', 'INVALID_FILTER', `${message}${place}`);
}

/** One page of things with their places, as `_embedded.<name>`, with the link to the next. */
export function pageResponse(
  context: PlatformContext,
  name: string,
  { items, count, hasMore }: Page,
  query: ListQuery,
): HttpResponse {
  const self = `${baseUrl(context)}${context.request.path.slice(required(context.match).prefix.length)}`;
  const last = items.at(-1);
  const next = hasMore && last !== undefined ? { next: { href: nextUrl(self, query, last.order) } } : {};
  return jsonResponse(200, {
    _links: {
      self: { href: context.request.query === '' ? self : `${self}?${context.request.query}` },
      ...next,
    },
    _embedded: { [name]: items.map(({ shown }) => shown) },
    count,
    size: items.length,
  });
}

/** A thing with the place that it has in the whole list, and keeps whatever comes or goes. */
export interface Listed {
  readonly order: number;
  readonly shown: JsonObject;
}

/** Things of a page. */
export interface Page {
  readonly items: readonly Listed[];
  /** All that the filter selects. */
  readonly count: number;
  readonly hasMore: boolean;
}

/** Cuts a page out of a list that is short enough to be looked through. */
export function pageOf(all: readonly Listed[], { filter, after, limit }: ListQuery): Page {
  const selected = all.filter(({ shown }) => isSelected(filter, shown));
  const rest = selected.filter(({ order }) => after === null || order > after);
  return { items: rest.slice(0, limit), count: selected.length, hasMore: rest.length > limit };
}

function nextUrl(self: string, { filterText, limit }: ListQuery, order: number): string {
  const query = new URLSearchParams();
  if (filterText !== null) query.set('filter', filterText);
  query.set('limit', String(limit));
  query.set('cursor', Buffer.from(`after:${order}`, 'latin1').toString('base64url'));
  return `${self}?${query.toString()}`;
}
