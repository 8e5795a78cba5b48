import { beforeEach, describe, expect, test } from 'vitest';
import type { Connector } from '#main/services/connectors/index.ts';
import type { RemoteStep } from '#shared/connectors/index.ts';
import { answerJson, makeConnector, type Remote } from '#test/support/connectors.ts';
import { startedAnew } from '#test/support/started.ts';
import { ask, startDirectory } from './directory.ts';

let api: Remote;
let connector: Connector;
let steps: RemoteStep[];
const directory = startedAnew(startDirectory);
beforeEach(() => {
  ({ api, connector } = directory);
  steps = [];
});

describe('reading one object', () => {
  test('the wanted attributes alone cost further requests', async () => {
    const object = await connector.get('__ACCOUNT__', '1', 'default', { steps });
    expect(object).toEqual({
      uid: '1',
      name: 'user1',
      attributes: { login: 'user1', mail: 'user1@example.com', groups: ['g1', 'all'] },
    });
    expect(directory.lines()).toEqual(['GET /users/1', 'GET /users/1/groups']);
    const wanted = new Set(['city', 'manager']);
    expect(await connector.get('__ACCOUNT__', '1', wanted, {})).toMatchObject({
      attributes: { city: 'Bath', manager: 'boss' },
    });
    expect(steps.map(({ purpose }) => purpose)).toEqual([
      { kind: 'main', operation: 'GET' },
      { kind: 'step', operation: 'GET', index: 0, attribute: 'groups' },
    ]);
  });

  test('an object that is not there is a failure with what the remote says, and the exchange', async () => {
    const reading = connector.get('__ACCOUNT__', '77', 'default', { steps });
    await expect(reading).rejects.toMatchObject({
      type: 'NOT_FOUND',
      code: 'connector.not-found',
      step: { exchangeId: 'exchange-1', response: { status: 404 } },
    });
    expect(steps.at(-1)?.failure).toMatchObject({ code: 'connector.not-found' });
  });

  test('a further request that fails does not make the object one that is not there', async () => {
    directory.failing = 'GET /users/1/groups';
    await expect(connector.get('__ACCOUNT__', '1', 'default', {})).rejects.toMatchObject({
      type: 'RETRYABLE',
      message: expect.stringMatching(/^groups could not be read: .*500/),
    });
  });

  test('a uid never leads to another resource', async () => {
    await connector.get('__ACCOUNT__', '1/groups?x=1#y', 'default', {}).catch(() => null);
    expect(directory.lines()).toEqual(['GET /users/1%2Fgroups%3Fx%3D1%23y']);
    await expect(connector.get('__ACCOUNT__', '..', 'default', {})).rejects.toMatchObject({
      type: 'NOT_FOUND',
    });
    expect(api.seen).toHaveLength(1);
  });

  test('an operation or an object type that there is not is unsupported', async () => {
    await expect(connector.get('group', '1', 'default', {})).rejects.toMatchObject({ type: 'UNSUPPORTED' });
    const bare = makeConnector({ serviceUri: api.origin, objectTypes: { __ACCOUNT__: { schema: [] } } });
    await expect(bare.connector.delete('__ACCOUNT__', '1', {})).rejects.toMatchObject({
      type: 'UNSUPPORTED',
    });
    expect(api.seen).toHaveLength(0);
  });
});

