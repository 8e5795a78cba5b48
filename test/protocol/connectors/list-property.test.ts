import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { accountConnector, hostFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedOnce } from '#test/support/started.ts';

interface Person {
  readonly id: string;
  readonly login: string;
  readonly city: string;
}

/** How a remote gives its pages. */
const ways = {
  offset: { offSetPagination: { param: 'size={_pageSize}&from={_pagedResultsOffSet}' } },
  'page-number': { offSetPagination: { param: 'size={_pageSize}&page={_pageNumber}' } },
  cursor: {
    pageSizePagination: { param: 'size={_pageSize}' },
    cookiePagination: { param: 'size={_pageSize}&after={_pagedResultsCookie}' },
    pagedResultsCookie: { type: 'body', path: 'next' },
  },
  link: {
    pageSizePagination: { param: 'size={_pageSize}' },
    cookiePagination: { path: '{_pagedResultsCookie}' },
    pagedResultsCookie: { type: 'body', path: 'link' },
  },
} as const;
type Way = keyof typeof ways;

/** Everybody at the remote, and the most that it gives at once. */
let people: readonly Person[] = [];
let cap = 1;
/** Requests with a filter. */
let filtered = 0;

/** True if the remote itself finds people by their city. */
function documentOf(way: Way, isFiltering: boolean) {
  return accountConnector(api.origin, {
    schema: ['login', 'city'].map((fieldName) => ({ fieldName, type: 'STRING', flags: [] })),
    operations: {
      QUERY: {
        path: `/${way}`,
        method: 'GET',
        idPath: 'id',
        namePath: 'login',
        responseMapping: { list: { login: 'login', city: 'city' } },
        pagination: ways[way],
      },
    },
    ...(isFiltering
      ? { filters: { quotes: '"', separator: ' ', queryParamKey: 'q', operators: { equals: 'is' } } }
      : {}),
  });
}

const api = startedOnce(() =>
  startRemote((request, response) => {
    const { pathname, searchParams } = new URL(request.url, api.origin);
    const number = (name: string) => Number(searchParams.get(name) ?? 0);
    const size = Math.min(cap, number('size') || cap);
    const from = number('from') + number('after') + Math.max(0, number('page') - 1) * size;
    const q = searchParams.get('q');
    const found = q === null ? people : people.filter(({ city }) => q === `city is "${city}"`);
    const next = from + size < found.length ? String(from + size) : null;
    const filter = q === null ? '' : `&q=${encodeURIComponent(q)}`;
    const link = next === null ? null : `${api.origin}${pathname}?after=${next}&size=${size}${filter}`;
    if (q !== null) filtered += 1;
    answerJson({ list: found.slice(from, from + size), next, link })(request, response);
  }),
);
const engine = startedOnce(() => {
  const documents = (Object.keys(ways) as Way[]).flatMap((way) => [
    [way, documentOf(way, false)],
    [`${way}-filtering`, documentOf(way, true)],
  ]);
  return startTestEngine({ files: hostFiles(Object.fromEntries(documents)) });
});
const call = managementClient(engine);

/** The logins of all pages, one after the other. */
async function pagesOf(
  system: string,
  parameters: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const found: string[] = [];
  let cookie: Readonly<Record<string, string>> = {};
  for (let pages = 0; pages < 100; pages += 1) {
    const query = new URLSearchParams({ ...parameters, ...cookie });
    const { status, body } = await call('GET', `/openidm/system/${system}/__ACCOUNT__?${query}`);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('remarks');
    found.push(...(body['result'] as { login: string }[]).map(({ login }) => login));
    const next = body['pagedResultsCookie'] as string | null;
    if (next === null) return found;
    cookie = { _pagedResultsCookie: next };
  }
  throw new Error('The pages do not end.');
}

const cities = ['Bath', 'Hull', 'York'] as const;
const remotes = fc.record({
  cities: fc.array(fc.constantFrom(...cities), { maxLength: 24 }),
  cap: fc.integer({ min: 1, max: 20 }),
});
const asked = fc.record({
  pageSize: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
  city: fc.option(fc.constantFrom(...cities), { nil: null }),
  order: fc.constantFrom<readonly ('city' | '-city' | 'login' | '-login')[]>(
    [],
    ['login'],
    ['-login'],
    ['city', '-login'],
    ['-city', 'login'],
  ),
});

function ordered(all: readonly Person[], order: readonly string[]): readonly Person[] {
  return all.toSorted((one, other) => {
    for (const key of order) {
      const name = key.replace('-', '') as 'city' | 'login';
      if (one[name] !== other[name]) return one[name] < other[name] === key.startsWith('-') ? 1 : -1;
    }
    return 0;
  });
}

test.each((Object.keys(ways) as Way[]).flatMap((way) => [way, `${way}-filtering`]))(
  'a list gives each record once, paged or not, filtered or not, in every order: %s',
  async (system) => {
    filtered = 0;
    await fc.assert(
      fc.asyncProperty(remotes, asked, async (remote, { pageSize, city, order }) => {
        ({ cap } = remote);
        people = remote.cities.map((each, index) => ({
          id: String(index),
          // In another order than that of the remote.
          login: `user${String((index * 7) % 24).padStart(2, '0')}`,
          city: each,
        }));
        const wanted = ordered(
          people.filter((each) => city === null || each.city === city),
          order,
        );
        const found = await pagesOf(system, {
          _queryFilter: city === null ? 'true' : `city eq "${city}"`,
          ...(pageSize === null ? {} : { _pageSize: String(pageSize) }),
          ...(order.length === 0 ? {} : { _sortKeys: order.join(',') }),
        });
        expect(found).toEqual(wanted.map(({ login }) => login));
      }),
      { numRuns: 60 },
    );
    expect(filtered > 0).toBe(system.endsWith('-filtering'));
  },
);
