import type { PageVariables } from '../compiled.ts';
import type { PageStrategy, Pagination } from '../configuration/pagination.ts';
import type { StopReason } from '../trace.ts';
import { SeenUids } from './seen-uids.ts';

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

/** The place from which a list goes on: `cursor` names the next page, the others count what came before. */
export type ListKind = 'cursor' | 'offset' | 'page-number' | 'single';

/** The page at which a walk begins. */
export interface WalkStart {
  readonly offset: number | null;
  readonly cookie: string | null;
}

/** Options of a walk. */
export interface WalkOptions {
  readonly pageSize: number | null;
  /** Absent: at the first page. */
  readonly start?: WalkStart;
  /** Each page begins with the last record of the page before, where the remote counts records: a border that moved shows. */
  readonly overlaps?: boolean;
}

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
  readonly #kind: ListKind;
  readonly #overlaps: boolean;
  /** True if the remote itself reports the last page. */
  readonly #saysMore: boolean;
  readonly #seen = new SeenUids();
  #asked: PageVariables | null;
  #barren = 0;

  constructor(pagination: MaybePagination, { pageSize, start, overlaps = false }: WalkOptions) {
    this.#pagination = pagination;
    this.#pageSize = pageSize;
    this.#kind = listKindOf(pagination, pageSize);
    this.#overlaps = overlaps;
    this.#saysMore = (pagination?.pagedResultsCookie?.stopPath ?? '') !== '';
    const { offset = null, cookie = null } = start ?? {};
    this.#asked = choosePage(pagination, { pageSize, offset, cookie });
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
    for (let index = 0; index < uids.length; index += 1) {
      const uid = uids[index] ?? null;
      if (uid === null || this.#seen.add(uid)) fresh.push(index);
    }
    return fresh;
  }

  #stopAfter({ uids, cookie, isStopped }: PageTaken): StopReason | null {
    if (isStopped) return 'stop-flag';
    if (this.#kind === 'cursor') return this.#stopAtCookie(uids.length, cookie);
    if (uids.length === 0) return 'empty-page';
    if (this.#kind === 'single') return 'not-paged';
    // Pages of one record that overlap by one hold nothing new every other time.
    const mayOverlap = this.#kind === 'offset' && uids.length === 1 && this.#barren === 1;
    return this.#barren > 0 && !mayOverlap ? 'nothing-new' : null;
  }

  /** Remotes that filter each page for itself give empty ones in the middle. */
  #stopAtCookie(records: number, cookie: string | null): StopReason | null {
    const isEmpty = records === 0;
    if (cookie === null) return isEmpty ? 'empty-page' : 'no-cookie';
    if (cookie === this.#asked?.cookie) return isEmpty ? 'empty-page' : 'same-cookie';
    if (this.#barren === 0) return null;
    // A number counts on behind the end as well; of a cookie that says something the remote knows what follows.
    if (!this.#saysMore && isEmpty && /^\d+$/.test(cookie)) return 'empty-page';
    if (!this.#saysMore && !isEmpty) return 'nothing-new';
    if (this.#barren <= maxBarren) return null;
    return isEmpty ? 'empty-pages' : 'nothing-new';
  }

  /**
   * By as many records as came, since a remote may send fewer than were asked for; by whole pages only where the
   * remote counts in pages.
   */
  #following({ uids, cookie }: PageTaken): PageVariables {
    const pageSize = this.#pageSize;
    if (this.#kind === 'cursor') return choosePage(this.#pagination, { pageSize, offset: null, cookie });
    const mayOverlap = this.#overlaps && uids.length > 1 && uids.at(-1) !== null;
    const records = mayOverlap ? uids.length - 1 : uids.length;
    const step = this.#kind === 'page-number' ? (pageSize ?? uids.length) : records;
    const offset = (this.#asked?.offset ?? 0) + step;
    return choosePage(this.#pagination, { pageSize, offset, cookie: null });
  }
}

/** The way in which a list goes on behind its first page. */
export function listKindOf(pagination: MaybePagination, pageSize: number | null): ListKind {
  if (isGiven(pagination?.cookiePagination) && isSet(pagination.pagedResultsCookie)) return 'cursor';
  if (!isGiven(pagination?.offSetPagination)) return 'single';
  if (!namesPageNumber(pagination.offSetPagination)) return 'offset';
  return pageSize === null ? 'single' : 'page-number';
}

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

function namesPageNumber({ param, path, requestBody }: PageStrategy): boolean {
  return JSON.stringify([param, path, requestBody]).includes('{_pageNumber}');
}

/**
 * Begins a walk over all pages. Each record comes once, and the walk ends: at an empty page, without a cookie, with
 * the cookie that was sent, at a flag, or at a page that brings nothing new.
 */
export function createPageWalk(pagination: MaybePagination, options: WalkOptions): PageWalk {
  return new Walk(pagination, options);
}
