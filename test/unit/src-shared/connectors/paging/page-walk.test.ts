import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paginationSchema } from '#shared/connectors/configuration/pagination.ts';
import {
  type CompiledObjectType,
  choosePage,
  createPageWalk,
  type Pagination,
} from '#shared/connectors/index.ts';
import type { RemoteRequest, RemoteResponse } from '#shared/connectors/types.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { accountsOf, answer, compiled, listQuery } from '#test/support/connector-shapes.ts';
import { cpuMillis } from '#test/support/cpu.ts';
import { property } from '#test/support/property.ts';

const pagination = (settings: unknown): Pagination => paginationSchema.parse(settings);

describe('the strategy of a page', () => {
  const [size, offset, cookie] = [
    { param: 's={_pageSize}' },
    { param: 'o={_pagedResultsOffSet}' },
    { param: 'c={_pagedResultsCookie}' },
  ];
  const all = { pageSizePagination: size, offSetPagination: offset, cookiePagination: cookie };
  const none = { pageSize: null, offset: null, cookie: null };
  test.each([
    ['a cookie', all, { pageSize: 5, cookie: 'x' }, 'cookiePagination'],
    ['an offset', all, { pageSize: 5, offset: 10 }, 'offSetPagination'],
    ['a size alone', all, { pageSize: 5 }, 'pageSizePagination'],
    ['an offset of 0', all, { pageSize: 5, offset: 0 }, 'pageSizePagination'],
    ['a size, without a strategy for it', { offSetPagination: offset }, { pageSize: 5 }, 'offSetPagination'],
    [
      'a size, where only a cookie is sent',
      { cookiePagination: cookie },
      { pageSize: 5 },
      'cookiePagination',
    ],
    ['nothing', all, {}, null],
    ['a size of 0', all, { pageSize: 0 }, null],
    ['a cookie that nothing sends', { pageSizePagination: size }, { pageSize: 5, cookie: 'x' }, null],
    ['an offset that nothing sends', { pageSizePagination: size }, { pageSize: 5, offset: 5 }, null],
  ])('with %s', (_, settings, ask, strategy) => {
    expect(choosePage(pagination(settings), { ...none, ...ask }).strategy).toBe(strategy);
  });

  test('an offset that stands in for a size is 0, and a size of 0 is none', () => {
    expect(choosePage(pagination({ offSetPagination: offset }), { ...none, pageSize: 5 }).offset).toBe(0);
    expect(choosePage(pagination(all), { ...none, pageSize: 0 }).pageSize).toBeNull();
    expect(choosePage(null, { ...none, pageSize: 5 }).strategy).toBeNull();
  });
});

/** A remote with users u0, u1, … behind its own way of paging. */
interface Model {
  readonly settings: unknown;
  answer(request: RemoteRequest, count: number): RemoteResponse;
}

const users = (from: number, to: number, count: number): readonly JsonValue[] =>
  Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, index) => ({ id: `u${from + index}` }));
const parameter = (request: RemoteRequest, name: string): number | null => {
  const value = new URLSearchParams(request.query).get(name);
  return value === null || value === '' ? null : Number(value);
};
const page = (list: readonly JsonValue[], more: Record<string, JsonValue> = {}, status = 200) =>
  answer({ list, ...more }, status);

/** The most that each server returns at once, whatever it is asked for. */
const cap = 7;
const sized = (request: RemoteRequest): number => Math.min(cap, parameter(request, 'size') ?? cap);
const cursorSettings = {
  cookiePagination: { param: 'size={_pageSize}&after={_pagedResultsCookie}' },
  pagedResultsCookie: { type: 'body', path: 'next' },
};

