import { expect, test } from 'vitest';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { hostFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedOnce } from '#test/support/started.ts';

// One record, and then empty pages for ever, each of which names another one.
const remote = startedOnce(() =>
  startRemote((request, response) => {
    const after = new URL(request.url, 'http://remote.invalid').searchParams.get('after');
    const list = after === null ? [{ id: 1 }] : [];
    answerJson({ list, next: `c${Number(after?.slice(1) ?? '0') + 1}` })(request, response);
  }),
);
const engine = startedOnce(() => {
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
  return startTestEngine({ files: hostFiles({ endless: document }) });
});
const call = managementClient(engine);

test('a list that ends in 100 empty pages says that it may not be the whole one', async () => {
  const { status, body } = await call('GET', '/openidm/system/endless/__ACCOUNT__?_queryFilter=true');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    result: [{ _id: '1' }],
    remarks: [expect.stringMatching(/100 empty pages/)],
  });
  expect(remote.seen.length).toBeGreaterThan(100);
});
