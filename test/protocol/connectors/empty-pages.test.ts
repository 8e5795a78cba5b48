import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerJson, type Remote, startRemote } from '#test/support/connectors.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { hostFiles, managementClient } from '#test/support/sample-connector.ts';

let remote: Remote;
let engine: TestEngine;
let call: ReturnType<typeof managementClient>;
beforeAll(async () => {
  // One record, and then empty pages for ever, each of which names another one.
  remote = await startRemote((request, response) => {
    const after = new URL(request.url, 'http://remote.invalid').searchParams.get('after');
    const list = after === null ? [{ id: 1 }] : [];
    answerJson({ list, next: `c${Number(after?.slice(1) ?? '0') + 1}` })(request, response);
  });
  const QUERY = {
    path: '/people',
    method: 'GET',
    idPath: 'id',
    namePath: 'id',
    responseMapping: { list: {} },
    pagination: {
      cookiePagination: { param: 'after={_pagedResultsCookie}' },
      pagedResultsCookie: { type: 'body', path: 'next' },
    },
  };
  const document = {
    configurationProperties: {
      serviceUri: remote.origin,
      authenticationMethod: 'NONE',
      objectTypes: { __ACCOUNT__: { schema: [], operations: { QUERY } } },
    },
  };
  engine = await startTestEngine({ files: hostFiles({ endless: document }) });
  call = managementClient(engine.connectorHost);
});
afterAll(async () => {
  await engine.stop();
  await remote.close();
});

test('a list that ends in a hundred empty pages says that it may not be the whole one', async () => {
  const { status, body } = await call('GET', '/openidm/system/endless/__ACCOUNT__?_queryFilter=true');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    result: [{ _id: '1' }],
    remarks: [expect.stringMatching(/hundred empty pages/)],
  });
  expect(remote.seen.length).toBeGreaterThan(100);
});