const models: Readonly<Record<string, Model>> = {
  'a cursor that ends with null': {
    settings: cursorSettings,
    answer(request, count) {
      const from = parameter(request, 'after') ?? 0;
      const to = from + sized(request);
      return page(users(from, to, count), { next: to < count ? String(to) : null });
    },
  },
  'a cursor that always goes on, into empty pages': {
    settings: cursorSettings,
    answer(request, count) {
      const from = parameter(request, 'after') ?? 0;
      return page(users(from, from + sized(request), count), { next: from + sized(request) });
    },
  },
  'a cursor that stands still at the end': {
    settings: cursorSettings,
    answer(request, count) {
      const from = parameter(request, 'after') ?? 0;
      const to = Math.min(from + sized(request), count);
      return page(users(from, to, count), { next: to });
    },
  },
  'a cursor that goes in a circle': {
    settings: cursorSettings,
    answer(request, count) {
      const from = parameter(request, 'after') ?? 0;
      const to = from + sized(request);
      return page(users(from, to, count), { next: to < count ? to : 0 });
    },
  },
  'a cursor with empty pages between and a flag at the end': {
    settings: { ...cursorSettings, pagedResultsCookie: { type: 'body', path: 'next', stopPath: 'more' } },
    answer(request, count) {
      const at = parameter(request, 'after') ?? 0;
      // Every odd step is empty: what it would hold was filtered out.
      const from = Math.floor(at / 2) * cap;
      return page(at % 2 === 0 ? users(from, from + cap, count) : [], { next: at + 1, more: from < count });
    },
  },
  'a cursor that says where it stands, with empty pages between': {
    settings: cursorSettings,
    answer(request, count) {
      const at = Number(/\d+/.exec(new URLSearchParams(request.query).get('after') ?? '0')?.[0]);
      const from = Math.floor(at / 2) * cap;
      const isLast = from + cap >= count && at % 2 === 0;
      return page(at % 2 === 0 ? users(from, from + cap, count) : [], {
        next: isLast ? null : `at:${at + 1}`,
      });
    },
  },
  'a cursor in a Link field': {
    settings: {
      cookiePagination: { param: 'size={_pageSize}&after={_pagedResultsCookie}' },
      pagedResultsCookie: {
        type: 'header',
        path: 'link',
        regularExpression: '[?&]after=([^&>]+)[^>]*>; rel="next"',
      },
    },
    answer(request, count) {
      const from = parameter(request, 'after') ?? 0;
      const to = from + sized(request);
      const headers: readonly (readonly [string, string])[] =
        to < count ? [['Link', `</u?after=${to}&size=${sized(request)}>; rel="next"`]] : [];
      return answer({ list: users(from, to, count) }, 200, headers);
    },
  },
  'an offset': {
    settings: { offSetPagination: { param: 'size={_pageSize}&from={_pagedResultsOffSet}' } },
    answer(request, count) {
      const from = parameter(request, 'from') ?? 0;
      return page(users(from, from + sized(request), count));
    },
  },
  'an offset in the body': {
    settings: { offSetPagination: { requestBody: { size: '{_pageSize}', from: '{_pagedResultsOffSet}' } } },
    answer({ body }, count) {
      const { from = 0, size = cap } = (body ?? {}) as { from?: number; size?: number };
      return page(users(from, from + Math.min(size, cap), count));
    },
  },
  'a position from 1, asked for rightly': {
    settings: { offSetPagination: { param: 'size={_pageSize}&start={_pagedResultsOffSet+1}' } },
    answer(request, count) {
      const from = (parameter(request, 'start') ?? 1) - 1;
      return page(users(from, from + sized(request), count));
    },
  },
  'a position from 1, asked for from 0: pages overlap': {
    settings: { offSetPagination: { param: 'size={_pageSize}&start={_pagedResultsOffSet}' } },
    answer(request, count) {
      const from = Math.max(1, parameter(request, 'start') ?? 1) - 1;
      return page(users(from, from + sized(request), count));
    },
  },
  'a position from 1 that begins again past the end': {
    settings: { offSetPagination: { param: 'size={_pageSize}&start={_pagedResultsOffSet+1}' } },
    answer(request, count) {
      const from = (parameter(request, 'start') ?? 1) - 1;
      const begin = from >= count ? 0 : from;
      return page(users(begin, begin + sized(request), count));
    },
  },
  'a page number': {
    settings: { offSetPagination: { param: 'size={_pageSize}&page={_pageNumber}' } },
    answer(request, count) {
      const from = ((parameter(request, 'page') ?? 1) - 1) * sized(request);
      return page(users(from, from + sized(request), count));
    },
  },
  'a page number that repeats the last page': {
    settings: { offSetPagination: { param: 'size={_pageSize}&page={_pageNumber}' } },
    answer(request, count) {
      const last = Math.max(0, Math.ceil(count / sized(request)) - 1);
      const from = Math.min((parameter(request, 'page') ?? 1) - 1, last) * sized(request);
      return page(users(from, from + sized(request), count));
    },
  },
};

function accountsFor(settings: unknown): CompiledObjectType {
  return compiled(
    accountsOf({
      schema: [],
      operations: {
        QUERY: listQuery({ list: {} }, { pagination: settings }),
      },
    }),
  );
}

/** Walks a model to its end, as a service would. */
function walk(model: Model, count: number, pageSize: number) {
  const accounts = accountsFor(model.settings);
  const steps = createPageWalk(accounts.config.operations?.QUERY?.pagination, { pageSize });
  const found: (string | null)[] = [];
  for (let pages = 1; ; pages += 1) {
    if (pages > 1_000) throw new Error('The walk does not end.');
    const variables = steps.next();
    if (variables === null) throw new Error('The walk ended without a reason.');
    const request = accounts.queryRequest({ page: variables, filter: null, wanted: 'default' });
    const read = accounts.readPage(model.answer(request, count), 'default');
    const { fresh, stop } = steps.take({ ...read, uids: read.objects.map(({ uid }) => uid) });
    found.push(...fresh.map((index) => read.objects[index]?.uid ?? null));
    if (stop !== null) return { found, stop, pages, next: steps.next() };
  }
}