describe('writing', () => {
  test('CREATE makes the object, then the further requests with its uid', async () => {
    const attributes = { login: 'zoe', mail: 'zoe@example.com', password: 'planted-password' };
    expect(await connector.create('__ACCOUNT__', attributes, { steps })).toBe('9');
    expect(directory.lines()).toEqual(['POST /users', 'PUT /users/9/welcome']);
    expect(JSON.parse(api.seen[0]?.body ?? '')).toEqual({
      login: 'zoe',
      mail: 'zoe@example.com',
      credentials: { value: 'planted-password' },
    });
    expect(api.seen[1]).toMatchObject({
      body: '{"user":"9"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.stringify(steps)).not.toMatch(/planted-password|t0ken/);
  });

  test('a further request that fails says what was done, and with which uid', async () => {
    directory.failing = 'PUT /users/9/welcome';
    await expect(connector.create('__ACCOUNT__', { login: 'zoe' }, {})).rejects.toMatchObject({
      type: 'RETRYABLE',
      completedUid: '9',
      message: expect.stringMatching(/^9 was created, but an additional request failed/),
    });
  });

  test('attributes that the object type does not take are refused before anything is sent', async () => {
    const creating = connector.create('__ACCOUNT__', { mail: 'zoe@example.com', shoe: '38' }, {});
    await expect(creating).rejects.toMatchObject({
      type: 'INVALID_ATTRIBUTE',
      message: expect.stringMatching(/shoe.*login/),
    });
    expect(api.seen).toHaveLength(0);
  });

  test('a rule of exceptions decides what a failure means, and the step names it', async () => {
    api.answer = answerJson({ error: 'login is taken' }, 422);
    await expect(connector.create('__ACCOUNT__', { login: 'zoe' }, { steps })).rejects.toMatchObject({
      type: 'ALREADY_EXIST',
      code: 'connector.already-exists',
    });
    expect(steps[0]?.rule).toEqual({ type: 'ALREADY_EXIST', index: 0, message: 'login is taken' });
  });

  test('a remote that creates and does not say what is a failure', async () => {
    api.answer = answerJson({ ok: true }, 201);
    await expect(connector.create('__ACCOUNT__', { login: 'zoe' }, {})).rejects.toMatchObject({
      type: 'OTHER',
      fix: expect.stringMatching(/idPath/),
    });
  });

  test('UPDATE keeps the uid where the answer names none, and sends nothing where nothing may be changed', async () => {
    expect(await connector.update('__ACCOUNT__', '2', { mail: 'new@example.com' }, {})).toBe('2');
    expect(api.seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/users/2',
      body: '{"mail":"new@example.com"}',
    });
    expect(await connector.update('__ACCOUNT__', '2', {}, {})).toBe('2');
    expect(api.seen).toHaveLength(1);
  });

  test('UPDATE sends only requests that have something to say', async () => {
    expect(await connector.update('__ACCOUNT__', '2', { manager: 'boss' }, {})).toBe('2');
    expect(directory.lines()).toEqual(['PUT /users/2/manager']);
    directory.failing = 'PUT /users/2/manager';
    await expect(connector.update('__ACCOUNT__', '2', { manager: 'boss' }, {})).rejects.toMatchObject({
      type: 'RETRYABLE',
      completedUid: null,
      message: expect.stringMatching(/^2 was not changed: /),
    });
  });

  test('an attribute that no request of UPDATE takes is refused, and not forgotten', async () => {
    const updating = connector.update('__ACCOUNT__', '2', { groups: ['g1'], mail: 'm@example.com' }, {});
    await expect(updating).rejects.toMatchObject({
      type: 'INVALID_ATTRIBUTE',
      message: expect.stringMatching(/groups/),
    });
    expect(api.seen).toHaveLength(0);
  });

  test('an attribute whose path leads nowhere is not taken for changed', async () => {
    const UPDATE = { path: '/u/{uid}', method: 'PUT', idPath: 'id', requestMapping: { tags: 'tags[*]' } };
    const schema = [{ fieldName: 'tags', type: 'STRING', flags: ['MULTIVALUED'] }];
    const objectTypes = { __ACCOUNT__: { schema, operations: { UPDATE } } };
    const broken = makeConnector({ serviceUri: api.origin, objectTypes }).connector;
    await expect(broken.update('__ACCOUNT__', '2', { tags: ['a'] }, {})).rejects.toMatchObject({
      type: 'CONFIGURATION',
      message: expect.stringMatching(/tags/),
    });
    expect(api.seen).toHaveLength(0);
  });

  describe('a PUT that replaces the object', () => {
    const stored = {
      id: '2',
      login: 'bo',
      mail: 'bo@example.com',
      theme: 'dark',
      address: { city: 'Bath', zip: '1' },
    };
    const mapping = { login: 'login', mail: 'mail', city: 'address.city' };
    /** `part` leads to the object in the response to GET. */
    const replacing = (sendAll: unknown, part = '', written = mapping) => {
      const read = Object.fromEntries(Object.entries(mapping).map(([name, path]) => [name, part + path]));
      const idPath = `${part}id`;
      const operations = {
        GET: { path: '/users/{uid}', method: 'GET', idPath, namePath: idPath, responseMapping: read },
        UPDATE: { path: '/users/{uid}', method: 'PUT', idPath: 'id', requestMapping: written, sendAll },
      };
      const schema = ['login', 'mail', 'city'].map((fieldName) => ({ fieldName, type: 'STRING', flags: [] }));
      const objectTypes = { __ACCOUNT__: { schema, operations } };
      return makeConnector({ serviceUri: api.origin, objectTypes }).connector;
    };
    const bodies = () =>
      api.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body) as unknown);

    test('keeps what is not mapped, and is refused where the object is another one by then', async () => {
      api.answer = (request, response) => {
        if (request.method === 'GET') response.setHeader('ETag', '"r7"');
        answerJson(stored)(request, response);
      };
      await replacing(true).update('__ACCOUNT__', '2', { mail: 'new@example.com' }, { steps });
      expect(bodies()).toEqual([{ ...stored, mail: 'new@example.com' }]);
      expect(api.seen.at(-1)?.headers['if-match']).toBe('"r7"');
      expect(steps[0]?.notes).toEqual(['read first because UPDATE replaces the whole object']);
      api.answer = (request, response) =>
        answerJson(
          request.method === 'GET' ? stored : { error: 'changed' },
          request.method === 'GET' ? 200 : 412,
        )(request, response);
      const refused = replacing(true).update('__ACCOUNT__', '2', { city: 'York' }, {});
      await expect(refused).rejects.toMatchObject({ type: 'CHANGED', code: 'connector.changed' });
      expect(bodies().at(-1)).toEqual({ ...stored, address: { city: 'York', zip: '1' } });
    });

    test('takes the object out of the answer where it is a part of it, and says where it is none', async () => {
      api.answer = answerJson({ user: stored });
      await replacing({ from: 'user' }, 'user.').update('__ACCOUNT__', '2', { mail: 'm' }, {});
      expect(bodies()).toEqual([{ ...stored, mail: 'm' }]);
      api.answer = answerJson([stored]);
      const broken = replacing(true).update('__ACCOUNT__', '2', { mail: 'm' }, {});
      await expect(broken).rejects.toMatchObject({ type: 'CONFIGURATION' });
    });

    test('writes nothing where one attribute would be put beside what was read of it', async () => {
      api.answer = answerJson(stored);
      const partly = replacing(true, '', { ...mapping, city: 'addr.city' });
      await expect(partly.update('__ACCOUNT__', '2', { city: 'Leeds' }, {})).rejects.toMatchObject({
        type: 'CONFIGURATION',
        message: expect.stringContaining('GET reads city at address.city, but UPDATE writes it at addr.city'),
      });
      expect(bodies()).toEqual([]);
    });
  });

  test('a write that is answered with where its outcome stands says that it has been carried out', async () => {
    api.answer = (_request, response) => void response.writeHead(303, { location: '/users/9' }).end();
    await expect(connector.create('__ACCOUNT__', { login: 'ann' }, {})).rejects.toMatchObject({
      type: 'OTHER',
      message: `The remote system redirects the request. It has processed the POST and returns the result at ${api.origin}/users/9.`,
    });
    expect(directory.lines()).toEqual(['POST /users']);
  });

  test('a write that is redirected is not sent again', async () => {
    api.answer = (_request, response) => void response.writeHead(307, { location: '/v2/users/2' }).end();
    const updating = connector.update('__ACCOUNT__', '2', { mail: 'new@example.com' }, {});
    await expect(updating).rejects.toMatchObject({
      type: 'OTHER',
      message: expect.stringMatching(/does not repeat/),
    });
    expect(api.seen).toHaveLength(1);
  });

  test('DELETE performs its requests in their order', async () => {
    await connector.delete('__ACCOUNT__', '2', {});
    expect(directory.lines()).toEqual(['POST /users/2/deactivate', 'DELETE /users/2']);
  });
});

