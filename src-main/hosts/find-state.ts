import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspaceManifest, recentWorkspaces } from '#main/workspace/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { hasState, readStateOwner, type StateOwner, statesOf } from './state-owner.ts';

/**
 * How to treat a state that may belong to a moved workspace: adopt it, leave it alone in favour of a new one, or ask
 * the person who opens the workspace.
 */
export type StateChoice = 'adopt' | 'new' | 'ask';

/** How a workspace is opened. */
export interface Opening {
  readonly choice: StateChoice;
  /** True if the folder was named by a person on a command line, or made by Gatehouse itself. */
  readonly isNamed: boolean;
}

/** Location of the state of a workspace, and remarks about it. */
export interface FoundState {
  readonly stateDirectory: string;
  readonly problem: Problem | null;
}

const hashLength = 16;

/**
 * Finds the state of a workspace by its id and its real path: the id is committed, so that a clone, a work tree and a
 * stranger's folder can have the same. Each folder has a state of its own.
 * @throws state.moved where it is to be asked whether a state is that of this folder
 */
export function findState(owner: StateOwner, stateRoot: string, opening: Opening): FoundState {
  const { id, directory } = owner;
  const states = statesOf(id, stateRoot);
  const own = states.find((state) => state.directory === directory);
  if (own !== undefined) return { stateDirectory: own.stateDirectory, problem: null };
  const fresh = freshState(owner, stateRoot);
  const orphan = states.find((state) => !existsSync(state.directory));
  if (orphan !== undefined) return decide(orphan, fresh, directory, opening.choice);
  const former = join(stateRoot, id);
  if (!hasState(former) || readStateOwner(former) !== null) return { stateDirectory: fresh, problem: null };
  return findFormer(owner, { former, fresh, stateRoot }, opening);
}

/** A state from a version that recorded no owner: the recent workspaces identify its folder. */
function findFormer(
  { id, directory }: StateOwner,
  {
    former,
    fresh,
    stateRoot,
  }: { readonly former: string; readonly fresh: string; readonly stateRoot: string },
  { choice, isNamed }: Opening,
): FoundState {
  const opened = recentWorkspaces(stateRoot)
    .map((entry) => entry.directory)
    .filter((each) => idOf(each) === id);
  if (opened.length === 1 && opened[0] !== directory)
    return { stateDirectory: freshBeside(former, directory), problem: null };
  const isOnly = opened.length === 1;
  if (isOnly || isNamed) return { stateDirectory: former, problem: takenOver(directory, null) };
  return decide({ stateDirectory: former, directory: null }, fresh, directory, choice);
}

function decide(
  found: { readonly stateDirectory: string; readonly directory: string | null },
  fresh: string,
  directory: string,
  choice: StateChoice,
): FoundState {
  switch (choice) {
    case 'adopt':
      return { stateDirectory: found.stateDirectory, problem: takenOver(directory, found.directory) };
    case 'new':
      return { stateDirectory: fresh, problem: leftAlone(directory, found.directory) };
    case 'ask':
      throw moved(directory, found.directory);
  }
}

/** The first workspace with an id uses the id alone as its name. */
function freshState({ id, directory }: StateOwner, stateRoot: string): string {
  const plain = join(stateRoot, id);
  return existsSync(plain) ? freshBeside(plain, directory) : plain;
}

function freshBeside(plain: string, directory: string): string {
  return `${plain}.${createHash('sha256').update(directory).digest('hex').slice(0, hashLength)}`;
}

function idOf(directory: string): string | null {
  try {
    return openWorkspaceManifest(directory).id;
  } catch {
    return null;
  }
}

const whose = (former: string | null): string =>
  former === null
    ? 'A state of an earlier version exists'
    : `A state of the folder ${former}, which no longer exists, was found`;

function moved(directory: string, former: string | null): GatehouseError {
  return new GatehouseError('state.moved', `${whose(former)} with the id of ${directory}.`, {
    fix: 'If it is the same workspace, use that state. Otherwise, start with an empty state.',
  });
}

function takenOver(directory: string, former: string | null): Problem {
  const message = `${whose(former)}. ${directory} now uses it.`;
  return new GatehouseError('state.taken-over', message, {
    fix: 'If this is another workspace, set a different id in gatehouse.json.',
  }).toProblem('warning');
}

function leftAlone(directory: string, former: string | null): Problem {
  const message = `${whose(former)} with the id of ${directory}, which starts with an empty state.`;
  return new GatehouseError('state.moved', message, {
    fix: 'If it is the same workspace, start once with --adopt-state.',
  }).toProblem('warning');
}
