import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConnectorContext } from '#main/services/connectors/runtime/context.ts';
import type { ReadPage } from '#main/services/connectors/runtime/listing.ts';
import type { QueryPlan } from '#main/services/connectors/runtime/matching.ts';
import { searchList } from '#main/services/connectors/runtime/search.ts';
import type { CompiledObjectType, ConnectorObject, PageVariables } from '#shared/connectors/index.ts';
import type { QueryFilter } from '#shared/query/index.ts';
import { accountsOf, compiled } from '#test/support/connector-shapes.ts';

/** A remote list in memory, which may change between two requests, behind one way of paging. */
interface RemoteList {
  records: ConnectorObject[];
  /** The most that it gives at once. */
  readonly cap: number;
  /** Requests so far. */
  asked: number;
  /** Behind the end it begins anew, as some remotes do. */
  readonly wraps: boolean;
}

type Way = (list: RemoteList, page: PageVariables) => { objects: ConnectorObject[]; cookie: string | null };

const pagination = {
  cursor: {
    cookiePagination: { param: 'size={_pageSize}&after={_pagedResultsCookie}' },
    pagedResultsCookie: { type: 'body', path: 'next' },
  },
  offset: { offSetPagination: { param: 'size={_pageSize}&from={_pagedResultsOffSet}' } },
  'page number': { offSetPagination: { param: 'size={_pageSize}&page={_pageNumber}' } },
  'size alone': { pageSizePagination: { param: 'size={_pageSize}' } },
  nothing: {},
} as const;
type Name = keyof typeof pagination;

const uidNumber = ({ uid }: ConnectorObject) => Number(uid);
const sizeOf = ({ cap }: RemoteList, { pageSize }: PageVariables) => Math.min(pageSize ?? cap, cap);

const ways: Readonly<Record<Name, Way>> = {
  // Behind a record, wherever that stands now.
  cursor(list, page) {
    const after = page.cookie === null ? -1 : Number(page.cookie);
    const rest = list.records.filter((record) => uidNumber(record) > after);
    const objects = rest.slice(0, sizeOf(list, page));
    const isLast = objects.length === rest.length;
    return { objects, cookie: isLast ? null : String(uidNumber(objects.at(-1) as ConnectorObject)) };
  },
  offset(list, page) {
    const asked = page.offset ?? 0;
    const from = list.wraps && asked >= list.records.length ? 0 : asked;
    return { objects: list.records.slice(from, from + sizeOf(list, page)), cookie: null };
  },
  'page number'(list, page) {
    const size = sizeOf(list, page);
    const asked = Math.floor((page.offset ?? 0) / (page.pageSize ?? size));
    const number = list.wraps && asked * size >= list.records.length ? 0 : asked;
    return { objects: list.records.slice(number * size, (number + 1) * size), cookie: null };
  },
  'size alone': (list, page) => ({
    objects: list.records.slice(0, page.pageSize ?? undefined),
    cookie: null,
  }),
  nothing: (list) => ({ objects: [...list.records], cookie: null }),
};

const record = (number: number): ConnectorObject => ({
  uid: String(number),
  name: `user${number}`,
  attributes: { city: number % 3 === 0 ? 'Bath' : 'York' },
});
const listOf = (count: number, cap = 1_000, wraps = false): RemoteList => ({
  records: Array.from({ length: count }, (_, index) => record(index)),
  cap,
  asked: 0,
  wraps,
});

const types = new Map<Name, CompiledObjectType>();
function typeWith(name: Name): CompiledObjectType {
  const known =
    types.get(name) ??
    compiled(
      accountsOf({
        schema: [{ fieldName: 'city', type: 'STRING', flags: [] }],
        operations: {
          QUERY: {
            path: '/u',
            method: 'GET',
            idPath: 'id',
            namePath: 'id',
            responseMapping: { list: {} },
            pagination: pagination[name],
          },
        },
      }),
    );
  types.set(name, known);
  return known;
}

