import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { firstWorkspace, stateRoots } from '#main/hosts/workspace-location.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { userFolders } from '#main/platform/user-folders.ts';
import { revokeTrust, type TrustDecision, trustDecisions } from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import { connectToHost } from '../control-client.ts';
import { type LocationOptions, stateDirOption } from '../location-options.ts';

type Options = Pick<LocationOptions, 'stateDir'> & { readonly json: boolean };
type Run = Parameters<CliCommand['register']>[1];

/** Adds `gatehouse workspace trust` to the commands about workspaces. */
export function registerTrustCommands(workspace: Command, run: Run, terminal: Terminal): void {
  const trust = workspace
    .command('trust')
    .description('Show and revoke trust in workspace folders on this machine');
  withOptions(trust.command('list').description('List workspace folders and their trust decisions')).action(
    (options: Options) => run(options, async () => list(options, terminal)),
  );
  withOptions(
    trust
      .command('revoke')
      .argument('<dir>', 'folder in the list; it may have been deleted')
      .description('Revoke trust: the workspace is restricted to this machine until it is trusted again'),
  ).action((dir: string, options: Options) => run(options, () => revoke(dir, options, terminal)));
}

function withOptions(command: Command): Command {
  return command.option(...stateDirOption).option('--json', 'print one line of JSON', false);
}

/** Location of the user's data, as for a host that was started with the same options. */
function rootsOf({ stateDir }: Options) {
  const usual = userFolders(process.platform, process.env).stateRoot;
  return stateRoots(stateDir === undefined ? null : resolve(stateDir), usual);
}

function list(options: Options, terminal: Terminal): number {
  const folders = trustDecisions(rootsOf(options).stateRoot);
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, folders })}\n`);
  else if (folders.length === 0) terminal.out('No folder has been opened yet.\n');
  else for (const folder of folders) terminal.out(`${lineOf(folder)}\n`);
  return exitCodes.ok;
}

function lineOf({ decision, directory, items, decidedAtMillis }: TrustDecision): string {
  const when = new Date(decidedAtMillis).toISOString().slice(0, 10);
  const what = { trusted: `trusted, ${items.length} items`, restricted: 'restricted', open: 'not decided' };
  return `${when}  ${what[decision].padEnd(20)}  ${directory}`;
}

async function revoke(dir: string, options: Options, terminal: Terminal): Promise<number> {
  const roots = rootsOf(options);
  const directory = realPath(resolve(dir));
  if (!revokeTrust(roots.stateRoot, directory, systemClock.nowMillis(), createSystemRandom()))
    throw new GatehouseError('api.not-found', `${directory} is not in the list of folders.`, {
      fix: 'Run gatehouse workspace trust list to see all folders.',
    });
  await tellHost(directory, roots);
  terminal.out(
    options.json ? `${JSON.stringify({ ok: true, directory })}\n` : `${directory} is restricted.\n`,
  );
  return exitCodes.ok;
}

/** A folder that is gone keeps the path under which it was listed. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A host that has the folder open takes the decision up at once; one that cannot be reached, when it opens it next. */
async function tellHost(directory: string, roots: ReturnType<typeof rootsOf>): Promise<void> {
  try {
    const { stateDirectory } = firstWorkspace(directory, roots);
    const client = await connectToHost(stateDirectory);
    await client?.workspaceTrust.revoke({ directory });
  } catch {
    // The file says it already.
  }
}
