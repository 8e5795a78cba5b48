import { afterEach, describe, expect, test } from 'vitest';
import type { RemoteStep } from '#shared/connectors/index.ts';
import { makeConnector, startRemote } from '#test/support/connectors.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { accountConnector, hostFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedAnew } from '#test/support/started.ts';
import { ask } from './directory.ts';

const people = Array.from({ length: 25 }, (_, index) => ({
  id: String(index + 1),
  login: `user${String(index + 1).padStart(2, '0')}`,
  city: index === 20 ? 'Bath' : 'York',
  note: `n${index}`,
}));
const mapping = { login: 'login', city: 'city', note: 'note' };
const attribute = (fieldName: string, ...flags: readonly string[]) => ({ fieldName, type: 'STRING', flags });

/** People in pages by an offset, ten at once unless they are asked for otherwise; the answer counts them. */
const accounts = {
  schema: [attribute('login'), attribute('city'), attribute('note', 'NOT_RETURNED_BY_DEFAULT')],
  operations: {
    GET: { path: '/people/{uid}', method: 'GET', idPath: 'id', namePath: 'login', responseMapping: mapping },
    QUERY: {
      path: '/people',
      method: 'GET',
      idPath: 'id',
      namePath: 'login',
      responseMapping: { items: mapping },
      pagination: {
        pageSizePagination: { type: 'param', param: 'limit={_pageSize}' },
        offSetPagination: { type: 'param', param: 'limit={_pageSize}&skip={_pagedResultsOffSet}' },
        totalPath: 'total',
      },
    },
  },
};

const api = startedAnew(() =>
  startRemote((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://remote');
    const [, , id] = pathname.split('/');
    const skip = Number(searchParams.get('skip') ?? 0);
    const limit = Number(searchParams.get('limit') ?? 10);
    const body =
      id === undefined
        ? { items: people.slice(skip, skip + limit), total: people.length }
        : (people.find((each) => each.id === id) ?? {});
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('X-Total-Count', '25');
    response.end(JSON.stringify(body));
  }),
);

describe('a literal connector', () => {
  test('reads one page of the remote for each search, and finds nothing behind it', async () => {
    const objectTypes = { __ACCOUNT__: accounts };
    const literal = makeConnector(
      { serviceUri: api.origin, objectTypes },
      { isLiteral: () => true },
    ).connector;
    const page = await literal.query('__ACCOUNT__', ask('city eq "Bath"', { pageSize: 10 }), {});
    expect(page).toMatchObject({ objects: [], cookie: null });
    const { objects } = await literal.query('__ACCOUNT__', ask(null), {});
    expect(objects).toHaveLength(10);
    expect(api.seen).toHaveLength(2);
    const complete = makeConnector({ serviceUri: api.origin, objectTypes }).connector;
    const found = await complete.query('__ACCOUNT__', ask('city eq "Bath"', { pageSize: 10 }), {});
    expect(found.objects.map(({ uid }) => uid)).toEqual(['21']);
    expect((await complete.query('__ACCOUNT__', ask(null), {})).objects).toHaveLength(25);
  });
});

describe('the console', () => {
  test('shows beside the last request why an answer may be incomplete', async () => {
    const steps: RemoteStep[] = [];
    const { connector } = makeConnector({ serviceUri: api.origin, objectTypes: { __ACCOUNT__: accounts } });
    await connector.query('__ACCOUNT__', { ...ask(null), maximum: 12 }, { steps });
    expect(steps.map(({ notes }) => notes)).toEqual([
      [],
      ['truncated after 12 records; use _pageSize to read the rest'],
    ]);
  });
});

