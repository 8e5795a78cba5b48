import { beforeEach, describe, expect, test } from 'vitest';
import type { Connector } from '#main/services/connectors/index.ts';
import type { RemoteStep } from '#shared/connectors/index.ts';
import { type Answer, makeConnector, startRemote } from '#test/support/connectors.ts';
import { startedAnew } from '#test/support/started.ts';

interface Stored {
  version: number;
  data: Record<string, unknown>;
}

/** Users by names that the caller chooses; a write needs the ETag of what is there. RFC 9110 §13.1.1, RFC 6585 §3 */
function lockingServer(users: Map<string, Stored>): Answer {
  return ({ method, url, headers, body }, response) => {
    const id = decodeURIComponent(url.split('/')[2] ?? '');
    const stored = users.get(id);
    const answer = (status: number, json?: unknown) => {
      const now = users.get(id);
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(now === undefined ? {} : { etag: `"${now.version}"` }),
      });
      response.end(json === undefined ? '' : JSON.stringify(json));
    };
    if (method === 'GET') return stored === undefined ? answer(404) : answer(200, { id, ...stored.data });
    if (method === 'PUT' && headers['if-none-match'] === '*') {
      if (stored !== undefined) return answer(409);
      users.set(id, { version: 1, data: JSON.parse(body) as Stored['data'] });
      return answer(201);
    }
    if (headers['if-match'] === undefined) return answer(428);
    if (stored === undefined || headers['if-match'] !== `"${stored.version}"`) return answer(412);
    if (method === 'DELETE') users.delete(id);
    else
      users.set(id, {
        version: stored.version + 1,
        data: { ...stored.data, ...(JSON.parse(body) as Stored['data']) },
      });
    return answer(204);
  };
}

const locked = { 'If-Match': '{etag}' };
const accounts = {
  schema: ['userName', 'mail', 'city', 'badge'].map((fieldName) => ({ fieldName, type: 'STRING' })),
  operations: {
    GET: {
      path: '/users/{uid}',
      method: 'GET',
      idPath: 'id',
      namePath: 'id',
      responseMapping: { userName: 'id', mail: 'mail', city: 'city', badge: 'badge' },
    },
    CREATE: {
      path: '/users/{userName}',
      method: 'PUT',
      idPath: '{userName}',
      headers: { 'If-None-Match': '*' },
      requestMapping: { mail: 'mail', city: 'city' },
      additionalStep: [{ method: 'PATCH', path: '/users/{uid}/badge/{badge}' }],
    },
    UPDATE: {
      path: '/users/{uid}',
      method: 'PATCH',
      idPath: 'id',
      headers: locked,
      requestMapping: { mail: 'mail' },
      requestBody: { label: '{userName} of {city}' },
    },
    DELETE: { path: '/users/{uid}', method: 'DELETE', headers: locked },
  },
};

let users: Map<string, Stored>;
let connector: Connector;
const remote = startedAnew(() => {
  users = new Map([['ann', { version: 7, data: { mail: 'ann@old', city: 'York' } }]]);
  return startRemote(lockingServer(users));
});
beforeEach(() => {
  ({ connector } = makeConnector({ serviceUri: remote.origin, objectTypes: { __ACCOUNT__: accounts } }));
});
const lines = () => remote.seen.map(({ method, url }) => `${method} ${url}`);

