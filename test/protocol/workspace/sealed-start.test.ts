import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { compose, type Engine } from '#main/composition/index.ts';
import { createVirtualClock, systemClock } from '#main/platform/clock.ts';
import { startForked } from '#main/platform/isolates/index.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { openWorkspaceManifest } from '#main/workspace/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import { sampleWorkspace } from '#test/support/engine.ts';
import { clientCredentials } from '#test/support/people.ts';
import { workerFiles } from '#test/support/workers.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

let engine: Engine | null = null;
let workspace: ReturnType<typeof writeWorkspace> | null = null;
afterEach(async () => {
  await engine?.stop();
  workspace?.remove();
});

async function start(seal: boolean, problems: readonly Problem[] = []): Promise<Engine> {
  workspace = writeWorkspace();
  const started = await compose({
    clock: createVirtualClock(),
    realClock: systemClock,
    random: createSystemRandom(),
    storage: createMemoryStorage({ maxExchanges: 100, maxExchangeBytes: 1_000_000 }),
    logger: createLogger(systemClock, () => {}, 'error'),
    opened: openWorkspaceManifest(workspace.path),
    problems,
    workers: workerFiles,
    startProcess: startForked,
    zoneOffsetMinutes: () => 0,
    host: 'web',
    stateDirectory: workspace.path,
    userDirectory: workspace.path,
    workspacesDirectory: workspace.path,
    sampleWorkspace,
    version: '0.0.0-test',
    ports: { authorizationServer: 0, gateway: 0, sampleUpstreams: 0 },
    seal,
  });
  engine = started;
  await started.start();
  return started;
}

const severities = ({ problems }: Engine) => problems().map(({ code, severity }) => `${code} ${severity}`);
const file = () => readFileSync(join(workspace?.path ?? '', 'oauth/clients/batch-job.json'), 'utf8');

async function statusOfBatch({ hosting }: Engine): Promise<number> {
  const client = ['batch-job', 'planted-batch-secret'] as const;
  const url = hosting.url('authorizationServer') ?? '';
  return (await clientCredentials(url, client)).status;
}

describe('a workspace with secrets in clear', () => {
  test('is sealed as it starts, and its clients go on with the secrets they have', async () => {
    const started = await start(true);
    expect(severities(started)).toEqual(Array(4).fill('secret.sealed notice'));
    expect(file()).not.toContain('planted');
    expect(await statusOfBatch(started)).toBe(200);
  });

  test('is left as it is when sealing is off, and warned about', async () => {
    const started = await start(false);
    expect(severities(started)).toEqual(Array(4).fill('secret.in-clear warning'));
    expect(file()).toContain('planted-batch-secret');
    expect(await statusOfBatch(started)).toBe(200);
  });
});

test('once what the lost key sealed is forgotten, nothing speaks of it any more', async () => {
  const started = await start(true, [{ code: 'secret.key-lost', severity: 'error', message: 'lost' }]);
  expect(severities(started)).toContain('secret.key-lost error');
  await started.forgetSecrets();
  expect(severities(started)).not.toContain('secret.key-lost error');
});
