import {
  type CompiledObjectType,
  type ConnectorObject,
  choosePage,
  type ListKind,
  listKindOf,
  type PageVariables,
} from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call, ConnectorPage, ConnectorQuery } from '../ports.ts';
import { anchorsBefore, type FoundPlace, placeBehind } from './anchors.ts';
import type { ConnectorContext } from './context.ts';
import { grown, onlyGrows } from './growing.ts';
import { ListEnd } from './list-end.ts';
import { type ListedPage, listed, type ReadPage } from './listing.ts';
import { findMatches, type QueryPlan } from './matching.ts';
import { beginning, cookieOf, isOwnCookie, positionOf, type SearchPosition } from './search-cookie.ts';

/** Said where a list moved between two requests. */
export const changedRemark = 'the data changed during the search; records may be missing or duplicated';

/** Page size to request if the caller gives none, or one too small to search efficiently. */
const usualPageSize = 100;

/** A running search. */
interface Search {
  readonly context: ConnectorContext;
  readonly type: CompiledObjectType;
  readonly plan: QueryPlan;
  readonly query: ConnectorQuery;
  readonly call: Call;
  readonly read: ReadPage;
  readonly kind: ListKind;
  /** True if the remote can only be asked for more and more of its first records. */
  readonly isGrowing: boolean;
  /** Records that the remote is asked for at once; null: its own number. */
  readonly remotePageSize: number | null;
}

/** The matches of a search, and the place from which it goes on; null: it is through. */
interface Gathered {
  readonly objects: readonly ConnectorObject[];
  readonly next: SearchPosition | null;
  readonly hasMoved: boolean;
  /** The total according to the remote; null: unknown. */
  readonly total: number | null;
  /** Why the result may be incomplete. */
  readonly remarks: readonly string[];
}

/**
 * Searches a remote list, as far as `pageSize` matches, or all of it. What the remote cannot filter is looked for on as
 * many of its pages as it takes; the cookie says where to go on, within a remote page too.
 * @throws ConnectorFailure
 */
export async function searchList(
  context: ConnectorContext,
  type: CompiledObjectType,
  { plan, query, call, read }: Pick<Search, 'plan' | 'query' | 'call' | 'read'>,
): Promise<ConnectorPage> {
  const pagination = type.config.operations?.QUERY?.pagination;
  const { pageSize } = query;
  const remotePageSize = remotePageSizeOf(type, plan, pageSize);
  const kind = listKindOf(pagination, remotePageSize);
  const whole: Search = {
    context,
    type,
    plan,
    query,
    call,
    read,
    kind,
    isGrowing: kind === 'single' && onlyGrows(pagination),
    remotePageSize,
  };
  if (context.ports.isLiteral() || (pageSize !== null && plan.local === null && isPassedOn(whole)))
    return passedOn(whole);
  const { position, skip } = startOf(whole);
  const { maximum = context.ports.maxListRecords() } = query;
  // One more than may be given tells a list that is as long as that from a longer one.
  const gathered = await gather(whole, position, skip, pageSize ?? maximum + 1);
  const { objects, next, hasMoved, total, remarks } = gathered;
  const isCut = pageSize === null && objects.length > maximum;
  return {
    objects: isCut ? objects.slice(0, maximum) : objects,
    cookie: next === null || isCut ? null : cookieOf(next, type.name, query),
    notes: plan.notes,
    isCut,
    total: totalFor(whole, total),
    remarks: [
      ...(hasMoved ? [changedRemark] : []),
      ...(isCut ? [`truncated after ${maximum} records; use _pageSize to read the rest`] : remarks),
    ],
  };
}

/** Numbered pages need a size, and local filtering needs pages of more than a few records. */
function remotePageSizeOf(
  type: CompiledObjectType,
  { local }: QueryPlan,
  pageSize: number | null,
): number | null {
  if (pageSize !== null) return local === null ? pageSize : Math.max(pageSize, usualPageSize);
  const pagination = type.config.operations?.QUERY?.pagination;
  return listKindOf(pagination, usualPageSize) === 'page-number' ? usualPageSize : null;
}

