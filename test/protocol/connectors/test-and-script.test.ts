import { beforeEach, describe, expect, test } from 'vitest';
import type { Connector } from '#main/services/connectors/index.ts';
import type { RemoteStep } from '#shared/connectors/index.ts';
import { answerJson, makeConnector, type Remote } from '#test/support/connectors.ts';
import { startedAnew } from '#test/support/started.ts';
import { startDirectory } from './directory.ts';

let api: Remote;
let connector: Connector;
let steps: RemoteStep[];
const directory = startedAnew(startDirectory);
beforeEach(() => {
  ({ api, connector } = directory);
  steps = [];
});

describe('Test', () => {
  test('asks for one record with the credentials', async () => {
    await connector.test({ steps });
    expect(directory.lines()).toEqual(['GET /users?limit=1']);
    expect(api.seen[0]?.headers.authorization).toBe('Bearer t0ken');
    expect(steps[0]?.purpose).toEqual({ kind: 'test' });
  });

  test.each([
    [{ serviceUri: null }, 'CONFIGURATION'],
    [{ serviceUri: 'hr.example.com' }, 'CONFIGURATION'],
    [{ serviceUri: 'https://ann:secret@hr.example.com' }, 'CONFIGURATION'],
    [{ serviceUri: 'http://nowhere.invalid' }, 'RETRYABLE'],
  ])('%j does not pass', async (properties, type) => {
    await expect(makeConnector(properties).connector.test({})).rejects.toMatchObject({ type });
  });

  test.each([
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [500, 'RETRYABLE'],
  ])('a remote that answers %i does not pass', async (status, type) => {
    api.answer = answerJson({}, status);
    await expect(connector.test({})).rejects.toMatchObject({ type });
    await expect(makeConnector({ serviceUri: api.origin }).connector.test({})).rejects.toMatchObject({
      type,
    });
  });

  test('a remote that has nothing at serviceUri itself passes: it is there, and took the credentials', async () => {
    api.answer = answerJson({}, 404);
    await makeConnector({ serviceUri: api.origin }).connector.test({});
  });

  test('a sign-in page in place of records does not pass', async () => {
    api.answer = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    await expect(connector.test({})).rejects.toMatchObject({ type: 'OTHER' });
  });
});

describe('Schema and scripts', () => {
  test('the schema names object types, attributes and operations, and the options of queries', async () => {
    const schema = connector.schema();
    expect(schema.objectTypes).toMatchObject([
      { name: '__ACCOUNT__', operations: ['GET', 'QUERY', 'CREATE', 'UPDATE', 'DELETE'] },
    ]);
    expect(schema.objectTypes[0]?.attributes.map(({ fieldName }) => fieldName)).toContain('groups');
    expect(schema.options.toSorted()).toEqual([
      '_fields',
      '_pageSize',
      '_pagedResultsCookie',
      '_pagedResultsOffset',
      '_queryFilter',
    ]);
    const DELETE = { path: '/g/{uid}', method: 'DELETE' };
    const objectTypes = { __GROUP__: { schema: [], operations: { DELETE } } };
    const other = makeConnector({ serviceUri: api.origin, objectTypes }).connector;
    expect(other.schema().objectTypes).toEqual([
      { name: '__GROUP__', attributes: [], operations: ['DELETE'] },
    ]);
    await other.close();
    expect(api.seen).toHaveLength(0);
  });

  test('a script sees the configuration without its secrets, and its arguments', async () => {
    const seen: unknown[] = [];
    const made = directory.make({ script: async (_script, bindings) => seen.push(bindings) });
    await made.connector.script({ type: 'application/x-groovy', source: '1' }, { who: 'ann' }, {});
    expect(seen).toMatchObject([
      {
        who: 'ann',
        args: { who: 'ann' },
        connector: { name: 'hr', configuration: { serviceUri: `${api.origin}/`, authToken: '••••••••' } },
      },
    ]);
    expect(JSON.stringify(seen)).not.toContain('t0ken');
  });

  test('nor does it see those that operations and standing header fields hold', async () => {
    const seen: unknown[] = [];
    const operation = {
      path: '/users',
      method: 'POST',
      headers: { 'X-Api-Key': 'planted-1', 'X-Tenant': 'acme' },
      queryParams: { api_key: 'planted-2' },
      requestBody: { client_secret: 'planted-3', user: '{uid}' },
    };
    const { connector: made } = makeConnector(
      {
        serviceUri: api.origin,
        defaultHeaders: { 'Api-Key': 'planted-4' },
        objectTypes: { User: { schema: [], operations: { DELETE: operation } } },
      },
      { script: async (_script, bindings) => seen.push(bindings) },
    );
    await made.script({ type: 'application/x-groovy', source: '1' }, {}, {});
    expect(JSON.stringify(seen)).not.toContain('planted');
    expect(JSON.stringify(seen)).toContain('"X-Tenant":"acme"');
    expect(JSON.stringify(seen)).toContain('"user":"{uid}"');
  });

  test('a script that does not end is left when its time is over', async () => {
    const endless = () => new Promise<never>(() => {});
    const made = directory.make({ script: endless }, { operationTimeout: { SCRIPT_ON_CONNECTOR: 50 } });
    const running = made.connector.script(
      { type: 'application/x-groovy', source: 'while (true) {}' },
      {},
      {},
    );
    await expect(running).rejects.toMatchObject({ type: 'TIMEOUT' });
  });
});
