import { describe, expect, test } from 'vitest';
import { startTestEngine } from '#test/support/engine.ts';
import { connectorFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedOnce } from '#test/support/started.ts';

const engine = startedOnce(() => startTestEngine({ files: connectorFiles() }));
const call = managementClient(engine);

const people = '/openidm/system/hr/__ACCOUNT__';
const filtered = (filter: string, more = '') => `${people}?_queryFilter=${encodeURIComponent(filter)}${more}`;
const namesIn = (body: Readonly<Record<string, unknown>>) =>
  (body['result'] as readonly { readonly __NAME__: string }[]).map(({ __NAME__: name }) => name);

let made = 0;
async function someone(attributes: Readonly<Record<string, unknown>> = {}) {
  made += 1;
  const { status, body } = await call('POST', `${people}?_action=create`, {
    userName: `someone.${made}`,
    givenName: 'Some',
    sn: 'One',
    telephoneNumber: ['+1 555 0100'],
    ...attributes,
  });
  expect(status).toBe(201);
  return body as Record<string, unknown> & { readonly _id: string; readonly _rev: string };
}

describe('what is answered has exactly the shape of the documents', () => {
  test('Test', async () => {
    const { status, body } = await call('POST', '/openidm/system/hr?_action=test', undefined, {
      'Accept-API-Version': 'resource=1.0',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'hr',
      enabled: true,
      config: 'config/provisioner.openicf/hr',
      connectorRef: {
        bundleVersion: '[1.5.20.29,1.6.0.0)',
        bundleName: 'org.gatehouse.connectors.rest-connector',
        connectorName: 'org.gatehouse.connectors.rest.RestConnector',
      },
      displayName: 'HR directory',
      objectTypes: ['__ACCOUNT__', '__ALL__'],
      ok: true,
    });
  });

  test('a record', async () => {
    const { status, headers, body } = await call('GET', `${people}/101`);
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: '101',
      _rev: expect.stringMatching(/^[\w-]{22}$/) as unknown,
      __NAME__: 'ada.archer',
      userName: 'ada.archer',
      givenName: 'Ada',
      sn: 'Archer',
      mail: 'ada.archer@example.com',
      telephoneNumber: ['+44 20 7946 0100', '+44 7700 900100'],
      description: 'Engineer',
      hired: '2010-01-15T09:00:00Z',
      active: true,
    });
    expect(headers.get('etag')).toBe(`"${String(body['_rev'])}"`);
  });

  test('a list, of six members', async () => {
    const { status, body } = await call('GET', filtered('true', '&_pageSize=2'));
    expect(status).toBe(200);
    expect(body).toEqual({
      result: [expect.objectContaining({ _id: '101' }), expect.objectContaining({ _id: '102' })],
      resultCount: 2,
      pagedResultsCookie: expect.any(String) as unknown,
      totalPagedResultsPolicy: 'NONE',
      totalPagedResults: -1,
      remainingPagedResults: -1,
    });
    expect(Object.keys(body)).toHaveLength(6);
  });

  test('an error', async () => {
    const { status, body } = await call('GET', `${people}/9999`);
    expect(status).toBe(404);
    expect(body).toEqual({
      code: 404,
      reason: 'Not Found',
      message: 'Object hr/__ACCOUNT__/9999 not found',
      detail: {},
    });
  });
});

