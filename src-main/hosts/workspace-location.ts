import { join } from 'node:path';
import { openWorkspaceManifest } from '#main/workspace/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { findState, type StateChoice } from './find-state.ts';
import { readStateOwner } from './state-owner.ts';

/** A workspace and the location of its state. */
export interface WorkspaceLocation {
  readonly directory: string;
  readonly name: string;
  readonly id: string;
  readonly stateDirectory: string;
  /** A problem with the location of its state. */
  readonly problem: Problem | null;
}

/** Location of the states of this user. */
export interface StateRoots {
  /** Location of the keys, recent workspaces and preferences from before each state had its own. */
  readonly stateRoot: string;
  /** The state of the first workspace where it was given, else null: a folder of its id below the root. */
  readonly given: string | null;
}

/** The roots for a `--state-dir`, or for none. */
export function stateRoots(given: string | null, usual: string): StateRoots {
  return { stateRoot: given ?? usual, given };
}

/**
 * The workspace with which a process begins: a person named its folder, or Gatehouse made it.
 * @throws workspace.missing, workspace.not-a-directory, workspace.unreadable, state.foreign
 */
export function firstWorkspace(
  workspaceDirectory: string,
  { stateRoot, given }: StateRoots,
  choice: StateChoice = 'new',
): WorkspaceLocation {
  const { directory, name, id } = openWorkspaceManifest(workspaceDirectory);
  if (given === null)
    return { directory, name, id, ...findState({ id, directory }, stateRoot, { choice, isNamed: true }) };
  requireOwn(given, id);
  return { directory, name, id, stateDirectory: given, problem: null };
}

/** A folder that was given for a state takes that of one workspace alone. */
function requireOwn(stateDirectory: string, id: string): void {
  const owner = readStateOwner(stateDirectory);
  if (owner === null || owner.id === id) return;
  throw new GatehouseError(
    'state.foreign',
    `The state in ${stateDirectory} belongs to the workspace ${owner.id} (${owner.directory}), not to ${id}.`,
    { fix: 'Choose another folder with --state-dir, or open that workspace.' },
  );
}

/**
 * A workspace that is to be opened in place of another: unlike at the start, one that has no sound manifest is refused.
 * @throws workspace.missing, workspace.not-a-directory, workspace.unreadable, workspace.no-manifest, workspace.invalid,
 * state.moved
 */
export function otherWorkspace(
  workspaceDirectory: string,
  { stateRoot, given }: StateRoots,
  first: WorkspaceLocation,
  choice: StateChoice,
): WorkspaceLocation {
  const { directory, name, id, problems } = openWorkspaceManifest(workspaceDirectory);
  const [problem] = problems;
  if (problem !== undefined) throw GatehouseError.fromProblem(problem);
  if (directory === first.directory) return { ...first, problem: null };
  const below = given === null ? stateRoot : join(given, 'workspaces');
  return { directory, name, id, ...findState({ id, directory }, below, { choice, isNamed: false }) };
}
