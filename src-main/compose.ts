import type { Problem } from '#shared/errors/index.ts';
import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { baseUrlOf, certificateHosts } from './platform/addresses.ts';
import { type CertificateAuthority, createCertificateAuthority } from './platform/certificate-authority.ts';
import type { VirtualClock } from './platform/clock.ts';
import { createFaultRegistry, type FaultRegistry } from './platform/faults.ts';
import type { HostLink } from './platform/host-link.ts';
import type { HttpHandler } from './platform/http.ts';
import { createOutgoing } from './platform/outgoing.ts';
import type { Logger, Storage } from './platform/ports.ts';
import { defaultRawLimits } from './platform/raw-http.ts';
import { createSealing, type Sealing } from './platform/sealing.ts';
import { createWorkerPool } from './platform/worker-pool.ts';
import {
  type ActivityLog,
  createActivityLog,
  createHarImport,
  createRecorder,
  createSender,
  createStateUpkeep,
  type HarImport,
  type HarTask,
  type HarTaskResult,
  harSourceKind,
  type Recorder,
  type SendRecorded,
  type StateUpkeep,
} from './services/activity/index.ts';
import {
  type AuthorizationServer,
  authorizationServerRecords,
  createAuthorizationServer,
} from './services/authorization-server/index.ts';
import { createFlowService, type FlowService, flowRunKind } from './services/flow-debugger/index.ts';
import { createHosting, type HostedService, type Hosting } from './services/hosting/index.ts';
import { createJobService, type JobService, jobKind } from './services/jobs/index.ts';
import { createOutbox, type Outbox } from './services/outbox/index.ts';
import { createSampleUpstreams } from './services/sample-upstreams/index.ts';
import { createWebhooks, type Webhooks } from './services/webhooks/index.ts';
import {
  createDrafts,
  createFileEditor,
  createRestartNotices,
  createUndoStore,
  type Drafts,
  draftKind,
  type FileEditor,
  loadWorkspace,
  openSecretStore,
  rememberedEnvironment,
  removeLeftovers,
  type SecretStore,
  sealClearSecrets,
  type UndoStore,
  type Workspace,
  type WorkspaceManifest,
} from './workspace/index.ts';

/** How often expired tokens, codes and records are dropped, in milliseconds of real time. */
const purgeEveryMillis = 60_000;

/** Everything that the services need of the machine and the host. */
export interface EnginePorts {
  /** The clock that services see; a tester moves it. */
  readonly clock: VirtualClock;
  /** The machine's own time. */
  readonly realClock: Clock;
  readonly random: Random;
  readonly storage: Storage;
  readonly logger: Logger;
  readonly opened: WorkspaceManifest;
  /** Problems that came up before the services were built (a state that was moved aside). */
  readonly problems: readonly Problem[];
  readonly harWorkerUrl: URL;
  readonly activityWorkerUrl: URL;
  /** Minutes that the machine's local time is ahead of UTC. */
  readonly zoneOffsetMinutes: () => number;
  readonly host: 'web' | 'electron';
  /** Keeps the key of the state and opens other workspaces; absent where no host stands behind the engine. */
  readonly hostLink?: HostLink;
  /** Where lies what is this user's, whichever workspace is open. */
  readonly userDirectory: string;
  /** Where new workspaces are proposed to lie. */
  readonly workspacesDirectory: string;
  /** The sample that a new workspace can begin with. */
  readonly sampleWorkspace: string;
  readonly version: string;
  /** Seals secrets that stand in clear in the workspace, at start and when a file is saved. False: they are left, and warned about; absent: sealed when saved only. */
  readonly seal?: boolean;
  /** The environment for this run; null: none; absent: the one that was chosen last. */
  readonly environment?: string | null;
  /** Ports that replace those of the manifest, for example 0 for any. */
  readonly ports?: Partial<Record<ServiceKey, number>>;
}

/** The services of one workspace, built and joined. */
export interface Engine {
  readonly ports: EnginePorts;
  readonly workspace: Workspace;
  readonly editor: FileEditor;
  readonly drafts: Drafts;
  readonly undo: UndoStore;
  readonly recorder: Recorder;
  readonly activity: ActivityLog;
  readonly upkeep: StateUpkeep;
  readonly send: SendRecorded;
  /** The workspace's own CA, whose root clients are told to trust. */
  readonly authority: CertificateAuthority;
  readonly faults: FaultRegistry;
  readonly hosting: Hosting;
  readonly jobs: JobService;
  readonly outbox: Outbox;
  readonly secrets: SecretStore;
  readonly flows: FlowService;
  readonly authorizationServer: AuthorizationServer;
  readonly webhooks: Webhooks;
  readonly harImport: HarImport;
  readonly startedAtMillis: number;
  problems(): readonly Problem[];
  readonly sealing: Sealing;
  /** Drops what was sealed under a key that is lost: the way out of `secret.key-lost`. */
  forgetSecrets(): Promise<number>;
  /** Starts the named services, or all that this version hosts. */
  start(keys?: readonly ServiceKey[]): Promise<void>;
  /** Ends everything in order; what was committed is on disk. */
  stop(): Promise<void>;
}

