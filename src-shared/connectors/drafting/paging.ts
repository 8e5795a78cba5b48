import { percentDecodedOrAsIs } from '../../text/decoding.ts';
import { isJsonObject, valueAt } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { JsonObject } from '../types.ts';
import { pathOf, type Segments } from './segments.ts';

/** How a list is asked for page by page; an empty name: the remote has no such parameter. */
export type DraftPaging =
  | { readonly kind: 'none' }
  | { readonly kind: 'offset'; readonly size: string; readonly offset: string; readonly isOneBased: boolean }
  | { readonly kind: 'number'; readonly size: string; readonly page: string }
  | { readonly kind: 'cookie'; readonly size: string; readonly cookie: string; readonly found: FoundCookie }
  | {
      readonly kind: 'link';
      readonly size: string;
      /** Path of the address of the next page in an answer. */
      readonly path: string;
      /** True if it stands in the Link header field instead. */
      readonly isHeader: boolean;
      /** True if the remote is behind a proxy. */
      readonly rewritesOrigin: boolean;
    };

/** Where an answer holds the cookie of the next page. */
export interface FoundCookie {
  readonly path: string;
  /** Takes it out of an address; null: the value is the cookie. */
  readonly regularExpression: string | null;
}

const sizeNames =
  /^(?:_?limit|count|size|per_?page|page_?size|page\[size\]|max(?:_?results)?|\$?top|items_?per_?page)$/i;
const offsetNames = /^(?:_?offset|\$?skip|_?start|start_?index|start_?at|first(?:_?result)?|from)$/i;
const pageNames = /^(?:_?page|page_?(?:number|no|num)|page\[number\])$/i;
const cookieNames =
  /^(?:cursor|after|next|page\[after\]|page_?token|next_?token|continuation(?:_?token)?|marker)$/i;

const cookiePlaces: readonly Segments[] = [
  ['nextCursor'],
  ['next_cursor'],
  ['nextPageToken'],
  ['next_page_token'],
  ['meta', 'after_cursor'],
  ['meta', 'next_cursor'],
  ['page', 'next'],
  ['paging', 'next'],
  ['links', 'next'],
  ['_links', 'next', 'href'],
  ['pagination', 'next_cursor'],
  ['next'],
];

/** Addresses of the next page as OData, HAL, JSON:API and others name them. */
const linkPlaces: readonly Segments[] = [
  ['@odata.nextLink'],
  ['odata.nextLink'],
  ['@nextLink'],
  ['nextLink'],
  ['d', '__next'],
  ['_links', 'next', 'href'],
  ['_links', 'next'],
  ['links', 'next', 'href'],
  ['links', 'next'],
  ['paging', 'next'],
  ['pagination', 'next'],
  ['meta', 'next'],
  ['next_page_url'],
  ['next_url'],
  ['next', 'href'],
  ['next'],
];
const addressBegin = /^(?:https?:\/\/|\/|\?)/i;

/** The address of the next page in an answer, and the parameter of the size that it names; null: there is none. */
function foundLink(sample: JsonObject): { readonly path: string; readonly sizeName: string | null } | null {
  for (const keys of linkPlaces) {
    const value = valueAt(sample, keys);
    if (typeof value !== 'string' || !addressBegin.test(value)) continue;
    const names = queryOf(value).map(([name]) => percentDecodedOrAsIs(name));
    const isOData = keys.some((key) => /odata|__next/i.test(key));
    return {
      path: pathOf(keys),
      sizeName: names.find((name) => sizeNames.test(name)) ?? (isOData ? '$top' : null),
    };
  }
  return null;
}

function linkPaging(size: string, path: string): DraftPaging {
  return { kind: 'link', size, path, isHeader: false, rewritesOrigin: false };
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Query of an address, by names. */
function queryOf(address: string): readonly (readonly [name: string, value: string])[] {
  const query = address.split('#')[0]?.split('?')[1] ?? '';
  return query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return [name, value];
  });
}

