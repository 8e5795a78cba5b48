import type { PageVariables } from '../compiled.ts';
import type { PageStrategy, Pagination } from '../configuration/pagination.ts';
import type { StopReason } from '../trace.ts';

/** The requested page; null: not given. */
export interface PageAsk {
  /** 0 is no paging. */
  readonly pageSize: number | null;
  readonly offset: number | null;
  readonly cookie: string | null;
}

/** The result of a page. */
export interface PageTaken {
  readonly uids: readonly (string | null)[];
  readonly cookie: string | null;
  readonly isStopped: boolean;
}

/** A walk over all pages: asks for the next one, and says when there is none. */
export interface PageWalk {
  /** null: the walk is over. */
  next(): PageVariables | null;
  /** Indexes of the records that come for the first time, and why the walk is over; null: it goes on. */
  take(page: PageTaken): { readonly fresh: readonly number[]; readonly stop: StopReason | null };
}

type MaybePagination = Pagination | null | undefined;

/** The strategy and its variables for one page. A cookie or an offset that no strategy can send leaves `strategy` null. */
export function choosePage(pagination: MaybePagination, ask: PageAsk): PageVariables {
  const pageSize = ask.pageSize === 0 ? null : ask.pageSize;
  const { offset, cookie } = ask;
  const has = (name: 'pageSizePagination' | 'offSetPagination' | 'cookiePagination'): boolean =>
    isGiven(pagination?.[name]);
  const variables = { pageSize, offset, cookie };
  if (cookie !== null) return { ...variables, strategy: has('cookiePagination') ? 'cookiePagination' : null };
  if (offset !== null && offset > 0)
    return { ...variables, strategy: has('offSetPagination') ? 'offSetPagination' : null };
  if (pageSize === null) return { ...variables, strategy: null };
  if (has('pageSizePagination')) return { ...variables, strategy: 'pageSizePagination' };
  if (has('offSetPagination')) return { ...variables, strategy: 'offSetPagination', offset: 0 };
  return { ...variables, strategy: has('cookiePagination') ? 'cookiePagination' : null };
}

function isGiven(strategy: PageStrategy | null | undefined): strategy is PageStrategy {
  return strategy !== null && strategy !== undefined;
}

/** Pages without anything new that a server may send while it says that more follow. */
const maxBarren = 100;

class Walk implements PageWalk {
  readonly #pagination: MaybePagination;
  readonly #pageSize: number | null;
  /** How the page after one is asked for. */
  readonly #mode: 'cookie' | 'records' | 'pages' | 'none';
  /** True if the remote itself reports the last page. */
  readonly #saysMore: boolean;
  readonly #seen = new Set<string>();
  #asked: PageVariables | null;
  #barren = 0;

  constructor(pagination: MaybePagination, pageSize: number | null) {
    this.#pagination = pagination;
    this.#pageSize = pageSize;
    this.#mode = modeOf(pagination, pageSize);
    this.#saysMore = (pagination?.pagedResultsCookie?.stopPath ?? '') !== '';
    this.#asked = choosePage(pagination, { pageSize, offset: null, cookie: null });
  }

  next(): PageVariables | null {
    return this.#asked;
  }

  take(page: PageTaken): { readonly fresh: readonly number[]; readonly stop: StopReason | null } {
    const before = this.#seen.size;
    const fresh = this.#freshOf(page.uids);
    this.#barren = this.#seen.size > before ? 0 : this.#barren + 1;
    const stop = this.#stopAfter(page);
    this.#asked = stop === null ? this.#following(page) : null;
    return { fresh, stop };
  }

  /** A record without a uid counts as fresh, but does not keep a walk going: it might be any. */
  #freshOf(uids: PageTaken['uids']): readonly number[] {
    const fresh: number[] = [];
    for (const [index, uid] of uids.entries()) {
      if (uid !== null && this.#seen.has(uid)) continue;
      if (uid !== null) this.#seen.add(uid);
      fresh.push(index);
    }
    return fresh;
  }

  #stopAfter({ uids, cookie, isStopped }: PageTaken): StopReason | null {
    if (isStopped) return 'stop-flag';
    const isCookie = this.#mode === 'cookie';
    const mayBeBarren = isCookie && this.#saysMore && cookie !== null && this.#barren <= maxBarren;
    if (uids.length === 0 && !mayBeBarren) return 'empty-page';
    if (this.#mode === 'none') return 'not-paged';
    if (isCookie && cookie === null) return 'no-cookie';
    if (isCookie && cookie === this.#asked?.cookie) return 'same-cookie';
    // Pages of one record that overlap by one hold nothing new every other time.
    const mayOverlap = this.#mode === 'records' && uids.length === 1 && this.#barren === 1;
    return this.#barren > 0 && !mayBeBarren && !mayOverlap ? 'nothing-new' : null;
  }

  /**
   * By as many records as came, since a remote may send fewer than were asked for; by whole pages only where the
   * remote counts in pages.
   */
  #following({ uids, cookie }: PageTaken): PageVariables {
    const pageSize = this.#pageSize;
    if (this.#mode === 'cookie') return choosePage(this.#pagination, { pageSize, offset: null, cookie });
    const step = this.#mode === 'pages' ? (pageSize ?? uids.length) : uids.length;
    const offset = (this.#asked?.offset ?? 0) + step;
    return choosePage(this.#pagination, { pageSize, offset, cookie: null });
  }
}

function modeOf(pagination: MaybePagination, pageSize: number | null) {
  if (isGiven(pagination?.cookiePagination) && isSet(pagination.pagedResultsCookie)) return 'cookie';
  if (!isGiven(pagination?.offSetPagination)) return 'none';
  const countsPages = namesPageNumber(pagination.offSetPagination);
  if (!countsPages) return 'records';
  return pageSize === null ? 'none' : 'pages';
}

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

function namesPageNumber({ param, path, requestBody }: PageStrategy): boolean {
  return JSON.stringify([param, path, requestBody]).includes('{_pageNumber}');
}

/**
 * Begins a walk over all pages. Each record comes once, and the walk ends: at an empty page, without a cookie, with
 * the cookie that was sent, at a flag, or at a page that brings nothing new.
 */
export function createPageWalk(
  pagination: MaybePagination,
  { pageSize }: { readonly pageSize: number | null },
): PageWalk {
  return new Walk(pagination, pageSize);
}
