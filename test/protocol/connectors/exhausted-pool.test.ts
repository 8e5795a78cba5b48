import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerJson, type Remote, startRemote } from '#test/support/connectors.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { hostFiles, managementClient } from '#test/support/sample-connector.ts';

let remote: Remote;
let engine: TestEngine;
let call: ReturnType<typeof managementClient>;
/** Lets the remote answer. */
let release: () => void;
let isReached: Promise<void>;

beforeAll(async () => {
  let reached: () => void;
  isReached = new Promise((resolve) => (reached = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  remote = await startRemote((request, response) => {
    reached();
    void released.then(() => answerJson({ id: '7' })(request, response));
  });
  const GET = { path: '/u/{uid}', method: 'GET', idPath: 'id', namePath: 'id', responseMapping: {} };
  const document = {
    poolConfigOption: { maxObjects: 1, maxWait: 20 },
    configurationProperties: {
      serviceUri: remote.origin,
      authenticationMethod: 'NONE',
      objectTypes: { __ACCOUNT__: { schema: [], operations: { GET } } },
    },
  };
  engine = await startTestEngine({ files: hostFiles({ narrow: document }) });
  call = managementClient(engine);
});
afterAll(async () => {
  release();
  await engine.stop();
  await remote.close();
});

test('an operation that finds no free slot within maxWait is answered with 503, and the remote is not asked', async () => {
  const at = '/openidm/system/narrow/__ACCOUNT__/7';
  const first = call('GET', at);
  await isReached;
  const refused = await call('GET', at);
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 503, message: expect.stringContaining('No operation slot became free within 20 ms.') },
  });
  expect(remote.seen).toHaveLength(1);
  release();
  expect(await first).toMatchObject({ status: 200, body: { _id: '7' } });
  expect((await call('GET', at)).status).toBe(200);
});