describe('the management interface', () => {
  let engine: TestEngine;
  const start = async (
    runtime: string,
    change: (type: typeof accounts) => object = (type) => type,
    more: object = {},
  ) => {
    const document = accountConnector(api.origin, change(accounts));
    engine = await startTestEngine({ files: hostFiles({ people: document }, { runtime, ...more }) });
    return managementClient(engine);
  };
  afterEach(() => engine.stop());
  const list = '/openidm/system/people/__ACCOUNT__';

  test('counts what the remote counts, and exactly only where nothing is filtered here', async () => {
    const call = await start('complete');
    const totals = async (filter: string, policy: string) => {
      const query = `_queryFilter=${encodeURIComponent(filter)}&_pageSize=5&_totalPagedResultsPolicy=${policy}`;
      const { body } = await call('GET', `${list}?${query}`);
      return [body['totalPagedResultsPolicy'], body['totalPagedResults']];
    };
    expect(await totals('true', 'EXACT')).toEqual(['EXACT', 25]);
    expect(await totals('true', 'estimate')).toEqual(['ESTIMATE', 25]);
    expect(await totals('true', 'NONE')).toEqual(['NONE', -1]);
    expect(await totals('city eq "Bath"', 'EXACT')).toEqual(['NONE', -1]);
    expect(await totals('city eq "Bath"', 'ESTIMATE')).toEqual(['ESTIMATE', 25]);
    expect(await totals('_id eq "7"', 'EXACT')).toEqual(['EXACT', 1]);
  });

  test('counts by a header field too, and not at all where nothing says how', async () => {
    const byHeader = (total: object) => (type: typeof accounts) => {
      const { QUERY } = type.operations;
      const { totalPath: _, ...pagination } = QUERY.pagination;
      return {
        ...type,
        operations: { ...type.operations, QUERY: { ...QUERY, pagination: { ...pagination, ...total } } },
      };
    };
    const query = `${list}?_queryFilter=true&_pageSize=5&_totalPagedResultsPolicy=EXACT`;
    const counting = await start('complete', byHeader({ totalPath: 'header:X-Total-Count' }));
    expect((await counting('GET', query)).body).toMatchObject({ totalPagedResults: 25 });
    await engine.stop();
    const silent = await start('complete', byHeader({}));
    expect((await silent('GET', query)).body).toMatchObject({
      totalPagedResultsPolicy: 'NONE',
      totalPagedResults: -1,
    });
  });

  test('cuts a list at the length that the settings allow, and says so', async () => {
    const call = await start('complete', (type) => type, { maxListRecords: 12 });
    const { body } = await call('GET', `${list}?_queryFilter=true`);
    expect(body).toMatchObject({
      resultCount: 12,
      remarks: ['truncated after 12 records; use _pageSize to read the rest'],
    });
    engine.engine.recorder.flush();
    const { items } = await engine.engine.ports.storage.exchanges.page({
      limit: 5,
      service: 'connectorHost',
    });
    expect(items.find(({ side }) => side === 'server')?.trace?.effect).toContain(
      'The result may be incomplete: truncated after 12 records',
    );
    const { body: page } = await call('GET', `${list}?_queryFilter=true&_pageSize=20`);
    expect(page).toMatchObject({ resultCount: 20 });
  });

  test('answers as a literal connector would where the settings say so', async () => {
    const call = await start('product');
    const { body } = await call('GET', `${list}?_queryFilter=true`);
    expect(body).toMatchObject({ resultCount: 10, pagedResultsCookie: null });
  });

  test.each(['_id', 'login', '_rev', '_rev,city', 'note', '*', '*,note', 'login,note,_rev', '/login'])(
    'gives the same members for _fields=%s, of one object and in a list',
    async (fields) => {
      const call = await start('complete');
      const asked = `_fields=${encodeURIComponent(fields)}`;
      const { body: one } = await call('GET', `${list}/3?${asked}`);
      const filter = encodeURIComponent('login eq "user03"');
      const { body } = await call('GET', `${list}?_queryFilter=${filter}&${asked}`);
      expect(body['result']).toEqual([one]);
      const { body: whole } = await call('GET', `${list}/3`);
      if (fields.includes('_rev') || fields.includes('*')) expect(one['_rev']).toBe(whole['_rev']);
      else expect(one).not.toHaveProperty('_rev');
      expect(Object.hasOwn(one, 'note')).toBe(fields.includes('note'));
    },
  );
});
