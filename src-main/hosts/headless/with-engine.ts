import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { openEngineHost } from '#main/hosts/engine-host.ts';
import type { Installation } from '#main/hosts/installation.ts';
import { firstWorkspace } from '#main/hosts/workspace-location.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import type { Terminal } from './cli.ts';
import { type ApiClient, connectToHost } from './control-client.ts';
import { chosenLocation, type LocationOptions } from './location-options.ts';
import { headlessKeyStore } from './seal-key.ts';

/** The workspace of a command, and what runs for it. */
export interface EngineOptions extends LocationOptions {
  readonly services?: readonly ServiceKey[];
  /** The environment while it works; absent: the one that was chosen last. */
  readonly environment?: string;
}

/**
 * Does work over the API of a workspace: that of the host which has it open, else that of an engine without services
 * that lives as long as the work.
 * @throws state.busy when another process has it open and cannot be reached; workspace.no-environment; cli.usage where
 * its host has another environment in force; what the API answers
 */
export async function withEngine<T>(
  options: EngineOptions,
  installation: Installation,
  terminal: Terminal,
  work: (client: ApiClient) => Promise<T>,
): Promise<T> {
  const { workspaceDirectory, isSample, roots, workspacesDirectory } = chosenLocation(options, installation);
  const { stateDirectory } = firstWorkspace(workspaceDirectory, roots);
  const { environment } = options;
  const running = await connectToHost(stateDirectory);
  if (running !== null) {
    if (environment !== undefined) await expectEnvironment(running, environment);
    return foreseen(work(running));
  }
  const host = await openEngineHost(workspaceDirectory, {
    installation,
    roots,
    // Naming a folder to a command is a decision about it.
    opening: { by: isSample ? 'sample' : 'command', isRestricted: options.restricted === true },
    workspacesDirectory,
    keyStore: (directory, stateRoot) => headlessKeyStore(directory, stateRoot, process.env),
    host: 'web',
    // A command does what it says: apart from that it does not write into the workspace.
    seal: false,
    services: options.services ?? [],
    ...(environment === undefined ? {} : { environment }),
    // A command takes no port that somebody waits at.
    ports: Object.fromEntries((options.services ?? []).map((key) => [key, 0])),
    logLevel: 'error',
    log: (line) => terminal.err(`${line}\n`),
    isPublic: false,
  });
  const port = host.connect('port');
  try {
    port.start();
    const client: ApiClient = createORPCClient(new RPCLink({ port }));
    if (environment !== undefined) await expectKnown(client, environment);
    return await foreseen(work(client));
  } finally {
    port.close();
    await host.stop();
  }
}

/** A command does not change under the feet of others which environment a host has in force. */
async function expectEnvironment(running: ApiClient, wanted: string): Promise<void> {
  const { environment } = await foreseen(running.workspace.info());
  if (environment === wanted) return;
  const inForce = environment === null ? 'no environment' : `the environment ${environment}`;
  throw new GatehouseError('cli.usage', `The host that has the workspace open uses ${inForce}.`, {
    fix: `Activate ${wanted} there (gatehouse environment use ${wanted}), or stop the host.`,
  });
}

async function expectKnown(client: ApiClient, wanted: string): Promise<void> {
  const { environments } = await foreseen(client.workspace.info());
  if (environments.some(({ isActive, problem }) => isActive && problem === null)) return;
  const names = environments.map(({ name }) => name);
  throw new GatehouseError('workspace.no-environment', `The workspace has no usable environment ${wanted}.`, {
    fix: names.length === 0 ? 'Omit --environment.' : `Use one of ${names.join(', ')}.`,
  });
}

/** Rethrows a problem that the API answers with as the command's own. */
async function foreseen<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isProblem(error)) throw GatehouseError.fromProblem(error.data);
    throw error;
  }
}

function isProblem(error: unknown): error is { readonly data: Problem } {
  return error instanceof ORPCError && error.defined && error.code === 'PROBLEM';
}