describe('a dry run', () => {
  test('shows the requests as far as no answer is needed, and sends none', async () => {
    const call = { steps, isDryRun: true };
    expect(await connector.get('__ACCOUNT__', '1', 'default', call)).toBeNull();
    await connector.query('__ACCOUNT__', ask('mail eq "a"', { pageSize: 2 }), call);
    await connector.create('__ACCOUNT__', { login: 'zoe' }, call);
    await connector.update('__ACCOUNT__', '2', { mail: 'm' }, call);
    await connector.delete('__ACCOUNT__', '2', call);
    expect(steps.map(({ request }) => `${request.method} ${request.url.slice(api.origin.length)}`)).toEqual([
      'GET /users/1',
      'GET /users/1/groups',
      'GET /users?limit=2&q=mail%20is%20%22a%22',
      'POST /users',
      'PATCH /users/2',
      'POST /users/2/deactivate',
      'DELETE /users/2',
    ]);
    expect(steps.every(({ response, exchangeId }) => response === null && exchangeId === null)).toBe(true);
    expect(api.seen).toHaveLength(0);
  });
});

describe('a recording', () => {
  test('answers in place of the remote; what it does not hold is a failure', async () => {
    await connector.get('__ACCOUNT__', '1', 'default', { steps });
    await api.close();
    const left = [...steps];
    const replay = { answer: () => left.shift()?.response ?? null };
    expect(await connector.get('__ACCOUNT__', '1', 'default', { replay })).toMatchObject({
      attributes: { mail: 'user1@example.com', groups: ['g1', 'all'] },
    });
    await expect(connector.get('__ACCOUNT__', '1', 'default', { replay })).rejects.toMatchObject({
      message: expect.stringMatching(/no response/),
    });
  });
});