/** True if the remote can find the page itself, by its own cookie or by an offset. */
function isPassedOn({ kind, query: { cookie, offset } }: Search): boolean {
  return kind === 'cursor' && (cookie === null || !isOwnCookie(cookie) || (offset ?? 0) > 0);
}

/** Reads one page and passes the remote's cookie on unchanged. */
async function passedOn(search: Search): Promise<ConnectorPage> {
  const { plan } = search;
  const page = await search.read(variablesOf(search));
  if (page === null)
    return { objects: [], cookie: null, notes: plan.notes, remarks: [], isCut: false, total: null };
  const indexes = [...page.objects.keys()];
  const searched = { objects: page.objects, indexes, skip: 0, count: indexes.length };
  const { found } = await findMatches(search.context, search.type, plan, searched, search.call);
  return {
    objects: found.map(({ object }) => object),
    cookie: page.cookie,
    notes: plan.notes,
    remarks: [],
    isCut: false,
    total: totalFor(search, page.total),
  };
}

/** The remote counts what it filters: that is exact only where nothing is filtered here. */
function totalFor({ plan, query: { totals } }: Search, total: number | null): number | null {
  if (totals === undefined || (totals === 'exact' && plan.local !== null)) return null;
  return total;
}

/** Without a way to send the cookie or offset, the remote would return the first page again and again. */
function variablesOf({ type, query: { pageSize, offset, cookie } }: Search): PageVariables {
  const variables = choosePage(type.config.operations?.QUERY?.pagination, { pageSize, offset, cookie });
  if (variables.strategy !== null || (cookie === null && (offset ?? 0) === 0)) return variables;
  throw notSent(type.name, cookie === null ? 'an offset' : 'a cookie');
}

function notSent(type: string, what: 'an offset' | 'a cookie'): ConnectorFailure {
  const member = what === 'an offset' ? 'offSetPagination' : 'cookiePagination';
  return new ConnectorFailure('BAD_REQUEST', `${type} does not support paging by ${what}.`, {
    fix: `Add ${member} to QUERY, or omit the parameter.`,
  });
}

/** The place at which a search begins, and the matches that it passes over from there. */
function startOf({ type, plan, query, kind, remotePageSize }: Search): {
  readonly position: SearchPosition;
  readonly skip: number;
} {
  const { cookie, offset: asked } = query;
  if (cookie !== null) return { position: positionOf(cookie, type.name, query), skip: 0 };
  const offset = asked ?? 0;
  // Matches are counted, and not records of the remote: they have to be looked at from the first one on.
  if (offset === 0 || plan.local !== null) return { position: beginning, skip: offset };
  if (kind === 'offset') return { position: { ...beginning, offset, recordsBefore: offset }, skip: 0 };
  if (kind === 'page-number' && remotePageSize !== null) {
    if (offset < remotePageSize) return { position: beginning, skip: offset };
    const index = offset % remotePageSize;
    return {
      position: { ...beginning, offset: offset - index, index, recordsBefore: offset - index },
      skip: 0,
    };
  }
  throw notSent(type.name, 'an offset');
}

/** The pages of the remote list from a place on. */
function pagesFrom(
  { context, type, read, query, isGrowing, remotePageSize }: Search,
  position: SearchPosition,
  skip: number,
) {
  const pagination = type.config.operations?.QUERY?.pagination;
  const { cookie, offset, before, index, recordsBefore, firstUid } = position;
  if (isGrowing) {
    const pageSize = Math.max(remotePageSize ?? usualPageSize, index + skip + (query.pageSize ?? 0));
    const { maximum = context.ports.maxListRecords() } = query;
    return grown(read, { pagination, pageSize, maximum: Math.max(pageSize, maximum + 1) });
  }
  return listed(read, {
    pagination,
    pageSize: remotePageSize,
    start: { cookie, offset },
    before: index === 0 ? before : null,
    recordsBefore,
    firstUid,
  });
}