const inBath: QueryFilter = { kind: 'compare', field: 'city', operator: 'eq', value: 'Bath' };
const context = {
  ports: { isLiteral: () => false, maxListRecords: () => 100_000 },
  document: { configurationProperties: { maximumConnections: 4 } },
} as unknown as ConnectorContext;

interface Asked {
  readonly pageSize?: number | null;
  readonly offset?: number | null;
  readonly cookie?: string | null;
  readonly isFiltered?: boolean;
}

function ask(name: Name, list: RemoteList, asked: Asked, between: () => void = () => undefined) {
  const type = typeWith(name);
  const filter = asked.isFiltered === true ? inBath : null;
  const plan: QueryPlan = {
    ...type.planFilter(filter),
    read: 'default',
    wanted: 'default',
    instants: () => null,
  };
  const read: ReadPage = (variables) => {
    // A record that is asked for alone only compares the border: it belongs to the request before.
    if (list.asked > 0 && variables.pageSize !== 1) between();
    list.asked += 1;
    return Promise.resolve({ ...ways[name](list, variables), isStopped: false, total: null });
  };
  const query = { filter, pageSize: null, offset: null, cookie: null, wanted: 'default' as const, ...asked };
  return searchList(context, type, { plan, query, call: {}, read });
}

/** All pages of a search, as a client reads them. */
async function pagesOf(name: Name, list: RemoteList, asked: Asked, between?: () => void) {
  const uids: (string | null)[] = [];
  const sizes: number[] = [];
  const remarks: string[] = [];
  for (let cookie: string | null = null, pages = 0; ; pages += 1) {
    if (pages > 500) throw new Error('The search does not end.');
    const page = await ask(name, list, { ...asked, cookie }, between);
    uids.push(...page.objects.map(({ uid }) => uid));
    sizes.push(page.objects.length);
    remarks.push(...page.remarks);
    if (page.cookie === null) return { uids, sizes, remarks };
    ({ cookie } = page);
  }
}

const truth = (list: RemoteList, isFiltered: boolean) =>
  list.records.filter((one) => !isFiltered || one.attributes['city'] === 'Bath').map(({ uid }) => uid);

const names = fc.constantFrom<Name>('cursor', 'offset', 'page number');
const lists = fc.record({
  count: fc.nat(160),
  cap: fc.integer({ min: 1, max: 150 }),
  wraps: fc.boolean(),
});

