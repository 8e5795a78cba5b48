import { realpathSync } from 'node:fs';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { EngineData } from '#main/engine.ts';
import { systemClock } from '#main/platform/clock.ts';
import type { HostAsk, HostAsks } from '#main/platform/host-link.ts';
import { createRelayClient, type RelayClient } from '#main/platform/http-relay.ts';
import type { WantedProcess } from '#main/platform/isolates/index.ts';
import { makePrivateFolder } from '#main/platform/private-files.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import {
  noteRecentWorkspace,
  recentWorkspaces,
  type SecretUse,
  type WorkspaceOpening,
} from '#main/workspace/index.ts';
import { assertNever } from '#shared/errors/assert-never.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { type Control, isAnswering, openControl, readControlAddress } from './control.ts';
import { type EngineClient, problemOf, startEngine } from './engine-client.ts';
import type { StateChoice } from './find-state.ts';
import type { Installation } from './installation.ts';
import type { SealKeyStore } from './keys/key-store.ts';
import type { OpenScreens } from './open-screens.ts';
import { claimState, isOlderState } from './state-owner.ts';
import {
  firstWorkspace,
  otherWorkspace,
  type StateRoots,
  type WorkspaceLocation,
} from './workspace-location.ts';

/** How long the answer to `open-workspace` has to reach its caller before the engine that carries it ends. */
const responseTimeoutMillis = 100;

export interface EngineHostOptions
  extends Pick<EngineData, 'host' | 'seal' | 'services' | 'ports' | 'logLevel' | 'workspacesDirectory'> {
  readonly installation: Installation;
  readonly roots: StateRoots;
  /** How the first workspace came to be opened; any other one is opened on a screen. */
  readonly opening: Pick<WorkspaceOpening, 'by' | 'isRestricted'>;
  /** The environment of the first workspace for this run; absent: the one that was chosen last. */
  readonly environment?: string | null;
  /** Secrets of others that files of the first workspace may use from now on. */
  readonly allowedSecrets?: readonly SecretUse[];
  /** Treatment of a state that the first workspace may have had at another path; absent: it is left alone. */
  readonly stateChoice?: StateChoice;
  readonly keyStore: (stateDirectory: string, stateRoot: string) => SealKeyStore;
  readonly log: (line: string) => void;
  /** Starts a process for the engine; absent: it does so itself. */
  readonly startProcess?: (wanted: WantedProcess) => void;
  /** A problem that the host itself reports. */
  readonly problem?: Problem | null;
  /** False for a command that needs an engine for a moment: it is neither reached by others nor remembered. */
  readonly isPublic: boolean;
  /** Makes a way to the screens for other commands of this user; absent: they are in no browser. */
  readonly openScreens?: OpenScreens;
}

/** The engine of the open workspace as both hosts see it, whichever workspace that is. */
export interface EngineHost {
  /** The message from the first engine when it was ready. */
  readonly ready: EngineClient['ready'];
  /** All problems of the first engine once its connectors are loaded; never resolves if it has no connectors. */
  readonly loaded: EngineClient['loaded'];
  /** A port to the API of the workspace that is open, or is about to be; it closes when another one is opened. */
  connect(transport: 'port' | 'http'): MessagePort;
  /** Relays calls over HTTP to whichever workspace is open. */
  readonly relay: RelayClient;
  stop(): Promise<void>;
  /** Notes a folder that a person named on the command line of a further start: opening it decides about it. */
  noteNamed(directory: string): void;
  /** Resolves when no engine is left without `stop` having been asked for, for the first time. */
  readonly exit: Promise<GatehouseError>;
  /** Called each time that no engine is left; ports that are asked for meanwhile wait for the next one. */
  onExit(listener: (error: GatehouseError) => void): void;
  /**
   * Starts the engine of the open workspace once more after it ended by itself.
   * @throws the engine's own problem: state.busy, workspace.missing, …
   */
  restart(): Promise<void>;
}

/** How an engine begins. */
interface Beginning {
  readonly opening: EngineHostOptions['opening'];
  readonly isFirst: boolean;
}

const byScreen: EngineHostOptions['opening'] = { by: 'screen', isRestricted: false };
const byCommand: EngineHostOptions['opening'] = { by: 'command', isRestricted: false };

/** An engine that ended by itself, and who waits for the one in its place. */
interface Ended {
  readonly location: WorkspaceLocation;
  readonly next: PromiseWithResolvers<Running>;
  close(): Promise<void>;
}

/** A workspace with its engine. */
interface Running {
  readonly location: WorkspaceLocation;
  readonly client: EngineClient;
  readonly relay: RelayClient;
  close(): Promise<void>;
}