async function gather(
  search: Search,
  position: SearchPosition,
  skip: number,
  limit: number,
): Promise<Gathered> {
  const { context, type, plan, call } = search;
  const objects: ConnectorObject[] = [];
  const end = new ListEnd(search, position);
  let left = skip;
  let hasMoved = false;
  let isFirst = true;
  for await (const page of pagesFrom(search, position, skip)) {
    if (isFirst && isJump(search, position) && (await isMiscounted(search, position, page)))
      return gather(search, beginning, search.query.offset ?? 0, limit);
    const from = isFirst ? placeIn(search, page, position) : { index: 0, isSure: true };
    isFirst = false;
    end.pass(page);
    hasMoved ||= page.hasMoved || !from.isSure;
    const searched = {
      objects: page.read.objects,
      indexes: page.fresh.filter((index) => index >= from.index),
      skip: left,
      count: limit - objects.length,
    };
    const { found, skipped } = await findMatches(context, type, plan, searched, call);
    left -= skipped;
    objects.push(...found.map(({ object }) => object));
    if (objects.length < limit) continue;
    const next = positionAfter(search, page, found.at(-1)?.index ?? from.index - 1);
    return { objects, next, hasMoved, total: end.total, remarks: next === null ? end.remarks() : [] };
  }
  if (isFirst && isJump(search, position) && (await isMiscounted(search, position, null)))
    return gather(search, beginning, search.query.offset ?? 0, limit);
  return { objects, next: null, hasMoved, total: end.total, remarks: end.remarks() };
}

/** Where the first page goes on: behind the record that was looked at last, as far as that can be told. */
function placeIn({ kind }: Search, { read: { objects } }: ListedPage, position: SearchPosition): FoundPlace {
  const { index, before, anchors } = position;
  if (kind === 'cursor' || kind === 'single')
    return placeBehind(
      objects.map(({ uid }) => uid),
      anchors,
      index,
    );
  return { index, isSure: index === 0 || before === null || objects[index - 1]?.uid === before };
}

/** True if the caller chose a start in the middle of the list, where the preceding record is unknown. */
function isJump({ query }: Search, { offset }: SearchPosition): boolean {
  return query.cookie === null && (offset ?? 0) > 0;
}

/**
 * True of a page that was found by its number, where the remote gives other pages than it is asked for: the offset has to
 * be counted out. A page that is short, or not there, may also be the end of the list, and a full one the end of a list in
 * larger pages: only the first page tells.
 */
async function isMiscounted(
  { kind, read, remotePageSize, type }: Search,
  { cookie }: SearchPosition,
  page: ListedPage | null,
): Promise<boolean> {
  const size = remotePageSize ?? 0;
  const records = page?.read.objects.length ?? 0;
  if (kind !== 'page-number') return false;
  if (records > size) return true;
  const pagination = type.config.operations?.QUERY?.pagination;
  const { strategy } = choosePage(pagination, { pageSize: size, offset: size, cookie });
  const first = await read({ strategy, pageSize: size, offset: 0, cookie });
  return first !== null && first.objects.length !== size;
}

/** The place behind a record of a page; null: nothing follows it. */
function positionAfter(
  { kind, remotePageSize }: Search,
  { read: { objects, cookie }, variables, stop, recordsBefore, firstUid }: ListedPage,
  index: number,
): SearchPosition | null {
  const counted = { ...beginning, before: objects[index]?.uid ?? null, firstUid };
  const offset = variables.offset ?? 0;
  const isThrough = index + 1 >= objects.length;
  if (isThrough && stop !== null) return null;
  const within = (): SearchPosition => ({
    ...beginning,
    cookie: variables.cookie,
    index: index + 1,
    anchors: anchorsBefore(
      objects.map(({ uid }) => uid),
      index + 1,
    ),
  });
  switch (kind) {
    case 'cursor':
      return isThrough ? { ...beginning, cookie } : within();
    case 'offset':
      return { ...counted, offset: offset + index + 1, recordsBefore: offset + index + 1 };
    case 'page-number':
      return isThrough
        ? {
            ...counted,
            offset: offset + (remotePageSize ?? 0),
            recordsBefore: recordsBefore + objects.length,
          }
        : { ...counted, index: index + 1, offset, recordsBefore };
    case 'single':
      return within();
  }
}