/** What needs no other service: workspace, records of what happens, long work. */
async function composeCore(ports: EnginePorts) {
  const { clock, realClock, random, storage, logger, opened } = ports;
  const { records, exchanges } = storage;
  // Whoever composes holds the state: no other process of it is at work in the folder.
  removeLeftovers(opened.directory, realClock);
  const secrets = await openSecretStore(records);
  const sealedNow = ports.seal === true ? await sealClearSecrets(opened.directory, secrets, random) : [];
  const recorder = createRecorder(exchanges, realClock);
  const jobs = createJobService({ records, clock: realClock, random, logger });
  const parser = createWorkerPool<HarTask, HarTaskResult>({
    url: ports.harWorkerUrl,
    size: 1,
    timeoutMillis: 30_000,
    maxHeapMebibytes: 1_024,
  });
  const harImport = createHarImport({ records, exchanges, clock: realClock, random, parser });
  jobs.register(harImport.job);
  const activity = createActivityLog({
    storage,
    recorder,
    clock: realClock,
    random,
    workerUrl: ports.activityWorkerUrl,
    zoneOffsetMinutes: ports.zoneOffsetMinutes,
  });
  const workspace = loadWorkspace(opened, secrets.resolve, {
    clearSecretsAre: ports.seal === undefined ? 'notice' : 'warning',
    environment: ports.environment === undefined ? await rememberedEnvironment(records) : ports.environment,
  });
  const network = composeNetwork(ports, workspace);
  const sendStraight = createSender(recorder.record, clock);
  const send: SendRecorded = (request, { limits = defaultRawLimits, ...options }) =>
    sendStraight(request, { ...options, limits: { ...limits, outgoing: network.outgoing } });
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
    ...composeEditing(ports, workspace, secrets),
    faults: createFaultRegistry(),
    send,
    outbox: createOutbox({ records, clock: realClock, random, logger }),
  };
}

/** What screens write the workspace through. */
function composeEditing(
  { storage: { records }, realClock, random, seal }: EnginePorts,
  workspace: Workspace,
  secrets: SecretStore,
) {
  const undo = createUndoStore({ records, clock: realClock, random });
  const editor = createFileEditor({ workspace, secrets, undo, random, seal: seal !== false });
  return { undo, editor, drafts: createDrafts(records, editor) };
}

/** What our servers show to be trusted, and how our own requests leave this machine. */
function composeNetwork({ storage, realClock, random }: EnginePorts, workspace: Workspace) {
  const authority = createCertificateAuthority({
    records: storage.records,
    clock: realClock,
    random,
    workspaceName: workspace.name,
  });
  const outgoing = createOutgoing({
    directory: workspace.directory,
    network: () => workspace.manifest.network,
    readSecret: workspace.readSecret,
    ownHosts: () => serviceKeys.flatMap((key) => certificateHosts(workspace.manifest.services[key])),
    ownRoot: authority.existingRoot,
  });
  return { authority, outgoing };
}

type Core = Awaited<ReturnType<typeof composeCore>>;

/** The hosted services and what works with them. */
function composeHosted(ports: EnginePorts, { workspace, recorder, send, faults, authority, outbox }: Core) {
  const { clock, random, storage, logger } = ports;
  const { records } = storage;
  const { registrations, credentials } = workspace;
  // Asked anew each time: the manifest follows its file.
  const settings = () => workspace.manifest.services;
  const urlOf = (key: ServiceKey) => () => hosting.url(key);
  const authorizationServer = createAuthorizationServer({
    settings: () => settings().authorizationServer,
    vendor: () => workspace.manifest.vendor,
    registrations: () => registrations,
    clock,
    random,
    records,
    logger,
    issuer: () => hosting.url('authorizationServer') ?? baseUrlOf(settings().authorizationServer),
    send,
    faults: (path, tags) => faults.matching('authorizationServer', path, tags).map(({ effect }) => effect),
  });
  const flows = createFlowService({
    clock,
    random,
    records,
    recorder,
    send,
    client: registrations.client,
    clients: registrations.clients,
    clientSecret: credentials.clientSecret,
    userPassword: credentials.userPassword,
    vendor: () => workspace.manifest.vendor,
    codeLifetimeSeconds: () => settings().authorizationServer.codeLifetimeSeconds,
    authorizationServer: urlOf('authorizationServer'),
    upstreams: urlOf('sampleUpstreams'),
  });
  const upstreams = createSampleUpstreams(flows, {
    send,
    authorizationServer: urlOf('authorizationServer'),
    credentials: () => resourceServerCredentials(workspace),
    vendorUrn: () => workspace.manifest.vendor.urn,
  });
  const listenOf = (key: ServiceKey) => ({
    ...settings()[key],
    port: ports.ports?.[key] ?? settings()[key].port,
  });
  const hosted = (key: ServiceKey, handler: HttpHandler): HostedService => ({
    key,
    handler,
    listen: () => listenOf(key),
  });
  const hosting: Hosting = createHosting(
    [hosted('authorizationServer', authorizationServer.handle), hosted('sampleUpstreams', upstreams)],
    {
      record: recorder.record,
      faults,
      clock,
      logger,
      authority,
      reservedPorts: () => new Set(serviceKeys.map((key) => settings()[key].port)),
    },
  );
  const restartNotices = createRestartNotices(hosting, listenOf);
  const webhooks = createWebhooks({
    outbox,
    send,
    logger,
    clock: ports.realClock,
    webhooks: () => workspace.webhooks,
    nextId: () => Buffer.from(random.bytes(16)).toString('base64url'),
    source: () => urlOf('authorizationServer')() ?? baseUrlOf(settings().authorizationServer),
  });
  authorizationServer.onAuditEvent(webhooks.publish, () => workspace.webhooks.length > 0);
  return { authorizationServer, flows, hosting, restartNotices, webhooks };
}

