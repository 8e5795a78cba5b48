// Prints the files that a warm token request and a warm request for one object pass, as JSON. It runs in plain Node: a
// module that a test runner has rewritten reads its imports by functions, which would be counted.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { connectorFiles, managementClient } from '#test/support/sample-connector.ts';
import { passedFiles } from './passed-files.ts';

/** The client is Node's own: what fetch does is seen by parts of src-main that listen to it. */
async function filesOfTokenRequest(): Promise<readonly string[]> {
  const as = await startAuthorizationServer();
  const files = await passedFiles(async () => {
    const sent = request(`${as.origin}/as/token.oauth2`, {
      method: 'POST',
      auth: 'batch-job:batch-job-secret',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    sent.end('grant_type=client_credentials');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    await response.resume().toArray();
  });
  await as.close();
  return files;
}

async function filesOfManagementRequest(): Promise<readonly string[]> {
  const remote = await startRemote(
    answerJson({ id: '7', login: 'ann', name: { given: 'Ann', family: 'Lee' }, teams: [] }),
  );
  const files = connectorFiles(({ configurationProperties }) => {
    configurationProperties['serviceUri'] = remote.origin;
  });
  const engine = await startTestEngine({ files });
  const call = managementClient(engine);
  const passed = await passedFiles(async () => {
    const { status } = await call('GET', '/openidm/system/hr/__ACCOUNT__/7');
    assert.equal(status, 200);
  });
  await engine.stop();
  await remote.close();
  return passed;
}

process.stdout.write(
  JSON.stringify({ token: await filesOfTokenRequest(), management: await filesOfManagementRequest() }),
);
