import { join } from 'node:path';
import { openWorkspaceManifest } from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** A workspace and where its state lies. */
export interface WorkspacePlace {
  readonly directory: string;
  readonly name: string;
  readonly stateDirectory: string;
}

/** Where the states of this user lie. */
export interface StateRoots {
  /** Where keys from before states had their own, recent workspaces and preferences lie. */
  readonly stateRoot: string;
  /** The state of the first workspace where it was given, else null: a folder of its id below the root. */
  readonly given: string | null;
}

/** The roots for a `--state-dir`, or for none. */
export function stateRoots(given: string | null, usual: string): StateRoots {
  return { stateRoot: given ?? usual, given };
}

/**
 * The workspace with which a process begins.
 * @throws workspace.missing, workspace.not-a-directory, workspace.unreadable
 */
export function firstPlace(workspaceDirectory: string, { stateRoot, given }: StateRoots): WorkspacePlace {
  const { directory, name, id } = openWorkspaceManifest(workspaceDirectory);
  return { directory, name, stateDirectory: given ?? join(stateRoot, id) };
}

/**
 * A workspace that is to be opened in place of another: unlike at the start, one that has no sound manifest is refused.
 * @throws workspace.missing, workspace.not-a-directory, workspace.unreadable, workspace.no-manifest, workspace.invalid
 */
export function otherPlace(
  workspaceDirectory: string,
  { stateRoot, given }: StateRoots,
  first: WorkspacePlace,
): WorkspacePlace {
  const { directory, name, id, problems } = openWorkspaceManifest(workspaceDirectory);
  const [problem] = problems;
  if (problem !== undefined) throw GatehouseError.fromProblem(problem);
  if (directory === first.directory) return first;
  const below = given === null ? stateRoot : join(given, 'workspaces');
  return { directory, name, stateDirectory: join(below, id) };
}