describe('a list that does not change', () => {
  test('gives each record once, in pages of any size, with any filter, at remotes that cap their pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        names,
        lists,
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        async (name, { count, cap, wraps }, pageSize, isFiltered) => {
          const list = listOf(count, cap, wraps);
          const { uids, sizes, remarks } = await pagesOf(name, list, { pageSize, isFiltered });
          expect(uids).toEqual(truth(list, isFiltered));
          expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(pageSize);
          expect(remarks).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('gives each record once without a page size', async () => {
    await fc.assert(
      fc.asyncProperty(names, lists, fc.boolean(), async (name, { count, cap, wraps }, isFiltered) => {
        const list = listOf(count, cap, wraps);
        const page = await ask(name, list, { isFiltered });
        expect(page.objects.map(({ uid }) => uid)).toEqual(truth(list, isFiltered));
        expect(page.cookie).toBeNull();
        expect(page.remarks).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('an offset counts matches, whatever the remote counts', async () => {
    const ofCounting = fc.constantFrom<Name>('offset', 'page number');
    await fc.assert(
      fc.asyncProperty(
        ofCounting,
        lists,
        fc.nat(80),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (name, { count, cap, wraps }, offset, pageSize, isFiltered) => {
          const list = listOf(count, cap, wraps);
          const page = await ask(name, list, { offset, pageSize, isFiltered });
          const wanted = truth(list, isFiltered).slice(offset, offset + pageSize);
          // Without a filter a remote that caps its pages gives no more than that at a place in the middle.
          expect(page.objects.map(({ uid }) => uid)).toEqual(wanted);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a remote that pages in no way is read once, and cut here', async () => {
    for (const name of ['size alone', 'nothing'] as const) {
      const list = listOf(25);
      expect((await pagesOf(name, list, { pageSize: 4, isFiltered: true })).uids).toEqual(truth(list, true));
    }
  });
});

describe('a cookie', () => {
  test('of another filter or page size, of another type, or of nobody, is refused', async () => {
    const list = listOf(50);
    const { cookie } = await ask('offset', list, { pageSize: 5 });
    const refused = { type: 'BAD_REQUEST' };
    await expect(ask('offset', list, { pageSize: 6, cookie })).rejects.toMatchObject(refused);
    await expect(ask('offset', list, { pageSize: 5, cookie, isFiltered: true })).rejects.toMatchObject(
      refused,
    );
    await expect(ask('offset', list, { pageSize: 5, cookie: 'x' })).rejects.toMatchObject(refused);
    await expect(ask('offset', list, { pageSize: 5, cookie: `${cookie}AA` })).rejects.toMatchObject(refused);
    await expect(ask('offset', list, { pageSize: 5, cookie: 'gh1.e30' })).rejects.toMatchObject(refused);
  });

  test('of the remote is passed on as it is where nothing is looked for here', async () => {
    const list = listOf(9);
    expect(await ask('cursor', list, { pageSize: 4 })).toMatchObject({ cookie: '3' });
    expect(await ask('cursor', list, { pageSize: 4, cookie: '7' })).toMatchObject({ cookie: null });
  });
});

describe('a list that is changed while it is read', () => {
  const change = fc.record({ isInsert: fc.boolean(), at: fc.nat(1_000) });
  const changes = fc.array(change, { minLength: 1, maxLength: 6 });

  /** Applies one change a request, as long as there are some. */
  function changing(list: RemoteList, all: readonly { readonly isInsert: boolean; readonly at: number }[]) {
    const rest = [...all];
    const gone = new Set<string | null>();
    let added = 10_000;
    return {
      gone,
      between() {
        const next = rest.shift();
        if (next === undefined) return;
        const at = next.at % (list.records.length + 1);
        if (next.isInsert) list.records.splice(at, 0, record((added += 1)));
        else for (const { uid } of list.records.splice(at, 1)) gone.add(uid);
      },
    };
  }

  test('gives by a cursor each record that is left once', async () => {
    await fc.assert(
      fc.asyncProperty(
        lists,
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        fc.array(fc.nat(1_000), { maxLength: 6 }),
        async ({ count, cap }, pageSize, isFiltered, removals) => {
          const list = listOf(count, cap);
          const before = truth(list, isFiltered);
          const changed = changing(
            list,
            removals.map((at) => ({ isInsert: false, at })),
          );
          const { uids } = await pagesOf('cursor', list, { pageSize, isFiltered }, changed.between);
          expect(new Set(uids).size).toBe(uids.length);
          expect(before.filter((uid) => !changed.gone.has(uid)).every((uid) => uids.includes(uid))).toBe(
            true,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test('says by counted pages that it changed, whenever a record was lost or came twice', async () => {
    const ofCounting = fc.constantFrom<Name>('offset', 'page number');
    await fc.assert(
      fc.asyncProperty(
        ofCounting,
        lists,
        fc.integer({ min: 2, max: 30 }),
        changes,
        async (name, { count, cap }, pageSize, all) => {
          const list = listOf(count, Math.max(cap, 2));
          const before = truth(list, false);
          const changed = changing(list, all);
          const { uids, remarks } = await pagesOf(name, list, { pageSize }, changed.between);
          const isWhole = before.filter((uid) => !changed.gone.has(uid)).every((uid) => uids.includes(uid));
          const isOnce = new Set(uids).size === uids.length;
          if (!isWhole || !isOnce) expect(remarks.join()).toContain('changed while reading');
        },
      ),
      { numRuns: 400 },
    );
  });
});
