import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { baseUrlOf } from '../platform/addresses.ts';
import { createFaultRegistry } from '../platform/faults.ts';
import type { HttpHandler } from '../platform/http.ts';
import { defaultRawLimits } from '../platform/raw-http.ts';
import { createSealing } from '../platform/sealing.ts';
import { createWorkerPool } from '../platform/worker-pool.ts';
import {
  createActivityLog,
  createHarImport,
  createRecorder,
  createSender,
  type HarTask,
  type HarTaskResult,
  type SendRecorded,
} from '../services/activity/index.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
} from '../services/authorization-server/index.ts';
import { createHosting, type HostedService, type Hosting } from '../services/hosting/index.ts';
import { createJobService } from '../services/jobs/index.ts';
import { createOutbox } from '../services/outbox/index.ts';
import { stateProblems } from '../services/storage/index.ts';
import { unknownWeaknesses } from '../services/weaknesses/index.ts';
import {
  createClientFindings,
  createDrafts,
  createFileEditor,
  createInterchange,
  createRestartNotices,
  createUndoStore,
  loadWorkspace,
  openSecretStore,
  rememberedEnvironment,
  removeLeftovers,
  type SecretStore,
  sealClearSecrets,
  type Workspace,
} from '../workspace/index.ts';
import { composeAttacks } from './attacks.ts';
import { composeLazyConnectors, composeLazyContract, once } from './deferred.ts';
import { composeFlows, otherTarget } from './flows.ts';
import { composeGateway } from './gateway.ts';
import { composeNetwork } from './network.ts';
import type { Engine, EnginePorts } from './ports.ts';
import { composeSamples } from './samples.ts';
import { composeScripting } from './scripting.ts';
import { composeUpkeep } from './upkeep.ts';
import { composeWebhooks } from './webhooks.ts';

export type { Engine, EnginePorts } from './ports.ts';

/** Largest body that the management interface reads, in bytes. */
const connectorBodyLimitBytes = 4 * 1_048_576;

/** Largest body that the platform sandbox reads, in bytes: an agreement of 32,000 characters fits. */
const platformBodyLimitBytes = 262_144;

/** How often expired tokens, codes and records are dropped, in milliseconds of real time. */
const purgeEveryMillis = 60_000;

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
    url: new URL(ports.workers.har),
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
    workerUrl: new URL(ports.workers.activity),
    zoneOffsetMinutes: ports.zoneOffsetMinutes,
  });
  const workspace = loadWorkspace(opened, secrets.resolve, {
    clearSecretsAre: ports.seal === undefined ? 'notice' : 'warning',
    environment: ports.environment === undefined ? await rememberedEnvironment(records) : ports.environment,
  });
  const network = composeNetwork(ports, workspace);
  const sendStraight = createSender(recorder.record, clock);
  const send: SendRecorded = (request, { limits = defaultRawLimits, ...options }) =>
    sendStraight(request, {
      ...options,
      limits: { ...limits, outgoing: limits.outgoing ?? network.outgoing },
    });
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
  const interchange = createInterchange({ workspace, editor, secrets, records, clock: realClock, random });
  return { undo, editor, interchange, drafts: createDrafts(records, editor) };
}

type Core = Awaited<ReturnType<typeof composeCore>>;

/** What steps through flows, and what attacks with them. */
function composeDebugging(
  ports: EnginePorts,
  { workspace, recorder, send, outgoing, jobs }: Core,
  urlOf: (key: ServiceKey) => string | null,
) {
  const parts = { workspace, recorder, send, outgoing, urlOf };
  const { flows, flowIssuer, browsers } = composeFlows(ports, {
    ...parts,
    copyOfHosted: (name) => attacks.stageTarget(name),
  });
  const { attacks, attackGuard } = composeAttacks(ports, {
    workspace,
    jobs,
    record: recorder.record,
    send,
    flows: () => flows,
    flowIssuer,
    otherTarget: (name) => otherTarget(name, parts),
  });
  return { flows, flowIssuer, browsers, attacks, attackGuard };
}

/** The gateway, the scripts in its policies, and what tries them out. */
function composeThrottling(
  ports: EnginePorts,
  core: Core,
  authorizationServer: AuthorizationServer,
  urlOf: (key: ServiceKey) => string | null,
) {
  const scripting = composeScripting(ports, core);
  const gateway = composeGateway(ports, {
    ...core,
    scripting,
    authorizationServer: () => urlOf('authorizationServer'),
  });
  const gatewayUrl = () => urlOf('gateway');
  const throttleLab = once(async () => {
    const { composeThrottleLab } = await import('./throttle.ts');
    return composeThrottleLab(ports, {
      ...core,
      scripting,
      gateway,
      authorizationServer,
      gatewayUrl,
    });
  });
  return { scripting, gateway, throttleLab };
}

/** What stands behind the services' listeners. */
function hostedServices(
  parts: Pick<Engine, 'authorizationServer' | 'connectors' | 'gateway' | 'platform'> & {
    readonly upstreams: HttpHandler;
  },
  listenOf: (key: ServiceKey) => ReturnType<HostedService['listen']>,
): readonly HostedService[] {
  const { authorizationServer, connectors, gateway, platform, upstreams } = parts;
  const hosted = (
    key: ServiceKey,
    handler: HostedService['handler'],
    bodyLimitBytes?: () => number,
  ): HostedService => ({ key, handler, bodyLimitBytes, listen: () => listenOf(key) });
  return [
    hosted('authorizationServer', authorizationServer.handle, authorizationServer.bodyLimitBytes),
    hosted(
      'connectorHost',
      async (request, notes) => (await connectors()).handler(request, notes),
      () => connectorBodyLimitBytes,
    ),
    hosted('gateway', gateway.handler),
    hosted(
      'platform',
      async (request, notes) => (await platform()).handler(request, notes),
      () => platformBodyLimitBytes,
    ),
    hosted('sampleUpstreams', upstreams),
  ];
}

