import { choosePage, type Pagination } from '#shared/connectors/index.ts';
import type { ListedPage, ReadPage } from './listing.ts';

/** Options of a list that is asked for more and more of its first records. */
export interface GrowingOptions {
  readonly pagination: Pagination | null | undefined;
  /** Records that are asked for first. */
  readonly pageSize: number;
  /** Most records that are asked for at once. */
  readonly maximum: number;
}

/** True if a remote can be told how many records to give, and in no way where to begin. */
export function onlyGrows(pagination: Pagination | null | undefined): boolean {
  const variables = choosePage(pagination, { pageSize: 1, offset: null, cookie: null });
  const second = choosePage(pagination, { pageSize: 1, offset: 1, cookie: null });
  return variables.strategy === 'pageSizePagination' && second.strategy === null;
}

/**
 * Reads a list from its beginning, twice as much each time, until the remote gives less than it is asked for: it cannot
 * be asked for what follows.
 */
export async function* grown(read: ReadPage, options: GrowingOptions): AsyncGenerator<ListedPage> {
  const { pagination, maximum } = options;
  const seen = new Set<string>();
  for (let pageSize = options.pageSize; ; pageSize *= 2) {
    const asked = Math.min(pageSize, maximum);
    const variables = choosePage(pagination, { pageSize: asked, offset: null, cookie: null });
    const page = await read(variables);
    if (page === null) return;
    const uids = page.objects.map(({ uid }) => uid);
    const fresh = [...uids.keys()].filter((index) => !seen.has(uids[index] ?? ''));
    for (const uid of uids) if (uid !== null) seen.add(uid);
    const isFull = uids.length >= asked && fresh.length > 0;
    const stop = !isFull ? 'not-paged' : asked === maximum ? 'page-limit' : null;
    yield { variables, read: page, fresh, stop, recordsBefore: 0, firstUid: null, hasMoved: false };
    if (stop !== null) return;
  }
}
