import { expect, test } from 'vitest';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { connectorFiles } from '#test/support/sample-connector.ts';
import { startedAnew } from '#test/support/started.ts';

const api = startedAnew(() => startRemote(answerJson({})));
const running = startedAnew(() => {
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
  return startTestEngine({ files, seal: true });
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

test('none of them is a variable of other connectors, or of screens', async () => {
  const host = await running.engine.connectors();
  expect(JSON.stringify(host.variables())).not.toContain('planted');
  expect(Object.keys(host.variables()).filter((name) => name.startsWith('connector.'))).toEqual([]);
});