/** The cookie in an answer: a token of its own, or a parameter in the address of the next page. */
function foundCookie(
  sample: JsonObject,
): { readonly parameter: string | null; readonly found: FoundCookie } | null {
  for (const keys of cookiePlaces) {
    const value = valueAt(sample, keys);
    if (typeof value !== 'string' || value === '') continue;
    const path = pathOf(keys);
    if (!/[/?]/.test(value)) return { parameter: null, found: { path, regularExpression: null } };
    const parameter = queryOf(value).find(([name]) => cookieNames.test(decodeURIComponent(name)))?.[0];
    if (parameter !== undefined)
      return {
        parameter: decodeURIComponent(parameter),
        found: { path, regularExpression: `[?&]${escaped(parameter)}=([^&]+)` },
      };
  }
  return null;
}

/** Guesses paging from the names of the parameters that a list takes. */
export function pagingOfParameters(names: readonly string[], sample: JsonValue): DraftPaging {
  const size = names.find((name) => sizeNames.test(name)) ?? '';
  const cookie = names.find((name) => cookieNames.test(name));
  const found = isJsonObject(sample) ? foundCookie(sample) : null;
  if (cookie !== undefined && found !== null) return { kind: 'cookie', size, cookie, found: found.found };
  const offset = names.find((name) => offsetNames.test(name));
  if (offset !== undefined)
    return { kind: 'offset', size, offset, isOneBased: /^start_?index$/i.test(offset) };
  const page = names.find((name) => pageNames.test(name));
  if (page !== undefined) return { kind: 'number', size, page };
  const link = isJsonObject(sample) ? foundLink(sample) : null;
  return link === null ? { kind: 'none' } : linkPaging(size, link.path);
}

/** Guesses paging from a response alone: members beside the list often have the names of the parameters. */
export function pagingOfSample(sample: JsonValue): DraftPaging {
  if (!isJsonObject(sample)) return { kind: 'none' };
  if (Array.isArray(sample['Resources']) || sample['startIndex'] !== undefined)
    return { kind: 'offset', size: 'count', offset: 'startIndex', isOneBased: true };
  const cookie = foundCookie(sample);
  const beside = [sample, ...['meta', 'page', 'paging', 'pagination'].map((name) => sample[name])].filter(
    isJsonObject,
  );
  const names = beside.flatMap((object) =>
    Object.entries(object).flatMap(([name, value]) => (typeof value === 'number' ? [name] : [])),
  );
  const size = names.find((name) => sizeNames.test(name)) ?? 'limit';
  if (cookie !== null)
    return { kind: 'cookie', size, cookie: cookie.parameter ?? 'cursor', found: cookie.found };
  const link = foundLink(sample);
  if (link !== null) return linkPaging(link.sizeName ?? size, link.path);
  return pagingOfParameters(names, sample);
}

function joined(...pairs: readonly (readonly [name: string, variable: string])[]): string {
  return pairs.flatMap(([name, variable]) => (name === '' ? [] : [`${name}={${variable}}`])).join('&');
}

/** The `pagination` of a configuration; null: there is none. */
export function paginationOf(paging: DraftPaging): JsonObject | null {
  if (paging.kind === 'none') return null;
  const first = joined([paging.size, '_pageSize']);
  const bySize = first === '' ? {} : { pageSizePagination: { type: 'param', param: first } };
  if (paging.kind === 'cookie') {
    const { path, regularExpression } = paging.found;
    return {
      ...bySize,
      cookiePagination: {
        type: 'param',
        param: joined([paging.size, '_pageSize'], [paging.cookie, '_pagedResultsCookie']),
      },
      pagedResultsCookie: {
        type: 'body',
        path,
        ...(regularExpression === null ? {} : { regularExpression }),
      },
    };
  }
  if (paging.kind === 'link')
    return {
      ...bySize,
      cookiePagination: { path: '{_pagedResultsCookie}' },
      pagedResultsCookie: {
        ...(paging.isHeader ? { type: 'header', path: 'Link' } : { type: 'body', path: paging.path }),
        ...(paging.rewritesOrigin ? { rewriteOrigin: true } : {}),
      },
    };
  const variable =
    paging.kind === 'number'
      ? '_pageNumber'
      : paging.isOneBased
        ? '_pagedResultsOffSet+1'
        : '_pagedResultsOffSet';
  const name = paging.kind === 'number' ? paging.page : paging.offset;
  return {
    ...bySize,
    offSetPagination: { type: 'param', param: joined([paging.size, '_pageSize'], [name, variable]) },
  };
}