describe('objects', () => {
  test('one is created, read, changed and deleted, each answer being the object as it is then', async () => {
    const create = await call('POST', `${people}?_action=create`, {
      userName: 'zoe.zimmer',
      givenName: 'Zoe',
      sn: 'Zimmer',
      mail: 'zoe@example.com',
      telephoneNumber: ['+1 555 0199'],
      description: 'Engineer',
    });
    expect(create.status).toBe(201);
    const id = String(create.body['_id']);
    expect(create.headers.get('location')).toBe(`${people}/${id}`);
    expect(create.body).toMatchObject({ __NAME__: 'zoe.zimmer', telephoneNumber: ['+1 555 0199'] });
    const update = await call('PUT', `${people}/${id}`, { description: 'Manager' });
    expect(update).toMatchObject({ status: 200, body: { description: 'Manager', givenName: 'Zoe' } });
    expect(update.body['_rev']).not.toBe(create.body['_rev']);
    const removed = await call('DELETE', `${people}/${id}`);
    expect(removed).toMatchObject({ status: 200, body: { _id: id, description: 'Manager' } });
    expect((await call('GET', `${people}/${id}`)).status).toBe(404);
  });

  test('a second one of the same name is refused: 412, as the products say it', async () => {
    const { userName } = await someone();
    const again = await call('POST', `${people}?_action=create`, { userName });
    expect(again).toMatchObject({
      status: 412,
      body: {
        code: 412,
        reason: 'Precondition Failed',
        message: 'System object hr/__ACCOUNT__ already exists',
      },
    });
  });

  test('protocol 2.1 creates by POST without an action', async () => {
    const { status } = await call('POST', people, { userName: 'without.action' });
    expect(status).toBe(201);
  });

  test.each([
    [
      'an attribute that the schema requires is null',
      { userName: null },
      "Required attribute 'userName' value is null",
    ],
    [
      'the schema has no such attribute',
      { userName: 'x', shoeSize: 9 },
      'Target does not support attribute shoeSize',
    ],
    ['a value is not of its type', { userName: 'x', active: 'perhaps' }, /active/],
  ])('one is refused with 400 where %s', async (_why, attributes, message) => {
    const { status, body } = await call('POST', `${people}?_action=create`, attributes);
    expect(status).toBe(400);
    expect(body['message']).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
  });

  test('what the remote refuses is told with its own words', async () => {
    const { status, body } = await call('POST', `${people}?_action=create`, { userName: 'Not Allowed' });
    expect(status).toBe(400);
    expect(body['message']).toContain('login must contain only a-z');
  });

  test('attributes that may not be written are left out, without a word', async () => {
    const { _id: id } = await someone({ teams: ['Platform'] });
    const { body } = await call('GET', `${people}/${id}?_fields=teams`);
    expect(body['teams']).not.toEqual(['Platform']);
  });

  test('a uid is one segment of the path, whatever is in it', async () => {
    const { status } = await call('GET', `${people}/${encodeURIComponent('../101')}`);
    expect(status).toBe(404);
  });
});

describe('revisions', () => {
  test('a change holds only for the revision that the caller has seen', async () => {
    const { _id: id, _rev: revision } = await someone();
    const put = (match: string) =>
      call('PUT', `${people}/${id}`, { sn: `Match ${match}` }, { 'If-Match': match });
    expect((await put('"another"')).status).toBe(412);
    expect((await put(`"${revision}"`)).status).toBe(200);
    expect((await put(`"${revision}"`)).status).toBe(412);
    expect((await put('*')).status).toBe(200);
    expect((await call('DELETE', `${people}/${id}`, undefined, { 'If-Match': revision })).status).toBe(412);
  });

  test('what is known already need not be sent again', async () => {
    const { _id: id, _rev: revision } = await someone();
    const get = (match: string) => call('GET', `${people}/${id}`, undefined, { 'If-None-Match': match });
    expect((await get(`"${revision}"`)).status).toBe(304);
    expect((await get('"another"')).status).toBe(200);
    expect((await get('*')).status).toBe(412);
  });

  test('a caller cannot choose the id of a new object', async () => {
    const put = (headers: Readonly<Record<string, string>>) =>
      call('PUT', `${people}/x`, { sn: 'x' }, headers);
    expect((await put({ 'If-None-Match': '*' })).body['message']).toBe(
      'Create with client provided ID is not supported.',
    );
    expect((await put({ 'If-None-Match': '"1"' })).status).toBe(400);
    expect((await put({ 'If-None-Match': '*', 'If-Match': '*' })).status).toBe(412);
  });
});

