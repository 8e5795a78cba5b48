import { assertNever } from '../../errors/assert-never.ts';
import type { StopReason, WalkedPage } from '../trace.ts';

type LastPage = Pick<WalkedPage, 'strategy' | 'variables' | 'records' | 'cookie'>;

/**
 * Says why a walk that ended by itself may have missed records; null: it came to the end of the list. `last` is its last
 * page; null: there is none.
 */
export function doubtfulEnd(stop: StopReason, last: LastPage | null): string | null {
  switch (stop) {
    case 'empty-pages':
      return 'There may be more: the walk gave up after a hundred empty pages, although the remote names another one.';
    case 'same-cookie':
      return 'There may be more: the page has records, and the remote names the same page as the next one.';
    case 'nothing-new':
      // Without a cookie it is a list that is counted: many remotes repeat its last page behind the end.
      return (last?.cookie ?? null) === null
        ? null
        : 'There may be more: the page brings nothing new, although the remote names another one.';
    case 'not-paged':
      return last === null ? null : unreached(last);
    case 'empty-page':
    case 'no-cookie':
    case 'stop-flag':
    case 'short-page':
    case 'page-limit':
    case 'failed':
      return null;
    default:
      return assertNever(stop);
  }
}

/** A page behind which nothing can be asked for, although something may follow. */
function unreached({ strategy, variables, records, cookie }: LastPage): string | null {
  if (cookie !== null)
    return 'There may be more: the remote names a next page, but the connector has no cookiePagination to ask for it.';
  const size = strategy === null ? undefined : variables['_pageSize'];
  return typeof size === 'number' && records >= size
    ? 'There may be more: the page is full, but the connector has no way to ask for the next one.'
    : null;
}
