import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { attackGuards } from '#main/services/attacks/index.ts';
import type { KeyPlaceName } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import type { TrustItem } from '#shared/trust/index.ts';
import type { ApiServer } from './api/index.ts';
import { compose, type Engine } from './composition/index.ts';
import { createVirtualClock, systemClock } from './platform/clock.ts';
import { collectAtRest } from './platform/heap-at-rest.ts';
import { createHostLink, type HostAsk, type HostLink, type HostReply } from './platform/host-link.ts';
import { serveRelay } from './platform/http-relay.ts';
import { createHostedStart, startForked } from './platform/isolates/index.ts';
import { createLogger, type LogLevel } from './platform/logger.ts';
import type { WorkerFiles } from './platform/ports.ts';
import { createSystemRandom } from './platform/random.ts';
import { type KeysAtHand, openUnderItsKey } from './platform/sealing.ts';
import { defaultRetention } from './services/activity/index.ts';
import { authorizationServerGuards } from './services/authorization-server/index.ts';
import { openFileStorage } from './services/storage/index.ts';
import { openWorkspaceManifest, type SecretUse, type WorkspaceOpening } from './workspace/index.ts';

/** Data that the host passes to the engine's worker at its start. */
export interface EngineData {
  readonly workspaceDirectory: string;
  readonly opening: WorkspaceOpening;
  /** Location of the state of this workspace. */
  readonly stateDirectory: string;
  /** Location of the data of this user, independent of the open workspace. */
  readonly userDirectory: string;
  /** The default location for new workspaces. */
  readonly workspacesDirectory: string;
  readonly sampleWorkspace: string;
  readonly keys: KeysAtHand;
  readonly keyKeptIn: KeyPlaceName;
  /** Problems that the host reports in addition to those the engine finds. */
  readonly problems: readonly Problem[];
  readonly host: 'web' | 'electron';
  readonly version: string;
  /** True if clear-text secrets of the workspace are sealed at the start. */
  readonly seal: boolean;
  /** The environment for this run; null: none; absent: the one that was chosen last. */
  readonly environment?: string | null;
  /** Secrets of others that files may use from now on. */
  readonly allowedSecrets?: readonly SecretUse[];
  readonly services: readonly ServiceKey[] | null;
  readonly ports: Partial<Record<ServiceKey, number>>;
  readonly logLevel: LogLevel;
  readonly workers: WorkerFiles;
}

/** From the host: a new client of the API, an answer to what the engine asked, or the end. */
export type HostMessage =
  | { readonly type: 'connect'; readonly transport: 'port' | 'http'; readonly port: MessagePort }
  | { readonly type: 'answer'; readonly answer: HostReply }
  | { readonly type: 'stop' };

/** To the host. */
export type EngineMessage =
  | {
      readonly type: 'ready';
      readonly workspaceName: string;
      readonly services: Partial<Record<ServiceKey, string>>;
      readonly problems: readonly Problem[];
      /** Everything the workspace would do outside its folder and this machine, and which of that is off. */
      readonly trust: { readonly items: readonly TrustItem[]; readonly off: readonly TrustItem[] };
    }
  /** Sent once after `ready`, because startup does not wait for the connectors, which may have problems too. */
  | { readonly type: 'loaded'; readonly problems: readonly Problem[] }
  | { readonly type: 'failed'; readonly problem: Problem }
  | { readonly type: 'ask'; readonly ask: HostAsk }
  | { readonly type: 'log'; readonly line: string };

function tell(message: EngineMessage, moved: readonly MessagePort[] = []): void {
  parentPort?.postMessage(message, moved);
}

