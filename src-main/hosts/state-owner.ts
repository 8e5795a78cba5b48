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

const fileOf = (stateDirectory: string): string => join(stateDirectory, 'owner.json');

/** Who a state belongs to; null where none lies there, or one of a version that did not note it. */
export function readStateOwner(stateDirectory: string): StateOwner | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(fileOf(stateDirectory), 'utf8'));
    return isOwner(owner) ? owner : null;
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
  if (before?.id === id && before.directory === directory) return;
  writeUserFile(fileOf(stateDirectory), { id, directory }, random);
}

/** Whether a folder holds a state. */
export function hasState(stateDirectory: string): boolean {
  return existsSync(join(stateDirectory, 'state.db'));
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
      return owner?.id === id ? [{ ...owner, stateDirectory }] : [];
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
