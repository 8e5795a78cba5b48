import { describe, expect, test } from 'vitest';
import { type Answer, answerJson, startRemote } from '#test/support/connectors.ts';
import { hostFiles } from '#test/support/sample-connector.ts';
import { runGatehouse, serve } from '#test/support/served.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

const byCookie = {
  cookiePagination: { param: 'size={_pageSize}&after={_pagedResultsCookie}' },
  pagedResultsCookie: { type: 'body', path: 'next' },
};
const withFlag = { ...byCookie, pagedResultsCookie: { ...byCookie.pagedResultsCookie, stopPath: 'more' } };
const byOffset = { offSetPagination: { param: 'size={_pageSize}&from={_pagedResultsOffSet}' } };
const bySize = { pageSizePagination: { param: 'size={_pageSize}' } };

interface Page {
  readonly ids: readonly number[];
  readonly next?: string | null;
  readonly more?: boolean;
}

/** A remote whose pages follow from the variables of the request. */
interface Way {
  readonly pagination: object;
  page(variable: (name: string) => string | null): Page;
}

const ways: Readonly<Record<string, Way>> = {
  'empty-pages': {
    pagination: withFlag,
    page(variable) {
      const number = Number(variable('after') ?? '0');
      return { ids: number === 0 ? [1, 2] : [], next: String(number + 1), more: true };
    },
  },
  'nothing-new': {
    pagination: byCookie,
    page: (variable) => ({ ids: [1, 2], next: variable('after') === 'a' ? 'b' : 'a' }),
  },
  'same-cookie': {
    pagination: byCookie,
    page: (variable) => ({ ids: variable('after') === null ? [1, 2] : [3, 4], next: 'a' }),
  },
  'full-page': { pagination: bySize, page: () => ({ ids: [1, 2] }) },
  'no-way-on': {
    pagination: { pagedResultsCookie: byCookie.pagedResultsCookie },
    page: () => ({ ids: [1], next: 'a' }),
  },
  'empty-page': {
    pagination: byOffset,
    page: (variable) => ({ ids: (variable('from') ?? '0') === '0' ? [1, 2] : [] }),
  },
  'no-cookie': { pagination: byCookie, page: () => ({ ids: [1, 2], next: null }) },
  'stop-flag': { pagination: withFlag, page: () => ({ ids: [1, 2], next: 'a', more: false }) },
  'repeated-page': {
    pagination: byOffset,
    page: (variable) => ({ ids: (variable('from') ?? '0') === '0' ? [1, 2] : [2] }),
  },
  'short-page': { pagination: bySize, page: () => ({ ids: [1] }) },
};

const answer: Answer = (request, response) => {
  const url = new URL(request.url, 'http://remote.invalid');
  const way = ways[url.pathname.slice(1)];
  const { ids, ...rest } = way?.page((name) => url.searchParams.get(name)) ?? { ids: [] };
  answerJson({ ...rest, list: ids.map((id) => ({ id })) })(request, response);
};

function documentOf(name: string, { pagination }: Way, serviceUri: string): unknown {
  const QUERY = {
    path: `/${name}`,
    method: 'GET',
    idPath: 'id',
    namePath: 'id',
    responseMapping: { list: {} },
    pagination,
  };
  return {
    configurationProperties: {
      serviceUri,
      authenticationMethod: 'NONE',
      objectTypes: { __ACCOUNT__: { schema: [], operations: { QUERY } } },
    },
  };
}

const place = () => ['--workspace', workspace.path, '--state-dir', state.path];

const remote = startedOnce(() => startRemote(answer));
const state = startedOnce(temporaryDirectory);
const workspace = startedOnce(() =>
  writeWorkspace(
    hostFiles(
      Object.fromEntries(
        Object.entries(ways).map(([name, way]) => [name, documentOf(name, way, remote.origin)]),
      ),
    ),
  ),
);
startedOnce(() => serve([...place(), '--no-ui']));

const walk = (name: string, ...more: readonly string[]) =>
  runGatehouse(['connector', 'walk', name, '--page-size', '2', '--pages', '200', ...more, ...place()]);

describe('gatehouse connector walk exits with 5 and says why there may be more', () => {
  test.each([
    ['empty-pages', 'empty-pages', 'the search stopped after 100 empty pages'],
    [
      'nothing-new',
      'nothing-new',
      'the page has no new records, but the remote system links to another page',
    ],
    ['same-cookie', 'same-cookie', 'the remote system links to the same page as the next one'],
    ['full-page', 'not-paged', 'the page is full'],
    ['no-way-on', 'not-paged', 'the connector has no cookiePagination'],
  ])('of %s', async (name, stop, words) => {
    const { code, stdout } = await walk(name);
    expect(code).toBe(5);
    expect(stdout).toContain(`it ended: ${stop}\nThere may be more: `);
    expect(stdout).toContain(words);
  });

  test('in JSON too', async () => {
    const { code, stdout } = await walk('same-cookie', '--json');
    expect(code).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      stop: 'same-cookie',
      remarks: [expect.stringContaining('There may be more')],
    });
  });
});

describe('gatehouse connector walk exits with 0 at the end of a list', () => {
  test.each([
    ['empty-page', 'empty-page'],
    ['no-cookie', 'no-cookie'],
    ['stop-flag', 'stop-flag'],
    ['repeated-page', 'nothing-new'],
    ['short-page', 'not-paged'],
  ])('of %s', async (name, stop) => {
    const { code, stdout } = await walk(name);
    expect({ code, last: stdout.trimEnd().split('\n').at(-1) }).toMatchObject({
      code: 0,
      last: expect.stringContaining(`it ended: ${stop}`),
    });
  });
});
