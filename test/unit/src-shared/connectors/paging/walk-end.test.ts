import { describe, expect, test } from 'vitest';
import { doubtfulEnd } from '#shared/connectors/paging/index.ts';
import type { StopReason, WalkedPage } from '#shared/connectors/trace.ts';

type LastPage = Pick<WalkedPage, 'strategy' | 'variables' | 'records' | 'cookie'>;

const page = (more: Partial<LastPage> = {}): LastPage => ({
  strategy: 'offSetPagination',
  variables: { _pageSize: 2 },
  records: 2,
  cookie: null,
  ...more,
});
const sized = { strategy: 'pageSizePagination' } as const;

describe('a walk has come to the end of the list', () => {
  test.each<[string, StopReason, LastPage | null]>([
    ['at an empty page', 'empty-page', page({ records: 0 })],
    ['before its first page', 'empty-page', null],
    ['without a further cookie', 'no-cookie', page()],
    ['at the flag of the remote', 'stop-flag', page({ cookie: 'c' })],
    ['where a counted list repeats its last page', 'nothing-new', page()],
    ['with a page that is not full', 'not-paged', page({ ...sized, records: 1 })],
    ['with all that a remote without pages has', 'not-paged', page({ strategy: null })],
  ])('%s', (_what, stop, last) => {
    expect(doubtfulEnd(stop, last)).toBeNull();
  });
});

describe('a walk may have missed records', () => {
  test.each<[string, StopReason, LastPage, RegExp]>([
    ['after 100 empty pages', 'empty-pages', page({ records: 0, cookie: 'c101' }), /100 empty pages/],
    [
      'where the remote names the page again that was read',
      'same-cookie',
      page({ cookie: 'c' }),
      /same page/,
    ],
    [
      'where nothing is new and the remote names more',
      'nothing-new',
      page({ cookie: 'c' }),
      /no new records/,
    ],
    [
      'where a next page is named that cannot be asked for',
      'not-paged',
      page({ strategy: null, cookie: 'c' }),
      /no cookiePagination/,
    ],
    ['where a full page is the only one that can be asked for', 'not-paged', page(sized), /page is full/],
  ])('%s', (_what, stop, last, words) => {
    expect(doubtfulEnd(stop, last)).toMatch(words);
  });
});
