import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Installation } from '#main/hosts/installation.ts';
import { type StateRoots, stateRoots } from '#main/hosts/workspace-location.ts';
import { userFolders } from '#main/platform/user-folders.ts';
import { copySampleWorkspace } from '#main/workspace/index.ts';

/** Flags and texts of the options that name a workspace, the same in every command. */
export const workspaceOption = [
  '--workspace <dir>',
  'workspace folder; default: the current folder if it is a workspace, otherwise the sample',
] as const;
export const stateDirOption = ['--state-dir <dir>', 'state folder of this workspace'] as const;

export const restrictedOption = [
  '--restricted',
  'restrict the workspace to this machine; no effect if a host has it open',
  false,
] as const;

export const environmentOption = ['--environment <name>', 'environment for this command'] as const;

/** Adds the options that every command of a workspace takes. */
export function withLocation(command: Command): Command {
  return command
    .option(...workspaceOption)
    .option(...stateDirOption)
    .option('--json', 'print one line of JSON', false);
}

/** Values of these options. */
export interface LocationOptions {
  readonly workspace?: string;
  readonly stateDir?: string;
  readonly restricted?: boolean;
}

/** The workspace that a command is about, and the location of states. */
export interface ChosenLocation {
  readonly workspaceDirectory: string;
  /** True if it is the sample, because nobody named another. */
  readonly isSample: boolean;
  readonly roots: StateRoots;
  readonly workspacesDirectory: string;
}

/**
 * Finds the workspace that a command is about.
 * @throws state.unwritable where the sample cannot be copied
 */
export function chosenLocation(
  { workspace, stateDir }: LocationOptions,
  installation: Installation,
): ChosenLocation {
  const places = userFolders(process.platform, process.env);
  return {
    ...chooseWorkspace(workspace, installation, places.sampleWorkspace),
    roots: stateRoots(stateDir === undefined ? null : resolve(stateDir), places.stateRoot),
    workspacesDirectory: places.workspaces,
  };
}

function chooseWorkspace(
  given: string | undefined,
  installation: Installation,
  sample: string,
): Pick<ChosenLocation, 'workspaceDirectory' | 'isSample'> {
  if (given !== undefined) return { workspaceDirectory: resolve(given), isSample: false };
  if (existsSync(join(process.cwd(), 'gatehouse.json')))
    return { workspaceDirectory: process.cwd(), isSample: false };
  return {
    workspaceDirectory: copySampleWorkspace(installation.sampleWorkspace, sample),
    isSample: true,
  };
}