/** The hosted services and what works with them. */
function composeHosted(ports: EnginePorts, core: Core) {
  const { workspace, recorder, send, faults, authority } = core;
  const { clock, random, storage, logger } = ports;
  const { records } = storage;
  const { registrations } = workspace;
  // Asked anew each time: the manifest follows its file.
  const settings = () => workspace.manifest.services;
  const urlOf = (key: ServiceKey) => () => hosting.url(key);
  const onServicesChange = (listener: () => void) => void hosting.onChange(listener);
  const serviceUrl = (key: ServiceKey) => hosting.url(key) ?? baseUrlOf(settings()[key]);
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
  const debugging = composeDebugging(ports, core, (key) => hosting.url(key));
  const { flows } = debugging;
  const throttling = composeThrottling(ports, core, authorizationServer, (key) => hosting.url(key));
  const connectors = composeLazyConnectors(ports, {
    ...core,
    scripting: throttling.scripting,
    serviceUrl,
    onServicesChange,
  });
  const platform = once(async () => {
    const { composePlatform } = await import('./platform.ts');
    return composePlatform(ports, { workspace, authorizationServer, webhooks });
  });
  const imports = once(async () => {
    const { composeImports } = await import('./imports.ts');
    return composeImports(ports, { ...core, serviceUrl });
  });
  const contract = composeLazyContract(ports, { ...core, imports, serviceUrl, onServicesChange });
  const upstreams = composeSamples({ workspace, flows, send, clock, random, urlOf });
  const listenOf = (key: ServiceKey) => ({
    ...settings()[key],
    port: ports.ports?.[key] ?? settings()[key].port,
  });
  const hosting: Hosting = createHosting(
    hostedServices({ authorizationServer, connectors, ...throttling, platform, upstreams }, listenOf),
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
  const webhooks = composeWebhooks(ports, core, serviceUrl);
  authorizationServer.onAuditEvent(webhooks.publish, () => workspace.webhooks.length > 0);
  const tokenParts = { workspace, send, authorizationServer, flows, urlOf };
  return {
    authorizationServer,
    tokenInspector: once(async () => {
      const { composeTokenInspector } = await import('./tokens.ts');
      return composeTokenInspector(ports, tokenParts);
    }),
    ...debugging,
    ...throttling,
    connectors,
    platform,
    imports,
    contract,
    clientFindings: createClientFindings(workspace),
    hosting,
    restartNotices,
    webhooks,
  };
}

/** Everything that is wrong with the workspace, its services and the machine. */
function problemsOf(ports: EnginePorts, core: Core, hosted: Hosted, isForgotten: boolean) {
  return [
    ...ports.problems.filter(({ code }) => code !== 'secret.key-lost' || !isForgotten),
    ...core.sealedNow,
    ...unknownWeaknesses(core.workspace.manifest),
    ...stateProblems(ports.storage.records),
    ...core.workspace.problems,
    ...core.outgoing.problems(),
    ...hosted.restartNotices(),
    ...hosted.webhooks.problems(),
    ...hosted.gateway.problems(),
    ...hosted.connectors.problems(),
    ...hosted.contract.problems(),
    ...hosted.clientFindings(),
  ];
}

type Hosted = ReturnType<typeof composeHosted>;

/** Ends what still may write, in the order in which one needs the other. */
async function stopServices(
  { jobs, outbox, parser, activity, recorder }: Core,
  hosted: Hosted,
): Promise<void> {
  hosted.contract.end();
  await hosted.hosting.close();
  await hosted.gateway.close();
  await (await hosted.connectors.made())?.close();
  await (await hosted.throttleLab.made)?.close();
  await hosted.scripting.close();
  hosted.flows.close();
  await Promise.all([hosted.browsers.close(), hosted.attacks.close()]);
  await Promise.all([jobs.close(), outbox.close()]);
  await (await hosted.contract.made())?.close();
  await (await hosted.imports.made)?.close();
  recorder.flush();
  await Promise.all([parser.close(), activity.close()]);
}

/** Builds every service from its ports and restores what was stored; nothing listens yet. */
export async function compose(ports: EnginePorts): Promise<Engine> {
  const { clock, realClock, storage, logger } = ports;
  const core = await composeCore(ports);
  const hosted = composeHosted(ports, core);
  const { workspace, recorder, jobs, outbox } = core;
  const { authorizationServer, flows, hosting } = hosted;
  const upkeep = composeUpkeep(ports, { ...core, ...hosted });
  // Before anything is written that would be kept within other bounds.
  await upkeep.keep();
  await Promise.all([
    authorizationServer.load(),
    hosted.gateway.reload(),
    flows.restore(),
    hosted.attacks.restore(),
    outbox.restore(),
    jobs.restore(),
  ]);
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
    problems: () => problemsOf(ports, core, hosted, isForgotten),
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
      // What is wrong with connectors belongs to the problems, whether anybody asks for one or not.
      hosted.connectors.begin();
      hosted.contract.begin();
    },
    async stop() {
      workspace.close();
      clearInterval(purge);
      try {
        await stopServices(core, hosted);
      } finally {
        // Whatever did not end well: what was recorded and committed goes to the disk.
        recorder.flush();
        await storage.close();
      }
    },
  };
}
