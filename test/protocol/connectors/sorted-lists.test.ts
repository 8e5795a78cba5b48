import { beforeEach, describe, expect, test } from 'vitest';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { accountConnector, hostFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedOnce } from '#test/support/started.ts';

interface Person {
  readonly id: string;
  readonly login: string;
}

const list = '/openidm/system/people/__ACCOUNT__';
const mapping = { login: 'login' };
const paths = { idPath: 'id', namePath: 'login' };
const nameOf = (index: number) => `user${String(index).padStart(5, '0')}`;

let people: Person[] = [];

/** People whose remote order is the reverse of that of their names. */
const everybody = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), login: nameOf(count - 1 - index) }));

const api = startedOnce(() =>
  startRemote((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://remote');
    const [, , id] = pathname.split('/');
    const from = Number(searchParams.get('from') ?? 0);
    const size = Number(searchParams.get('size') ?? 2_500);
    const body =
      id === undefined ? { list: people.slice(from, from + size) } : people.find((each) => each.id === id);
    answerJson(body ?? {}, body === undefined ? 404 : 200)(request, response);
  }),
);
const engine = startedOnce(() => {
  const operations = {
    GET: { path: '/people/{uid}', method: 'GET', ...paths, responseMapping: mapping },
    QUERY: {
      path: '/people',
      method: 'GET',
      ...paths,
      responseMapping: { list: mapping },
      pagination: { offSetPagination: { param: 'size={_pageSize}&from={_pagedResultsOffSet}' } },
    },
  };
  const document = accountConnector(api.origin, {
    schema: [{ fieldName: 'login', type: 'STRING', flags: [] }],
    operations,
  });
  return startTestEngine({ files: hostFiles({ people: document }) });
});
const call = managementClient(engine);
beforeEach(() => {
  people = everybody(12);
});

const search = (parameters: Readonly<Record<string, string>>) =>
  call('GET', `${list}?${new URLSearchParams({ _queryFilter: 'true', ...parameters })}`);

describe('a list in an order', () => {
  const page = async (cookie: string | null) => {
    const { status, body } = await search({
      _sortKeys: 'login',
      _pageSize: '4',
      ...(cookie === null ? {} : { _pagedResultsCookie: cookie }),
    });
    expect(status).toBe(200);
    return {
      names: (body['result'] as readonly { login: string }[]).map(({ login }) => login),
      cookie: body['pagedResultsCookie'] as string | null,
      remarks: body['remarks'],
    };
  };
  const remove = (...indexes: readonly number[]) => {
    const gone = new Set(indexes.map(nameOf));
    people = people.filter(({ login }) => !gone.has(login));
  };

  test('goes on behind the record that came last, where others before it are gone', async () => {
    const first = await page(null);
    expect(first.names).toEqual([0, 1, 2, 3].map(nameOf));
    remove(0, 2);
    const second = await page(first.cookie);
    expect(second).toMatchObject({ names: [4, 5, 6, 7].map(nameOf), remarks: undefined });
    remove(4, 5, 6, 7);
    const third = await page(second.cookie);
    expect(third).toMatchObject({ names: [8, 9, 10, 11].map(nameOf), cookie: null, remarks: undefined });
  });

  test('says that it changed where none of the records before the place is left', async () => {
    people = everybody(60);
    const sixty = { _sortKeys: 'login', _pageSize: '40' };
    const { body: first } = await search(sixty);
    people = people.filter(({ login }) => login >= nameOf(40));
    const { body } = await search({ ...sixty, _pagedResultsCookie: String(first['pagedResultsCookie']) });
    expect(body).toMatchObject({
      remarks: ['the data changed during the search; records may be missing or duplicated'],
    });
  });

  test('has as many as 10,000 records, and not one more', async () => {
    people = everybody(10_000);
    const { status, body } = await search({ _sortKeys: 'login', _fields: 'login' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ resultCount: 10_000 });
    expect(body).not.toHaveProperty('remarks');
    expect((body['result'] as readonly { login: string }[])[0]?.login).toBe(nameOf(0));
    people = everybody(10_001);
    const beyond = await search({ _sortKeys: 'login' });
    expect(beyond.status).toBe(400);
    expect(beyond.body['message']).toBe(
      'Lists of more than 10000 records cannot be sorted. Use a filter with fewer matches.',
    );
  });

  test('of an attribute that the type does not have is refused', async () => {
    const { status, body } = await search({ _sortKeys: '-salary' });
    expect(status).toBe(400);
    expect(body['message']).toBe('The object type has no attribute salary.');
  });
});

describe('a search for one uid', () => {
  test('has nothing behind an offset, and takes no cookie', async () => {
    const one = { _queryFilter: '_id eq "7"', _pageSize: '5' };
    expect((await search(one)).body).toMatchObject({ resultCount: 1, pagedResultsCookie: null });
    expect((await search({ ...one, _pagedResultsOffset: '1' })).body).toMatchObject({ resultCount: 0 });
    expect((await search({ ...one, _pagedResultsCookie: 'rubbish' })).status).toBe(400);
    expect((await search({ _queryFilter: 'false', _pagedResultsCookie: 'rubbish' })).status).toBe(400);
  });

  test('is not counted where the remote counts nothing', async () => {
    for (const filter of ['_id eq "7"', 'false']) {
      const { body } = await search({ _queryFilter: filter, _totalPagedResultsPolicy: 'EXACT' });
      expect(body).toMatchObject({ totalPagedResultsPolicy: 'NONE', totalPagedResults: -1 });
    }
  });
});