/** What a state holds, with the services that have to forget what is removed from it. */
function composeUpkeep(
  { storage, realClock }: EnginePorts,
  { recorder, activity, jobs }: Core,
  { authorizationServer, flows }: ReturnType<typeof composeHosted>,
) {
  return createStateUpkeep({
    storage,
    clock: realClock,
    forgetExchanges() {
      recorder.forget();
      return activity.forget();
    },
    parts: {
      flowRuns: { recordKinds: [flowRunKind], forget: () => flows.forget() },
      tokens: { recordKinds: authorizationServerRecords.tokens, forget: authorizationServer.forgetTokens },
      consents: {
        recordKinds: authorizationServerRecords.consents,
        forget: authorizationServer.forgetConsents,
      },
      jobs: { recordKinds: [jobKind, harSourceKind], forget: () => jobs.forget() },
      drafts: { recordKinds: [draftKind], forget: () => undefined },
    },
  });
}

/** Builds every service from its ports and restores what was stored; nothing listens yet. */
export async function compose(ports: EnginePorts): Promise<Engine> {
  const { clock, realClock, storage, logger } = ports;
  const core = await composeCore(ports);
  const hosted = composeHosted(ports, core);
  const { workspace, recorder, jobs, outbox, parser } = core;
  const { authorizationServer, flows, hosting } = hosted;
  const upkeep = composeUpkeep(ports, core, hosted);
  // Before anything is written that would be kept within other bounds.
  await upkeep.keep();
  await Promise.all([authorizationServer.load(), flows.restore(), outbox.restore(), jobs.restore()]);
  const purge = setInterval(() => {
    authorizationServer.purgeExpired();
    storage.records
      .purgeExpired(clock.nowMillis())
      .then(() => upkeep.keep())
      .catch((error: unknown) => logger.warn('purge.failed', { error }));
  }, purgeEveryMillis);
  purge.unref();
  core.secrets.onChange(workspace.resolveSecretsAgain);
  workspace.watch();
  let isForgotten = false;
  return {
    ports,
    ...core,
    ...hosted,
    upkeep,
    startedAtMillis: realClock.nowMillis(),
    problems: () => [
      ...ports.problems.filter(({ code }) => code !== 'secret.key-lost' || !isForgotten),
      ...core.sealedNow,
      ...workspace.problems,
      ...core.outgoing.problems(),
      ...hosted.restartNotices(),
      ...hosted.webhooks.problems(),
    ],
    sealing: createSealing({
      records: storage.records,
      sealed: storage.sealed,
      host: ports.hostLink,
      clock: realClock,
    }),
    async forgetSecrets() {
      const forgotten = (await storage.sealed?.forgetUnopened()) ?? 0;
      isForgotten = true;
      workspace.resolveSecretsAgain();
      return forgotten;
    },
    async start(keys = hosting.status().map(({ key }) => key)) {
      await Promise.all(keys.map((key) => hosting.start(key)));
    },
    async stop() {
      workspace.close();
      clearInterval(purge);
      await hosting.close();
      flows.close();
      await Promise.all([jobs.close(), outbox.close()]);
      recorder.flush();
      await Promise.all([parser.close(), core.activity.close()]);
      await storage.close();
    },
  };
}

/** The first client that may validate tokens is the sample resource server's own registration. */
function resourceServerCredentials({ registrations, credentials, manifest }: Workspace) {
  const grantType = `urn:${manifest.vendor.urn}:oauth2:grant_type:validate_bearer`;
  const client = registrations.clients().find(({ grantTypes }) => grantTypes.has(grantType));
  const secret = client === undefined ? null : credentials.clientSecret(client.clientId);
  return client === undefined || secret === null ? null : { clientId: client.clientId, secret };
}
