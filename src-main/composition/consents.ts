import { userInfo } from 'node:os';
import { join } from 'node:path';
import { listensAt } from '#main/platform/listens-at.ts';
import type { Outgoing } from '#main/platform/outgoing.ts';
import type { Recorder } from '#main/services/activity/index.ts';
import {
  createImportWorker,
  createPlatformClient,
  ImportService,
  openTargetConnections,
} from '#main/services/consents/index.ts';
import type { JobService } from '#main/services/jobs/index.ts';
import type { Workspace } from '#main/workspace/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import type { EnginePorts } from './ports.ts';
import { targetsOf } from './targets.ts';

/** Parts that imports work with, besides the engine's own ports. */
export interface ImportParts {
  readonly workspace: Workspace;
  readonly outgoing: Outgoing;
  readonly recorder: Recorder;
  readonly jobs: JobService;
  /** Base URL of a hosted service, as it runs or would run. */
  readonly serviceUrl: (key: ServiceKey) => string;
}

/** The imports of a workspace; they are read from the disk before it is given back. */
export async function composeImports(ports: EnginePorts, parts: ImportParts): Promise<ImportService> {
  const { workspace, outgoing, recorder, jobs } = parts;
  const { realClock: clock, random, storage, workers, startProcess, version, stateDirectory } = ports;
  const monotonic = () => performance.now();
  const imports = new ImportService({
    directory: join(stateDirectory, 'imports'),
    worker: createImportWorker(new URL(workers.consent), startProcess),
    jobs,
    records: storage.records,
    targets: () => targetsOf(parts),
    connect(profile, connections) {
      const { send, close } = openTargetConnections({
        outgoing,
        record: recorder.record,
        clock,
        monotonic,
        connections,
      });
      const { header, userAgent } = workspace.manifest.vendor;
      return {
        client: createPlatformClient({ profile, send, clock, vendorHeader: header, userAgent }),
        close,
      };
    },
    listensAt,
    mediaType: () => workspace.manifest.vendor.mediaType,
    clock,
    random,
    monotonic,
    version,
    userName: userInfo().username,
  });
  await imports.load();
  return imports;
}
