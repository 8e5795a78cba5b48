import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectByPort } from '#test/support/api-clients.ts';
import { platformConnector } from '#test/support/contract-connector.ts';
import { untilContract } from '#test/support/contract-sources.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedAnew } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const planted = 'pLanted9secret8of7a6person5';
const file = 'connectors/provisioner.openicf-platform.json';
const former = '/deviceAuthenticationPolicy';

const running = startedAnew(() => {
  const connector = platformConnector(former);
  const properties = connector['configurationProperties'] as object;
  const clear = { ...connector, configurationProperties: { ...properties, authToken: planted } };
  return startTestEngine({ files: { ...ordinaryFiles, [file]: clear } });
});
const connected = startedAnew(() => connectByPort(running.engine));

const textNow = () => readFileSync(join(running.engine.workspace.directory, file), 'utf8');

test('a secret that stands in clear in a connector is in no answer, export or log, and is sealed by a fix', async () => {
  const { contractHistory } = connected.client;
  // Live requests are followed once it is made.
  await contractHistory.state();
  const environment = `${running.platform}/v1/environments/e-1`;
  await fetch(`${environment}${former}?access_token=${planted}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${planted}`,
      cookie: `sid=${planted}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: planted }),
  });
  const state = await untilContract(connected.client, ({ findings }) =>
    (['connector', 'activity'] as const).every((kind) => findings.some(({ artefact }) => artefact === kind)),
  );
  const said = [JSON.stringify(state)];
  for (const format of ['text', 'json', 'sarif', 'junit', 'markdown'] as const)
    said.push((await contractHistory.exportReport({ format, date: null })).text);
  const keys = state.findings.flatMap(({ id, key, artefact }) =>
    id === 'CC-022' && artefact === 'connector' ? [key] : [],
  );
  expect(textNow()).toContain(planted);
  const { undoId, fixed } = await contractHistory.fix({ keys });
  expect(fixed).toBe(1);
  expect(textNow()).toContain('/deviceAuthenticationPolicies');
  expect(textNow()).not.toContain(planted);
  said.push(JSON.stringify(await contractHistory.undoFix({ undoId })), running.logLines.join('\n'));
  expect(textNow()).toContain(`${former}"`);
  expect(textNow()).not.toContain(planted);
  for (const text of said) expect(text).not.toContain(planted);
});
