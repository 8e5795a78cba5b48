import { afterEach, beforeEach, expect, test } from 'vitest';
import { mask } from '#shared/exchange/index.ts';
import { answerJson, type Remote, startRemote } from '#test/support/connector.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { connectorFiles } from '#test/support/sample-connector.ts';

let api: Remote;
let running: TestEngine;
beforeEach(async () => {
  api = await startRemote(answerJson({}));
  const DELETE = {
    path: '/users/{uid}/leave',
    method: 'POST',
    headers: { 'X-Api-Key': 'planted-key' },
    requestBody: { client_secret: 'planted-secret', user: '{uid}' },
  };
  const files = connectorFiles(({ configurationProperties: properties }) => {
    properties['serviceUri'] = api.origin;
    properties['authToken'] = 'planted-token';
    properties['defaultHeaders'] = { 'X-Auth-Token': 'planted-header' };
    const { __ACCOUNT__: accounts } = properties.objectTypes;
    accounts.operations['DELETE'] = DELETE;
  });
  running = await startTestEngine({ files, seal: true });
});
afterEach(async () => {
  await running.stop();
  await api.close();
});

test('secrets in header fields and bodies are stored, and still sent', async () => {
  const host = await running.engine.connectors();
  const system = host.systems.system('hr');
  expect(system?.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  await system?.connector?.delete('__ACCOUNT__', '7', {});
  expect(api.seen).toMatchObject([
    {
      headers: {
        authorization: 'Bearer planted-token',
        'x-auth-token': 'planted-header',
        'x-api-key': 'planted-key',
      },
      body: JSON.stringify({ client_secret: 'planted-secret', user: '7' }),
    },
  ]);
});

test('screens know that they are there, and no more', async () => {
  const host = await running.engine.connectors();
  const variables = host.variables();
  expect(JSON.stringify(variables)).not.toContain('planted');
  expect(Object.values(variables).filter((value) => value === mask)).toHaveLength(3);
});