describe('a server that locks', () => {
  test('a change names the ETag that was read right before, and attributes that it does not name', async () => {
    const steps: RemoteStep[] = [];
    await connector.update('__ACCOUNT__', 'ann', { mail: 'ann@new' }, { steps });
    expect(lines()).toEqual(['GET /users/ann', 'PATCH /users/ann']);
    expect(remote.seen[1]?.headers['if-match']).toBe('"7"');
    expect(users.get('ann')?.data).toEqual({ mail: 'ann@new', city: 'York', label: 'ann of York' });
    expect(steps[0]?.notes).toEqual(['read first to replace placeholders of the next request']);
  });

  test('of two changes at once the second is refused, and nothing is lost', async () => {
    const serve = remote.answer;
    remote.answer = (request, response) => {
      serve(request, response);
      const stored = users.get('ann');
      if (request.method === 'GET' && stored !== undefined) stored.version += 1;
    };
    const changing = connector.update('__ACCOUNT__', 'ann', { mail: 'ann@new' }, {});
    await expect(changing).rejects.toMatchObject({ type: 'CHANGED' });
    expect(users.get('ann')?.data['mail']).toBe('ann@old');
  });

  test('a deletion names it too', async () => {
    await connector.delete('__ACCOUNT__', 'ann', {});
    expect(users.size).toBe(0);
  });

  test('a server without ETags gets no write that nothing would hold back', async () => {
    remote.answer = (_request, response) => void response.end('{"id":"ann"}');
    const changing = connector.update('__ACCOUNT__', 'ann', { mail: 'ann@new' }, {});
    await expect(changing).rejects.toMatchObject({ type: 'CONFIGURATION' });
    expect(lines()).toEqual(['GET /users/ann']);
  });

  test('a dry run shows both requests, and sends none', async () => {
    const steps: RemoteStep[] = [];
    await connector.update('__ACCOUNT__', 'ann', { mail: 'n' }, { steps, isDryRun: true });
    expect(steps.map(({ request }) => request.method)).toEqual(['GET', 'PATCH']);
    expect(steps[1]?.request.headers).toContainEqual(['If-Match', '{etag}']);
    expect(remote.seen).toEqual([]);
  });
});

describe('names that the caller chooses', () => {
  test('stand in the path, and are the uid where the answer says nothing', async () => {
    expect(await connector.create('__ACCOUNT__', { userName: 'a/b ä', mail: 'x' }, {})).toBe('a/b ä');
    expect(lines()).toEqual(['PUT /users/a%2Fb%20%C3%A4']);
    expect(users.get('a/b ä')?.data).toEqual({ mail: 'x' });
  });

  test('one that is taken is a conflict', async () => {
    const creating = connector.create('__ACCOUNT__', { userName: 'ann' }, {});
    await expect(creating).rejects.toMatchObject({ type: 'ALREADY_EXIST' });
  });

  test.each([{}, { userName: '..' }])('%j leads to no resource, and is refused', async (attributes) => {
    const creating = connector.create('__ACCOUNT__', attributes, {});
    await expect(creating).rejects.toMatchObject({ type: 'INVALID_ATTRIBUTE' });
    expect(remote.seen).toEqual([]);
  });
});

test('a further request that deletes reads the ETag anew, and the attributes before', async () => {
  const { DELETE: _delete, ...operations } = accounts.operations;
  const account = {
    ...accounts,
    operations: {
      ...operations,
      DELETE: {
        path: '/users/{uid}',
        method: 'PATCH',
        headers: locked,
        requestBody: { city: null, was: '{city}' },
        additionalStep: [
          { method: 'PUT', path: '/users/{uid}', requestBody: { tag: '{etag}', was: '{city}' } },
        ],
      },
    },
  };
  const twice = makeConnector({ serviceUri: remote.origin, objectTypes: { __ACCOUNT__: account } });
  await twice.connector.delete('__ACCOUNT__', 'ann', {}).catch(() => undefined);
  expect(lines()).toEqual(['GET /users/ann', 'PATCH /users/ann', 'GET /users/ann', 'PUT /users/ann']);
  expect(JSON.parse(remote.seen[3]?.body ?? '')).toMatchObject({ tag: '"8"' });
});

test('a further request of a read names what was read, without an attribute that nobody asked for', async () => {
  const { operations, ...rest } = accounts;
  const badge = { resourceName: 'badge', method: 'GET', path: '/users/{city}', valuePath: 'mail' };
  const { badge: _badge, ...responseMapping } = operations.GET.responseMapping;
  const GET = { ...operations.GET, responseMapping, additionalStep: [badge] };
  users.set('York', { version: 1, data: { mail: 'badge of York' } });
  const asking = makeConnector({
    serviceUri: remote.origin,
    objectTypes: { __ACCOUNT__: { ...rest, operations: { GET } } },
  });
  const object = await asking.connector.get('__ACCOUNT__', 'ann', new Set(['badge']), {});
  expect(object?.attributes).toEqual({ badge: 'badge of York' });
  users.set('ann', { version: 1, data: {} });
  expect((await asking.connector.get('__ACCOUNT__', 'ann', new Set(['badge']), {}))?.attributes).toEqual({});
});
