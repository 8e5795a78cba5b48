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
      return 'There may be more: the search stopped after 100 empty pages, but the remote system links to another page.';
    case 'same-cookie':
      return 'There may be more: the page has records, but the remote system links to the same page as the next one.';
    case 'nothing-new':
      // Without a cookie it is a list that is counted: many remotes repeat its last page behind the end.
      return (last?.cookie ?? null) === null
        ? null
        : 'There may be more: the page has no new records, but the remote system links to another page.';
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
    return 'There may be more: the remote system links to a next page, but the connector has no cookiePagination to request it.';
  const size = strategy === null ? undefined : variables['_pageSize'];
  return typeof size === 'number' && records >= size
    ? 'There may be more: the page is full, but the connector cannot request the next one.'
    : null;
}
