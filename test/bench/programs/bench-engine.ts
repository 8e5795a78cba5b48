import { compose, type EnginePorts } from '#main/composition/index.ts';
import { createVirtualClock, systemClock } from '#main/platform/clock.ts';
import { startForked } from '#main/platform/isolates/index.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { openWorkspaceManifest } from '#main/workspace/index.ts';
import { workerFiles } from '#test/support/workers.ts';
import { openBenchStorage } from './bench-storage.ts';

/** An engine on a workspace as the web host composes it; `ports` name the listeners that it is to have. */
export async function composeBenchEngine(
  workspace: string,
  stateDirectory: string,
  ports: EnginePorts['ports'] = {},
) {
  return compose({
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
    ports,
  });
}
