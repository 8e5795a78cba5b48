import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Installation } from '#main/hosts/installation.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { userFolders } from '#main/platform/user-folders.ts';
import {
  createWorkspace,
  noteOwnWorkspace,
  requireEmptyFolder,
  unpackWorkspace,
} from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import { counted } from '../counted.ts';
import { type LocationOptions, stateDirOption, workspaceOption } from '../location-options.ts';
import { withEngine } from '../with-engine.ts';
import { registerProductCommands } from './product.ts';
import { registerTrustCommands } from './workspace-trust.ts';

interface JsonOption {
  readonly json: boolean;
}

interface NewOptions extends JsonOption {
  readonly sample: boolean;
  readonly name?: string;
}

type ExportOptions = LocationOptions & JsonOption;

/** `gatehouse workspace`: exit code 0 done, 1 failed, 2 wrong command line. */
export function workspaceCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program, run) {
      const workspace = program.command('workspace').description('Create, export and import workspaces');
      workspace
        .command('new')
        .argument('<dir>', 'empty or new folder')
        .description('Create a workspace')
        .option('--sample', 'copy the sample workspace', false)
        .option('--name <name>', 'name of the workspace; default: that of the folder')
        .option('--json', 'print one line of JSON', false)
        .action((dir: string, options: NewOptions) =>
          run(options, async () => makeNew(dir, options, installation, terminal)),
        );
      workspace
        .command('export')
        .argument('<file>', 'zip file to create; must not exist')
        .description('Export the files of a workspace to a zip file, without secrets')
        .option(...workspaceOption)
        .option(...stateDirOption)
        .option('--json', 'print one line of JSON', false)
        .action((file: string, options: ExportOptions) =>
          run(options, () => exportTo(file, options, installation, terminal)),
        );
      workspace
        .command('import')
        .argument('<file>', 'exported zip file')
        .argument('<dir>', 'empty or new folder')
        .description('Import an exported workspace')
        .option('--json', 'print one line of JSON', false)
        .action((file: string, dir: string, options: JsonOption) =>
          run(options, async () => importFrom(file, dir, options, terminal)),
        );
      registerTrustCommands(workspace, run, terminal);
      registerProductCommands(workspace, run, installation, terminal);
    },
  };
}

function makeNew(
  dir: string,
  { sample, name, json }: NewOptions,
  { sampleWorkspace }: Installation,
  terminal: Terminal,
): number {
  const directory = resolve(dir);
  const chosen = name ?? basename(directory);
  const random = createSystemRandom();
  createWorkspace(directory, chosen, sample ? sampleWorkspace : null, random);
  const userDirectory = userFolders(process.platform, process.env).stateRoot;
  noteOwnWorkspace({ userDirectory, realClock: systemClock, random }, directory);
  terminal.out(json ? `${JSON.stringify({ ok: true, directory })}\n` : `${directory} was created.\n`);
  return exitCodes.ok;
}

async function exportTo(
  file: string,
  options: ExportOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const { zipBase64, files, redacted, leftOut } = await withEngine(
    options,
    installation,
    terminal,
    (client) => client.workspace.exportZip(),
  );
  const path = resolve(file);
  try {
    writeFileSync(path, Buffer.from(zipBase64, 'base64'), { flag: 'wx' });
  } catch (cause) {
    throw new GatehouseError('workspace.unwritable', `${path} cannot be created.`, {
      fix: 'Choose a file that does not exist yet, in a folder for which this user has write permission.',
      cause,
    });
  }
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, file: path, files, redacted, leftOut })}\n`);
  else {
    terminal.out(`${path} contains ${counted(files.length, 'file')}.\n`);
    for (const location of redacted) terminal.err(`omitted: the secret in ${location}\n`);
    for (const { file: name, reason } of leftOut) terminal.err(`omitted: ${name}: ${reason}\n`);
  }
  return exitCodes.ok;
}

function importFrom(file: string, dir: string, { json }: JsonOption, terminal: Terminal): number {
  const directory = resolve(dir);
  requireEmptyFolder(directory);
  const files = unpackWorkspace(readZip(resolve(file)), directory, createSystemRandom());
  if (json) terminal.out(`${JSON.stringify({ ok: true, directory, files })}\n`);
  else terminal.out(`${directory} contains ${counted(files.length, 'file')}.\n`);
  return exitCodes.ok;
}

function readZip(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new GatehouseError('workspace.unreadable', `${path} is not readable.`, {
      fix: 'Check that the file exists and that this user has permission to read it.',
      location: { file: path },
      cause,
    });
  }
}