/** Which workspace is to be opened, and what becomes of a state that may be its own. */
type OpenWorkspace = HostAsks['open-workspace']['input'];

/** Starts the engine of a workspace, with problems that it has to say besides its own. */
type Begin = (location: WorkspaceLocation, problems: readonly Problem[]) => Promise<Running>;

/**
 * Starts the engine of a workspace and, when it asks for it, that of another one in its place.
 * @throws the engine's own problem: state.busy, workspace.missing, secret.key-invalid, …
 */
export async function openEngineHost(
  workspaceDirectory: string,
  options: EngineHostOptions,
): Promise<EngineHost> {
  const first = firstWorkspace(workspaceDirectory, options.roots, options.stateChoice);
  const exit = Promise.withResolvers<GatehouseError>();
  const listeners: ((error: GatehouseError) => void)[] = [exit.resolve];
  let ended: Ended | null = null;
  function noteEnd(error: GatehouseError, location: WorkspaceLocation, close: Ended['close']): void {
    const next = Promise.withResolvers<Running>();
    // A caller waiting for a port learns of a failure when the port closes; if nobody is waiting, nobody needs to.
    next.promise.catch(() => undefined);
    ended = { location, next, close };
    current = next.promise;
    for (const listener of listeners) listener(error);
  }
  const begin: Begin = async (location, problems) => {
    const opening = location.directory === first.directory ? options.opening : openingOf(location);
    const how = { opening, isFirst: location === first };
    const running = await startRunning(options, location, how, problems, openOther);
    running.client.onExit((error) => noteEnd(error, location, running.close));
    return running;
  };
  const named = new Set<string>();
  const openingOf = ({ directory }: WorkspaceLocation) => (named.has(directory) ? byCommand : byScreen);
  let isSwitching = false;

  async function openOther({
    directory,
    state,
    isAgain,
  }: OpenWorkspace): Promise<{ readonly directory: string }> {
    if (isSwitching)
      throw new GatehouseError('engine.stopped', 'Another workspace is being opened.', {
        fix: 'Wait until it is open.',
      });
    const present = (await current).location;
    const isPresent = isAgain === true && directory === present.directory;
    const location = isPresent ? present : otherWorkspace(directory, options.roots, first, state ?? 'ask');
    if (location.directory === present.directory && !isPresent) return { directory: location.directory };
    if (location.stateDirectory !== present.stateDirectory) await requireFree(location.stateDirectory);
    isSwitching = true;
    setTimeout(() => {
      current = replace(current, location, begin).finally(() => {
        isSwitching = false;
      });
      current.catch((error: unknown) => noteEnd(asError(error), present, async () => undefined));
    }, responseTimeoutMillis);
    return { directory: location.directory };
  }

  let current = begin(first, []);
  const { ready, loaded } = (await current).client;
  return {
    ready,
    loaded,
    connect: (transport) => openPort(() => current.then(({ client }) => client), transport),
    relay: {
      relay(request, body, response) {
        current.then(
          ({ relay }) => relay.relay(request, body, response),
          () => response.writeHead(503).end(),
        );
      },
    },
    stop: async () => (ended ?? (await current)).close(),
    noteNamed: (directory) => void named.add(realPathOf(directory)),
    exit: exit.promise,
    onExit: (listener) => void listeners.push(listener),
    async restart() {
      if (ended === null) return;
      const { location, next, close } = ended;
      ended = null;
      await close();
      begin(location, []).then(next.resolve, next.reject);
      await next.promise;
    },
  };
}

/** Ends the present engine and starts the other one; where that fails, the present one once more. */
async function replace(
  present: Promise<Running>,
  location: WorkspaceLocation,
  begin: Begin,
): Promise<Running> {
  const before = await present;
  await before.close();
  try {
    return await begin(location, []);
  } catch (error) {
    const problem = problemOf(error);
    const message = `${location.directory} was not opened: ${problem.message}`;
    return begin(before.location, [{ ...problem, severity: 'error', message }]);
  }
}

async function startRunning(
  options: EngineHostOptions,
  location: WorkspaceLocation,
  how: Beginning,
  problems: readonly Problem[],
  openOther: (wanted: OpenWorkspace) => Promise<{ readonly directory: string }>,
): Promise<Running> {
  const { roots, log } = options;
  makePrivateFolder(location.stateDirectory);
  const keys = options.keyStore(location.stateDirectory, roots.stateRoot);
  const data = await engineData(options, location, keys, problems, how);
  const client = await startEngine(options.installation.engine, data, {
    log,
    answer: (ask) => answer(ask, keys, openOther, options.startProcess),
  });
  noteOwner(location, log);
  const relay = createRelayClient(openPort(() => Promise.resolve(client), 'http'));
  const control = options.isPublic
    ? await makePublic(location, relay, {
        userDirectory: roots.stateRoot,
        log,
        openScreens: options.openScreens ?? (() => null),
      })
    : null;
  return {
    location,
    client,
    relay,
    close: async () => void (await Promise.all([control?.close(), client.stop()])),
  };
}

