import type { ConnectorContext } from '#main/services/connectors/runtime/context.ts';
import type { ReadPage } from '#main/services/connectors/runtime/listing.ts';
import type { QueryPlan } from '#main/services/connectors/runtime/matching.ts';
import { searchList } from '#main/services/connectors/runtime/search.ts';
import type { CompiledObjectType, ConnectorObject, PageVariables } from '#shared/connectors/index.ts';
import type { QueryFilter } from '#shared/query/index.ts';
import { accountsOf, compiled, listQuery } from '#test/support/connector-shapes.ts';

/** A remote list in memory, which may change between two requests, behind one way of paging. */
export interface RemoteList {
  records: ConnectorObject[];
  /** The most that it gives at once. */
  readonly cap: number;
  /** Requests for a page that was not asked for before. */
  asked: number;
  /** Behind the end it begins anew, as some remotes do. */
  readonly wraps: boolean;
  /** It says how many records there are. */
  readonly counts: boolean;
}

type Way = (list: RemoteList, page: PageVariables) => { objects: ConnectorObject[]; cookie: string | null };

const pagination = {
  cursor: {
    cookiePagination: { param: 'size={_pageSize}&after={_pagedResultsCookie}' },
    pagedResultsCookie: { type: 'body', path: 'next' },
  },
  offset: { offSetPagination: { param: 'size={_pageSize}&from={_pagedResultsOffSet}' } },
  'page number': { offSetPagination: { param: 'size={_pageSize}&page={_pageNumber}' } },
  /** Pages have the size that the remote likes. */
  'fixed pages': { offSetPagination: { param: 'page={_pageNumber}' } },
  'size alone': { pageSizePagination: { param: 'size={_pageSize}' } },
  nothing: {},
} as const;
/** A way of paging. */
export type Name = keyof typeof pagination;

const uidNumber = ({ uid }: ConnectorObject) => Number(uid);
const sizeOf = ({ cap }: RemoteList, { pageSize }: PageVariables) => Math.min(pageSize ?? cap, cap);

function pageOf({ records, wraps }: RemoteList, asked: number, size: number) {
  const number = wraps && asked * size >= records.length ? 0 : asked;
  return { objects: records.slice(number * size, (number + 1) * size), cookie: null };
}

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
    return pageOf(list, Math.floor((page.offset ?? 0) / (page.pageSize ?? size)), size);
  },
  'fixed pages': (list, page) =>
    pageOf(list, Math.floor((page.offset ?? 0) / (page.pageSize ?? list.cap)), list.cap),
  'size alone': (list, page) => ({ objects: list.records.slice(0, sizeOf(list, page)), cookie: null }),
  nothing: (list) => ({ objects: [...list.records], cookie: null }),
};

/** A record: every third is in Bath, and all are people. */
export const record = (number: number): ConnectorObject => ({
  uid: String(number),
  name: `user${number}`,
  attributes: { city: number % 3 === 0 ? 'Bath' : 'York', kind: 'person' },
});

/** A list of records. */
export const listOf = (count: number, cap = 1_000, wraps = false, counts = false): RemoteList => ({
  records: Array.from({ length: count }, (_, index) => record(index)),
  cap,
  asked: 0,
  wraps,
  counts,
});

const types = new Map<string, CompiledObjectType>();
function typeWith(way: Name, name: string): CompiledObjectType {
  const key = `${way} ${name}`;
  const known =
    types.get(key) ??
    compiled(
      accountsOf({
        schema: ['city', 'kind'].map((fieldName) => ({ fieldName, type: 'STRING', flags: [] })),
        operations: {
          QUERY: listQuery({ list: {} }, { pagination: pagination[way] }),
        },
      }),
      name,
    );
  types.set(key, known);
  return known;
}

/** Filters that are evaluated here, and not at the remote. */
export const filters = {
  everybody: null,
  /** Every third record. */
  sparse: { kind: 'compare', field: 'city', operator: 'eq', value: 'Bath' },
  /** Every record: neighbours are matches. */
  dense: { kind: 'compare', field: 'kind', operator: 'eq', value: 'person' },
} as const satisfies Readonly<Record<string, QueryFilter | null>>;
/** A filter. */
export type Filter = keyof typeof filters;

/** The uids that a search must find in a list that does not change. */
export const truth = (list: RemoteList, filter: Filter): readonly (string | null)[] =>
  list.records
    .filter((one) => filter !== 'sparse' || one.attributes['city'] === 'Bath')
    .map(({ uid }) => uid);

/** A search. */
export interface Asked {
  readonly pageSize?: number | null;
  readonly offset?: number | null;
  readonly cookie?: string | null;
  readonly filter?: Filter;
  readonly type?: string;
  readonly maximum?: number;
}

const context = {
  ports: { isLiteral: () => false, maxListRecords: () => 100_000 },
  document: { configurationProperties: { maximumConnections: 4 } },
} as unknown as ConnectorContext;

/** Searches; `between` is called before each request for a page that was not asked for before, but the first. */
export function ask(way: Name, list: RemoteList, asked: Asked, between: () => void = () => undefined) {
  const { filter: name = 'everybody', type: typeName = '__ACCOUNT__', ...given } = asked;
  const type = typeWith(way, typeName);
  const filter = filters[name];
  const plan: QueryPlan = {
    ...type.planFilter(filter),
    read: 'default',
    wanted: 'default',
    instants: () => null,
  };
  const seen = new Set<string>();
  let furthest = -1;
  const read: ReadPage = (variables) => {
    // A page that is read once more only compares the border: it belongs to the request before.
    const key = variables.cookie ?? String(variables.pageSize);
    // A record asked for alone is such a comparison too, at an offset of its own where pages are numbered.
    const isAlone = variables.pageSize === 1 && given.pageSize !== 1;
    const isNew = !isAlone && (variables.offset === null ? !seen.has(key) : variables.offset > furthest);
    if (list.asked > 0 && isNew && seen.size > 0) between();
    if (isNew) list.asked += 1;
    seen.add(key);
    if (!isAlone) furthest = Math.max(furthest, variables.offset ?? -1);
    const total = list.counts ? list.records.length : null;
    return Promise.resolve({ ...ways[way](list, variables), isStopped: false, total });
  };
  const query = { filter, pageSize: null, offset: null, cookie: null, wanted: 'default' as const, ...given };
  return searchList(context, type, { plan, query, call: {}, read });
}

/** All pages of a search, as a client reads them; `between` is called before each but the first. */
export async function pagesOf(
  way: Name,
  list: RemoteList,
  asked: Asked,
  between: () => void = () => undefined,
) {
  const uids: (string | null)[] = [];
  const sizes: number[] = [];
  const remarks: string[] = [];
  for (let cookie: string | null = null, pages = 0; ; pages += 1) {
    if (pages > 500) throw new Error('The search does not end.');
    if (pages > 0) between();
    const page = await ask(way, list, { ...asked, cookie }, between);
    uids.push(...page.objects.map(({ uid }) => uid));
    sizes.push(page.objects.length);
    remarks.push(...page.remarks);
    if (page.cookie === null) return { uids, sizes, remarks };
    ({ cookie } = page);
  }
}
