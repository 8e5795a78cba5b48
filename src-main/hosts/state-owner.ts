import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeUserFile } from '#main/workspace/index.ts';
import type { Random } from '#shared/time/clock.ts';

/** The workspace that a state belongs to. */
export interface StateOwner {
  readonly id: string;
  /** Its real path. */
  readonly directory: string;
}

/** The owner of a state, as recorded. */
export interface NotedOwner extends StateOwner {
  /** True if the version that recorded it asks before a workspace does anything beyond its folder. */
  readonly asksForTrust: boolean;
}

const fileOf = (stateDirectory: string): string => join(stateDirectory, 'owner.json');

/** Returns the recorded owner of a state, or null if the state does not exist or names no owner. */
export function readStateOwner(stateDirectory: string): NotedOwner | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(fileOf(stateDirectory), 'utf8'));
    if (!isOwner(owner)) return null;
    const { id, directory } = owner;
    return { id, directory, asksForTrust: 'asksForTrust' in owner && owner.asksForTrust === true };
  } catch {
    return null;
  }
}

/**
 * Notes that a state belongs to a workspace from now on.
 * @throws state.unwritable
 */
export function claimState(stateDirectory: string, { id, directory }: StateOwner, random: Random): void {
  const before = readStateOwner(stateDirectory);
  if (before?.id === id && before.directory === directory && before.asksForTrust) return;
  writeUserFile(fileOf(stateDirectory), { id, directory, asksForTrust: true }, random);
}

/** Tests whether a folder holds a state. */
export function hasState(stateDirectory: string): boolean {
  return existsSync(join(stateDirectory, 'state.db'));
}

/**
 * Tests whether a folder was in use before Gatehouse asked what it may do: its state is its own, and from a version
 * that did not ask. A state that was taken over says nothing about the folder that took it.
 */
export function isOlderState(
  stateDirectory: string,
  directory: string,
  openedBefore: readonly string[],
): boolean {
  if (!hasState(stateDirectory)) return false;
  const owner = readStateOwner(stateDirectory);
  if (owner === null) return openedBefore.includes(directory);
  return owner.directory === directory && !owner.asksForTrust;
}

/** Every state of a workspace's id below a root, with its owner. */
export function statesOf(
  id: string,
  stateRoot: string,
): readonly (StateOwner & { stateDirectory: string })[] {
  return namesIn(stateRoot)
    .filter((name) => name === id || name.startsWith(`${id}.`))
    .flatMap((name) => {
      const stateDirectory = join(stateRoot, name);
      const owner = readStateOwner(stateDirectory);
      return owner?.id === id ? [{ id, directory: owner.directory, stateDirectory }] : [];
    });
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function isOwner(value: unknown): value is StateOwner {
  if (typeof value !== 'object' || value === null) return false;
  const { id, directory } = value as Partial<Record<keyof StateOwner, unknown>>;
  return typeof id === 'string' && typeof directory === 'string';
}
