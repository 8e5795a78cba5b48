import type { Problem } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { VirtualClock } from './platform/clock.ts';
import { createFaultRegistry, type FaultRegistry } from './platform/faults.ts';
import type { HttpHandler } from './platform/http.ts';
import type { Logger, Storage } from './platform/ports.ts';
import { createWorkerPool } from './platform/worker-pool.ts';
import {
  createHarImport,
  createRecorder,
  createSender,
  type HarImport,
  type HarTask,
  type HarTaskResult,
  type Recorder,
  type SendRecorded,
} from './services/activity/index.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
} from './services/authorization-server/index.ts';
import { createFlowService, type FlowService } from './services/flow-debugger/index.ts';
import { createHosting, type HostedService, type Hosting } from './services/hosting/index.ts';
import { createJobService, type JobService } from './services/jobs/index.ts';
import { createOutbox, type Outbox } from './services/outbox/index.ts';
import { createSampleUpstreams } from './services/sample-upstreams/index.ts';
import {
  loadWorkspace,
  openSecretStore,
  type SecretStore,
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
  readonly host: 'web' | 'electron';
  readonly version: string;
  /** Ports that replace those of the manifest, for example 0 for any. */
  readonly ports?: Partial<Record<ServiceKey, number>>;
}

/** The services of one workspace, built and joined. */
export interface Engine {
  readonly ports: EnginePorts;
  readonly workspace: Workspace;
  readonly recorder: Recorder;
  readonly send: SendRecorded;
  readonly faults: FaultRegistry;
  readonly hosting: Hosting;
  readonly jobs: JobService;
  readonly outbox: Outbox;
  readonly secrets: SecretStore;
  readonly flows: FlowService;
  readonly authorizationServer: AuthorizationServer;
  readonly harImport: HarImport;
  readonly startedAtMillis: number;
  problems(): readonly Problem[];
  /** Starts the named services, or all that this version hosts. */
  start(keys?: readonly ServiceKey[]): Promise<void>;
  /** Ends everything in order; what was committed is on disk. */
  stop(): Promise<void>;
}

/** What needs no other service: workspace, records of what happens, long work. */
async function composeCore(ports: EnginePorts) {
  const { clock, realClock, random, storage, logger, opened } = ports;
  const { records, exchanges } = storage;
  const secrets = await openSecretStore(records);
  const recorder = createRecorder(exchanges, realClock);
  const jobs = createJobService({ records, clock: realClock, random, logger });
  const parser = createWorkerPool<HarTask, HarTaskResult>({
    url: ports.harWorkerUrl,
    size: 1,
    timeoutMillis: 30_000,
    maxHeapMebibytes: 1_024,
  });
  const harImport = createHarImport({ records, exchanges, random, parser });
  jobs.register(harImport.job);
  return {
    secrets,
    recorder,
    jobs,
    parser,
    harImport,
    workspace: loadWorkspace(opened, secrets.resolve),
    faults: createFaultRegistry(),
    send: createSender(recorder.record, clock),
    outbox: createOutbox({ records, clock: realClock, random, logger }),
  };
}

type Core = Awaited<ReturnType<typeof composeCore>>;

/** The hosted services and what works with them. */
function composeHosted(ports: EnginePorts, { workspace, recorder, send, faults }: Core) {
  const { clock, random, storage, logger } = ports;
  const { records } = storage;
  const { manifest, registrations, credentials } = workspace;
  const settings = manifest.services;
  const urlOf = (key: ServiceKey) => () => hosting.url(key);
  const authorizationServer = createAuthorizationServer({
    settings: () => settings.authorizationServer,
    vendor: () => manifest.vendor,
    registrations: () => registrations,
    clock,
    random,
    records,
    logger,
    issuer: () =>
      hosting.url('authorizationServer') ?? `http://127.0.0.1:${settings.authorizationServer.port}`,
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
    vendor: () => manifest.vendor,
    codeLifetimeSeconds: () => settings.authorizationServer.codeLifetimeSeconds,
    authorizationServer: urlOf('authorizationServer'),
    upstreams: urlOf('sampleUpstreams'),
  });
  const upstreams = createSampleUpstreams(flows, {
    send,
    authorizationServer: urlOf('authorizationServer'),
    credentials: () => resourceServerCredentials(workspace),
    vendorUrn: () => manifest.vendor.urn,
  });
  const hosted = (key: 'authorizationServer' | 'sampleUpstreams', handler: HttpHandler): HostedService => ({
    key,
    handler,
    listen: () => ({ ...settings[key], port: ports.ports?.[key] ?? settings[key].port }),
  });
  const hosting: Hosting = createHosting(
    [hosted('authorizationServer', authorizationServer.handle), hosted('sampleUpstreams', upstreams)],
    { record: recorder.record, faults, clock, logger },
  );
  return { authorizationServer, flows, hosting };
}

/** Builds every service from its ports and restores what was stored; nothing listens yet. */
export async function compose(ports: EnginePorts): Promise<Engine> {
  const { clock, realClock, storage, logger } = ports;
  const core = await composeCore(ports);
  const hosted = composeHosted(ports, core);
  const { workspace, recorder, jobs, outbox, parser } = core;
  const { authorizationServer, flows, hosting } = hosted;
  await Promise.all([authorizationServer.load(), flows.restore(), outbox.restore(), jobs.restore()]);
  const purge = setInterval(() => {
    authorizationServer.purgeExpired();
    storage.records
      .purgeExpired(clock.nowMillis())
      .catch((error: unknown) => logger.warn('purge.failed', { error }));
  }, purgeEveryMillis);
  purge.unref();
  return {
    ports,
    ...core,
    ...hosted,
    startedAtMillis: realClock.nowMillis(),
    problems: () => [...ports.problems, ...workspace.problems],
    async start(keys = hosting.status().map(({ key }) => key)) {
      await Promise.all(keys.map((key) => hosting.start(key)));
    },
    async stop() {
      clearInterval(purge);
      await hosting.close();
      flows.close();
      await Promise.all([jobs.close(), outbox.close()]);
      recorder.flush();
      await parser.close();
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
