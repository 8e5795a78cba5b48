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
}

/**
 * Does work over the API of a workspace: that of the host which has it open, else that of an engine without services
 * that lives as long as the work.
 * @throws state.busy when another process has it open and cannot be reached; what the API answers
 */
export async function withEngine<T>(
  options: EngineOptions,
  installation: Installation,
  terminal: Terminal,
  work: (client: ApiClient) => Promise<T>,
): Promise<T> {
  const { workspaceDirectory, isSample, roots, workspacesDirectory } = chosenLocation(options, installation);
  const { stateDirectory } = firstWorkspace(workspaceDirectory, roots);
  const running = await connectToHost(stateDirectory);
  if (running !== null) return foreseen(work(running));
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
    // A command takes no port that somebody waits at.
    ports: Object.fromEntries((options.services ?? []).map((key) => [key, 0])),
    logLevel: 'error',
    log: (line) => terminal.err(`${line}\n`),
    isPublic: false,
  });
  const port = host.connect('port');
  try {
    port.start();
    return await foreseen(work(createORPCClient(new RPCLink({ port }))));
  } finally {
    port.close();
    await host.stop();
  }
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