async function start(data: EngineData, host: HostLink): Promise<Engine> {
  const logger = createLogger(systemClock, (line) => tell({ type: 'log', line }), data.logLevel);
  const opened = openWorkspaceManifest(data.workspaceDirectory);
  const storage = await openUnderItsKey(data.keys, host, (sealKey) =>
    openFileStorage(
      new URL(data.workers.storage),
      {
        directory: data.stateDirectory,
        sealKey,
        durability: opened.manifest.durability,
        maxExchanges: defaultRetention.maxExchanges,
        maxExchangeBytes: defaultRetention.maxExchangeMebibytes * 1_048_576,
        guards: [...authorizationServerGuards, ...attackGuards],
      },
      (error) => logger.error('storage.failed', { error }),
    ),
  );
  try {
    const engine = await compose({
      clock: createVirtualClock(),
      realClock: systemClock,
      random: createSystemRandom(),
      storage,
      logger,
      opened,
      opening: data.opening,
      problems: data.problems,
      workers: data.workers,
      startProcess:
        data.host === 'electron'
          ? createHostedStart((wanted) => host.ask('start-process', wanted))
          : startForked,
      zoneOffsetMinutes: () => -new Date(systemClock.nowMillis()).getTimezoneOffset(),
      host: data.host,
      hostLink: host,
      stateDirectory: data.stateDirectory,
      userDirectory: data.userDirectory,
      workspacesDirectory: data.workspacesDirectory,
      sampleWorkspace: data.sampleWorkspace,
      version: data.version,
      seal: data.seal,
      ...(data.environment === undefined ? {} : { environment: data.environment }),
      ...(data.allowedSecrets === undefined ? {} : { allowedSecrets: data.allowedSecrets }),
      ports: data.ports,
    });
    await engine.start(data.services ?? undefined);
    return engine;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function ready(engine: Engine): EngineMessage {
  const status = engine.hosting.status();
  const running = status.flatMap(({ key, url }) => (url === null ? [] : [[key, url] as const]));
  const { items, off } = engine.trust.policy();
  const failed = status.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  return {
    type: 'ready',
    workspaceName: engine.workspace.name,
    services: Object.fromEntries(running),
    problems: [...failed, ...engine.problems()],
    trust: { items, off },
  };
}

/** The API is built when the first client comes: a headless service without a screen never pays for it. */
function createLazyApi(engine: Engine): () => Promise<ApiServer> {
  let server: Promise<ApiServer> | null = null;
  return () => {
    server ??= import('./api/index.ts').then(({ createApiServer }) => createApiServer(engine));
    return server;
  };
}

function connect(
  api: () => Promise<ApiServer>,
  { transport, port }: Extract<HostMessage, { type: 'connect' }>,
): void {
  if (transport === 'http') return serveRelay(port, async (request) => (await api()).handle(request));
  // Messages that arrive before the API is built wait in the port: it delivers only once it is started.
  void api().then((server) => {
    server.serve(port);
    port.start();
  });
}

async function run(data: EngineData): Promise<void> {
  const host = createHostLink(data.keyKeptIn, (ask, moved) => tell({ type: 'ask', ask }, moved));
  const onAnswer = (message: HostMessage) => {
    if (message.type === 'answer') host.take(message.answer);
  };
  parentPort?.on('message', onAnswer);
  const engine = await start(data, host);
  const api = createLazyApi(engine);
  parentPort?.on('message', (message: HostMessage) => {
    if (message.type === 'connect') return connect(api, message);
    // Ports to clients that are still open would keep the thread alive: it ends itself, all is on disk.
    if (message.type === 'stop')
      void engine
        .stop()
        .catch((error: unknown) => engine.ports.logger.error('stop.failed', { error }))
        .finally(() => process.exit(0));
  });
  tell(ready(engine));
  void engine.connectors.loaded.then(() => tell({ type: 'loaded', problems: engine.problems() }));
  collectAtRest();
}

if (parentPort !== null)
  run(workerData as EngineData).catch((error: unknown) => {
    const problem =
      error instanceof GatehouseError
        ? error.toProblem()
        : ({
            code: 'api.internal',
            severity: 'error',
            message: 'The engine did not start.',
            cause: error instanceof Error ? error.message : String(error),
          } as const);
    tell({ type: 'failed', problem });
  });
