import { createFaultRegistry } from '../platform/faults.ts';
import { processHeaps } from '../platform/isolates/index.ts';
import { createWorkerPool } from '../platform/worker-pool.ts';
import {
  createActivityLog,
  createHarImport,
  createRecorder,
  createSender,
  type HarTask,
  type HarTaskResult,
} from '../services/activity/index.ts';
import { createJobService } from '../services/jobs/index.ts';
import { createOutbox } from '../services/outbox/index.ts';
import {
  answerUses,
  createDrafts,
  createFileEditor,
  createInterchange,
  createOwnAttacks,
  createUndoStore,
  createWorkspaceTrust,
  followOwners,
  loadWorkspace,
  namedConsumer,
  openSecretStore,
  rememberedEnvironment,
  removeLeftovers,
  type SecretStore,
  sealClearSecrets,
  settleOwners,
  type Workspace,
} from '../workspace/index.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { composeNetwork } from './network.ts';
import type { EnginePorts } from './ports.ts';

/** Composes the parts that need no other service: the workspace, the records of what happens, long-running jobs. */
export async function composeCore(ports: EnginePorts) {
  const { clock, realClock, random, storage, logger, opened } = ports;
  const { records, exchanges } = storage;
  // The composing process holds the state: no other process of it is at work in the folder.
  removeLeftovers(opened.directory, realClock);
  const secrets = await openSecretStore(records);
  const sealedNow = ports.seal === true ? await sealClearSecrets(opened.directory, secrets, random) : [];
  const recorder = createRecorder(exchanges, realClock);
  const jobs = createJobService({ records, clock: realClock, random, logger });
  const parser = createWorkerPool<HarTask, HarTaskResult>({
    url: new URL(ports.workers.har),
    size: processHeaps.har.max,
    start: ports.startProcess,
    timeoutMillis: 30_000,
    heap: processHeaps.har,
  });
  const harImport = createHarImport({ records, exchanges, clock: realClock, random, parser });
  jobs.register(harImport.job);
  const activity = createActivityLog({
    storage,
    recorder,
    clock: realClock,
    random,
    workerUrl: new URL(ports.workers.activity),
    zoneOffsetMinutes: ports.zoneOffsetMinutes,
  });
  const workspace = loadWorkspace(opened, secrets.resolve, {
    passwords: ports.passwords,
    clearSecretsAre: ports.seal === undefined ? 'notice' : 'warning',
    environment: ports.environment === undefined ? await rememberedEnvironment(records) : ports.environment,
    grants: secrets.grants,
  });
  await settleSecrets(ports, workspace, secrets);
  const trust = createWorkspaceTrust(ports, workspace);
  const network = composeNetwork(ports, workspace, trust);
  const catalogue = createCatalogue(ports);
  return {
    ...network,
    secrets,
    sealedNow,
    recorder,
    activity,
    jobs,
    parser,
    harImport,
    workspace,
    trust,
    catalogue,
    ownAttacks: createOwnAttacks(workspace, catalogue.ids),
    ...composeEditing(ports, workspace, secrets, catalogue),
    faults: createFaultRegistry(),
    send: createSender(recorder.record, clock, network.outgoing),
    outbox: createOutbox({ records, clock: realClock, random, logger }),
  };
}

/** Before anything is sent: whose the stored secrets are, and who else may use them. @throws api.not-found */
async function settleSecrets(
  { allowedSecrets = [], logger }: EnginePorts,
  workspace: Workspace,
  secrets: SecretStore,
): Promise<void> {
  const stop = secrets.onChange(workspace.resolveSecretsAgain);
  await settleOwners(workspace, secrets);
  const uses = allowedSecrets.map(({ file, name }) => ({ file: namedConsumer(workspace, file), name }));
  if (uses.length > 0) await answerUses(secrets, uses, 'allowed');
  stop();
  workspace.onChange(({ files }) => {
    if (files.length === 0) return;
    followOwners(workspace, secrets).catch((error: unknown) =>
      logger.error('secrets.owners-failed', { error }),
    );
  });
}

/** Composes the parts through which screens write to the workspace. */
function composeEditing(
  { storage: { records }, realClock, random, seal }: EnginePorts,
  workspace: Workspace,
  secrets: SecretStore,
  catalogue: Catalogue,
) {
  const undo = createUndoStore({ records, clock: realClock, random });
  const editor = createFileEditor({
    workspace,
    secrets,
    undo,
    random,
    seal: seal !== false,
    builtInCases: catalogue.ids,
  });
  const interchange = createInterchange({ workspace, editor, secrets, records, clock: realClock, random });
  return { undo, editor, interchange, drafts: createDrafts(records, editor) };
}

/** The parts that every domain builds upon. */
export type Core = Awaited<ReturnType<typeof composeCore>>;