async function answer(
  ask: HostAsk,
  keys: SealKeyStore,
  openOther: (wanted: OpenWorkspace) => Promise<{ readonly directory: string }>,
  startProcess: EngineHostOptions['startProcess'],
): Promise<unknown> {
  switch (ask.name) {
    case 'next-key':
      return keys.writeNext();
    case 'keep-key':
      return keys.keepNext();
    case 'drop-key':
      return keys.dropNext();
    case 'open-workspace':
      return openOther(ask.input);
    case 'start-process':
      if (startProcess === undefined)
        throw new GatehouseError('api.internal', 'This host does not start processes.');
      startProcess(ask.input);
      return null;
    default:
      return assertNever(ask);
  }
}

/** Calls that are made before the engine takes the port wait in it. */
function openPort(client: () => Promise<EngineClient>, transport: 'port' | 'http'): MessagePort {
  const { port1, port2 } = new MessageChannel();
  client().then(
    (engine) => engine.connect(transport, port2),
    () => port2.close(),
  );
  return port1;
}

async function engineData(
  options: EngineHostOptions,
  location: WorkspaceLocation,
  keys: SealKeyStore,
  problems: readonly Problem[],
  { opening, isFirst }: Beginning,
): Promise<EngineData> {
  const {
    installation,
    environment,
    allowedSecrets,
    host,
    seal,
    services,
    ports,
    logLevel,
    workspacesDirectory,
  } = options;
  const said = [options.problem, location.problem, keys.problem].flatMap((problem) => problem ?? []);
  return {
    workspaceDirectory: location.directory,
    opening: {
      ...opening,
      isOlder: isOlderState(
        location.stateDirectory,
        location.directory,
        recentWorkspaces(options.roots.stateRoot).map(({ directory }) => directory),
      ),
      isRemembered: options.isPublic,
    },
    stateDirectory: location.stateDirectory,
    userDirectory: options.roots.stateRoot,
    workspacesDirectory,
    sampleWorkspace: installation.sampleWorkspace,
    keys: await keys.read(),
    keyKeptIn: keys.keptIn,
    problems: [...said, ...problems],
    host,
    version: installation.version,
    seal,
    ...(environment === undefined || !isFirst ? {} : { environment }),
    ...(allowedSecrets === undefined || !isFirst ? {} : { allowedSecrets }),
    services,
    ports,
    logLevel,
    workers: installation.workers,
  };
}

/** The state is open and nobody else's: from now on it is that of this folder. */
function noteOwner(location: WorkspaceLocation, log: (line: string) => void): void {
  try {
    claimState(location.stateDirectory, location, createSystemRandom());
  } catch (error) {
    log(`the owner of this state was not saved: ${problemOf(error).message}`);
  }
}

/** Remembers the workspace and lets other commands reach it. Neither is worth failing for. */
async function makePublic(
  { directory, name, stateDirectory }: WorkspaceLocation,
  relay: RelayClient,
  {
    userDirectory,
    log,
    openScreens,
  }: {
    readonly userDirectory: string;
    readonly log: (line: string) => void;
    readonly openScreens: OpenScreens;
  },
): Promise<Control | null> {
  try {
    const openedAtMillis = systemClock.nowMillis();
    noteRecentWorkspace(userDirectory, { directory, name, openedAtMillis }, createSystemRandom());
  } catch (error) {
    log(`this workspace was not added to the recent workspaces: ${problemOf(error).message}`);
  }
  try {
    return await openControl(stateDirectory, relay, openScreens);
  } catch (error) {
    log(`other commands cannot connect to this workspace: ${problemOf(error).message}`);
    return null;
  }
}

async function requireFree(stateDirectory: string): Promise<void> {
  const address = readControlAddress(stateDirectory);
  if (address === null || !(await isAnswering(address))) return;
  throw new GatehouseError('state.busy', `Process ${address.pid} has this workspace open.`, {
    fix: 'Use the window or the URL of that process, or stop it.',
  });
}

/** One that is not there is opened by nobody. */
function realPathOf(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

function asError(error: unknown): GatehouseError {
  return GatehouseError.fromProblem(problemOf(error));
}
