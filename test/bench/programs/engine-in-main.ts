import { compose } from '#main/composition/index.ts';
import { createVirtualClock, systemClock } from '#main/platform/clock.ts';
import { startForked } from '#main/platform/isolates/index.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { openWorkspaceManifest } from '#main/workspace/index.ts';
import { workerFiles } from '#test/support/workers.ts';
import { announce } from './announce.ts';
import { openBenchStorage } from './bench-storage.ts';

const [workspace = '', stateDirectory = ''] = process.argv.slice(2);
const engine = await compose({
  clock: createVirtualClock(),
  realClock: systemClock,
  random: createSystemRandom(),
  storage: await openBenchStorage(stateDirectory),
  logger: createLogger(systemClock, (line) => process.stderr.write(`${line}\n`), 'warn'),
  opened: openWorkspaceManifest(workspace),
  problems: [],
  workers: workerFiles,
  startProcess: startForked,
  zoneOffsetMinutes: () => 0,
  host: 'web',
  stateDirectory,
  userDirectory: stateDirectory,
  workspacesDirectory: stateDirectory,
  sampleWorkspace: workspace,
  version: '0.0.0',
  ports: { authorizationServer: 0 },
});
await engine.start(['authorizationServer']);
announce({ authorizationServer: engine.hosting.url('authorizationServer') });