describe.each(Object.keys(models))('a walk over %s', (name) => {
  const model = models[name];
  if (model === undefined) throw new Error('There is no such model.');

  property([fc.nat(60), fc.integer({ min: 1, max: 12 })], { examples: [[25, 10]] })(
    'brings each record once, and ends',
    (count, pageSize) => {
      const { found, next } = walk(model, count, pageSize);
      expect(found).toEqual(Array.from({ length: count }, (_, index) => `u${index}`));
      expect(next).toBeNull();
    },
  );
});

describe('a walk says why it ended', () => {
  const stopOf = (name: string, count = 10, size = 5) => {
    const model = models[name];
    return model === undefined ? null : walk(model, count, size).stop;
  };
  test.each([
    ['a cursor that ends with null', 'no-cookie'],
    ['a cursor that always goes on, into empty pages', 'empty-page'],
    ['a cursor that goes in a circle', 'nothing-new'],
    ['a cursor with empty pages between and a flag at the end', 'stop-flag'],
    ['an offset', 'empty-page'],
    ['a position from 1 that begins again past the end', 'nothing-new'],
  ])('%s: %s', (name, reason) => {
    expect(stopOf(name)).toBe(reason);
  });

  test('a hundred empty pages, each of which names another', () => {
    const steps = createPageWalk(pagination(cursorSettings), { pageSize: 2 });
    steps.take({ uids: ['a'], cookie: 'c0', isStopped: false });
    for (let empty = 1; empty <= 100; empty += 1)
      expect(steps.take({ uids: [], cookie: `c${empty}`, isStopped: false }).stop).toBeNull();
    expect(steps.take({ uids: [], cookie: 'c101', isStopped: false }).stop).toBe('empty-pages');
  });

  test('a cookie that was sent comes back', () => {
    const steps = createPageWalk(pagination(cursorSettings), { pageSize: 2 });
    steps.take({ uids: ['a'], cookie: 'x', isStopped: false });
    expect(steps.next()?.cookie).toBe('x');
    expect(steps.take({ uids: ['b'], cookie: 'x', isStopped: false })).toEqual({
      fresh: [0],
      stop: 'same-cookie',
    });
  });

  test('nothing pages', () => {
    const steps = createPageWalk(null, { pageSize: 2 });
    expect(steps.take({ uids: ['a', 'a', null], cookie: 'x', isStopped: false })).toEqual({
      fresh: [0, 2],
      stop: 'not-paged',
    });
  });

  test('records without a uid do not keep it going', () => {
    const settings = pagination({ offSetPagination: { param: 'o={_pagedResultsOffSet}' } });
    const steps = createPageWalk(settings, { pageSize: 2 });
    expect(steps.take({ uids: [null, null], cookie: null, isStopped: false }).stop).toBe('nothing-new');
  });

  test('a remote that promises more for ever is believed a hundred times', () => {
    const stopPath = {
      ...cursorSettings,
      pagedResultsCookie: { type: 'body', path: 'next', stopPath: 'more' },
    };
    const steps = createPageWalk(pagination(stopPath), { pageSize: 2 });
    let pages = 0;
    while (steps.next() !== null) {
      pages += 1;
      steps.take({ uids: [], cookie: `c${pages}`, isStopped: false });
    }
    expect(pages).toBe(101);
  });
});

test('the cookie is that of an expression, and its cost is bounded', () => {
  const settings = (regularExpression: string) => ({
    cookiePagination: { param: 'c={_pagedResultsCookie}' },
    pagedResultsCookie: { type: 'body', path: 'next', regularExpression },
  });
  const cookie = (expression: string, next: JsonValue) =>
    accountsFor(settings(expression)).readPage(answer({ list: [], next }), 'default').cookie;
  expect(cookie('c=(\\w+)', '/u?c=abc&d=1')).toBe('abc');
  expect(cookie('[0-9]+', 'page 12 of 40')).toBe('12');
  expect(cookie('c=(\\w+)', '/u')).toBeNull();
  expect(cookie('c=([^&]+)', '/u?c=a%2Bb%3D')).toBe('a+b=');
  expect(cookie('([^|]+)', '100%25')).toBe('100%25');
  const began = cpuMillis();
  expect(() => cookie('(a*)*(a*)*(a*)*(a|aa|aaa){50}b', 'a'.repeat(60_000))).toThrow(
    expect.objectContaining({ code: 'connector.expression-costly' }),
  );
  expect(cpuMillis() - began).toBeLessThan(2_000);
});