describe('patches', () => {
  const patched = async (operations: readonly unknown[]) => {
    const { _id: id } = await someone({ description: 'Engineer' });
    return call('PATCH', `${people}/${id}`, operations);
  };

  test('values are added, replaced, removed and copied', async () => {
    const { status, body } = await patched([
      { operation: 'add', field: '/telephoneNumber', value: '+1 555 0101' },
      { operation: 'replace', field: 'sn', value: 'Two' },
      { operation: 'copy', from: '/sn', field: '/givenName' },
      { operation: 'remove', field: '/telephoneNumber', value: '+1 555 0100' },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ telephoneNumber: ['+1 555 0101'], sn: 'Two', givenName: 'Two' });
  });

  test('a move leaves nothing where the value was', async () => {
    const { body } = await patched([{ operation: 'move', from: '/description', field: '/sn' }]);
    expect(body).toMatchObject({ sn: 'Engineer', description: '' });
  });

  test('values that do not come by themselves are read first, so that none is lost', async () => {
    const hidden = await startTestEngine({
      files: connectorFiles(({ configurationProperties }) => {
        const { __ACCOUNT__: accounts } = configurationProperties.objectTypes;
        const schema = accounts['schema'] as { fieldName: string; flags: string[] }[];
        schema
          .find(({ fieldName }) => fieldName === 'telephoneNumber')
          ?.flags.push('NOT_RETURNED_BY_DEFAULT');
      }),
    });
    const ask = managementClient(hidden);
    const step = { operation: 'add', field: '/telephoneNumber', value: '+1 555 0101' };
    const { status, body } = await ask('PATCH', `${people}/102`, [step]);
    const after = await ask('GET', `${people}/102?_fields=telephoneNumber`);
    await hidden.stop();
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('telephoneNumber');
    expect(after.body['telephoneNumber']).toEqual(['+44 20 7946 0101', '+1 555 0101']);
  });

  test.each([
    ['no such operation', [{ operation: 'transform', field: '/sn' }], "'transform' is not supported"],
    ['an unknown attribute', [{ operation: 'add', field: '/shoeSize', value: 1 }], 'attribute shoeSize'],
    ['a deep pointer', [{ operation: 'add', field: '/telephoneNumber/0/kind', value: 1 }], 'one level'],
    ['a text that is counted up', [{ operation: 'increment', field: '/sn', value: 1 }], 'Only numbers'],
    ['no field', [{ operation: 'add', value: 1 }], "'field'"],
    ['no source', [{ operation: 'copy', field: '/sn' }], "'from'"],
    ['no list', { operation: 'add' }, 'not a JSON array'],
  ])('%s: 400', async (_what, operations, message) => {
    const { _id: id } = await someone();
    const { status, body } = await call('PATCH', `${people}/${id}`, operations);
    expect(status).toBe(400);
    expect(body['message']).toContain(message);
  });
});

describe('lists', () => {
  test('pages lead from one to the next until all have been seen once', async () => {
    const seen: string[] = [];
    let cookie: string | null = '';
    for (let pages = 0; pages < 20 && cookie !== null; pages += 1) {
      const more = cookie === '' ? '' : `&_pagedResultsCookie=${encodeURIComponent(cookie)}`;
      const { body } = await call('GET', filtered('true', `&_pageSize=10${more}`));
      seen.push(...namesIn(body));
      cookie = body['pagedResultsCookie'] as string | null;
    }
    expect(cookie).toBeNull();
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(57);
  });

  test('a page can be asked for by its offset', async () => {
    const { body } = await call('GET', filtered('true', '&_pageSize=3&_pagedResultsOffset=2'));
    expect((body['result'] as { _id: string }[]).map(({ _id: id }) => id)).toEqual(['103', '104', '105']);
  });

  test.each([
    ['mail eq "ben.brook@example.com"', ['ben.brook']],
    ['/sn eq "Archer" and givenName sw "A"', ['ada.archer']],
    ['_id eq "101"', ['ada.archer']],
    ['__NAME__ eq "ada.archer"', ['ada.archer']],
    ['mail ew "da.archer@example.com"', ['ada.archer']],
    ['!(sn pr) and userName sw "ada"', []],
    ['false', []],
    ['shoeSize pr', []],
  ])('a filter is evaluated at the remote or here: %s', async (filter, names) => {
    const { status, body } = await call('GET', filtered(filter, '&_pageSize=100'));
    expect(status).toBe(200);
    expect(namesIn(body)).toEqual(names);
  });

  test('fields are chosen and records ordered', async () => {
    const { body } = await call(
      'GET',
      filtered('description eq "Writer"', '&_fields=sn,givenName&_sortKeys=-sn,givenName&_pageSize=3'),
    );
    const [first, second] = body['result'] as Record<string, string>[];
    expect(Object.keys(first ?? {}).toSorted()).toEqual(['_id', 'givenName', 'sn']);
    expect((first?.['sn'] ?? '') >= (second?.['sn'] ?? '')).toBe(true);
  });

  test('an order is one of the whole list, page by page, and its cookie is of no other order', async () => {
    const ordered = (more: string) => filtered('true', `&_sortKeys=-userName&_pageSize=20${more}`);
    const seen: string[] = [];
    let cookie: string | null = '';
    for (let pages = 0; pages < 20 && cookie !== null; pages += 1) {
      const { body } = await call('GET', ordered(cookie === '' ? '' : `&_pagedResultsCookie=${cookie}`));
      seen.push(...namesIn(body));
      cookie = body['pagedResultsCookie'] as string | null;
    }
    const { body: whole } = await call('GET', filtered('true'));
    expect(seen).toEqual(namesIn(whole).toSorted((one, other) => (one < other ? 1 : -1)));
    const { body: first } = await call('GET', ordered(''));
    const other = filtered(
      'true',
      `&_sortKeys=userName&_pageSize=20&_pagedResultsCookie=${String(first['pagedResultsCookie'])}`,
    );
    expect((await call('GET', other)).status).toBe(400);
  });

  test('a paged search finds what lies behind the first page of the remote', async () => {
    const { body: whole } = await call('GET', filtered('mail ew "da.archer@example.com"'));
    expect(namesIn(whole)).toEqual(['ada.archer']);
    const { body } = await call('GET', filtered('mail ew "da.archer@example.com"', '&_pageSize=1'));
    expect(namesIn(body)).toEqual(['ada.archer']);
  });

  test('the ids of all are asked for by their query', async () => {
    const { body } = await call('GET', `${people}?_queryId=query-all-ids&_pageSize=2`);
    expect((body['result'] as unknown[])[0]).toEqual({ _id: '101' });
  });

  test.each([
    ['', 'cannot be read'],
    ['?_queryFilter=sn+is', 'could not be parsed as a valid query filter'],
    ['?_queryFilter=shoeSize+eq+1', 'shoeSize'],
    ['?_queryFilter=sn%2Fdeep%2Fer+eq+1', 'Only one level'],
    ['?_queryFilter=true&_queryId=query-all-ids', 'mutually exclusive'],
    ['?_queryExpression=x', 'not supported'],
    ['?_queryId=mine', "'mine' does not exist"],
    ['?_queryFilter=true&_pageSize=x', "parameter '_pageSize'"],
    ['?_queryFilter=true&_pageSize=1&_pageSize=2', 'Multiple values'],
    ['?_queryFilter=true&_pagedResultsCookie=x&_pagedResultsOffset=1', 'mutually exclusive'],
    ['?_queryFilter=true&_totalPagedResultsPolicy=guess', 'count policy'],
  ])('%s is answered with 400', async (query, message) => {
    const { status, body } = await call('GET', `${people}${query}`);
    expect(status).toBe(400);
    expect(body['message']).toContain(message);
  });
});
