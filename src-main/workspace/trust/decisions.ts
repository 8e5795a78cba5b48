import { join } from 'node:path';
import { z } from 'zod';
import type { Random } from '#shared/time/clock.ts';
import { readUserFile, writeUserFile } from '../user-file.ts';

/** Folders that are remembered; of more, the one that was decided on longest ago is asked about again. */
const maxFolders = 1_000;

const entrySchema = z.object({
  /** Its real path. */
  directory: z.string(),
  name: z.string(),
  /** `open`: nobody has decided yet. */
  decision: z.enum(['trusted', 'restricted', 'open']),
  decidedAtMillis: z.number(),
  /** Keys of the permitted items. */
  items: z.array(z.string()),
});
/** Members beside these belong to a newer version and are not kept. */
const fileSchema = z.object({ folders: z.array(entrySchema) });

/** This user's decision about a folder. */
export type TrustDecision = Readonly<z.infer<typeof entrySchema>>;

/** How a workspace was opened: that says who has decided what it may do. */
export interface WorkspaceOpening {
  /** `command`: its folder was named on a command line; `sample`: Gatehouse made it; `screen`: anything else. */
  readonly by: 'command' | 'sample' | 'screen';
  /** A person asked that it does nothing, for this run. */
  readonly isRestricted: boolean;
  /** Its state was begun by a version that asked nobody. */
  readonly isOlder: boolean;
  /** False for a command that needs an engine for a moment: its permissions are not remembered. */
  readonly isRemembered: boolean;
}

const fileOf = (userDirectory: string): string => join(userDirectory, 'trust.json');

/** All decisions of this user, the last one first; folders that are gone are among them. */
export function trustDecisions(userDirectory: string): readonly TrustDecision[] {
  return readUserFile(fileOf(userDirectory), fileSchema)?.folders ?? [];
}

/** Returns the decision about a folder, by its real path; null: it was never opened. */
export function trustDecisionOf(userDirectory: string, directory: string): TrustDecision | null {
  return trustDecisions(userDirectory).find((entry) => entry.directory === directory) ?? null;
}

/**
 * Keeps a decision in place of the one before.
 * @throws state.unwritable
 */
export function decideTrust(userDirectory: string, decision: TrustDecision, random: Random): void {
  const others = trustDecisions(userDirectory).filter(({ directory }) => directory !== decision.directory);
  writeUserFile(fileOf(userDirectory), { folders: [decision, ...others].slice(0, maxFolders) }, random);
}

/**
 * Takes trust back: the folder may do nothing until it is trusted anew. It stays in the list, so that nobody takes it
 * for one that is not known. False where it was never opened.
 * @throws state.unwritable
 */
export function revokeTrust(
  userDirectory: string,
  directory: string,
  nowMillis: number,
  random: Random,
): boolean {
  const before = trustDecisionOf(userDirectory, directory);
  if (before === null) return false;
  decideTrust(
    userDirectory,
    { ...before, decision: 'restricted', decidedAtMillis: nowMillis, items: [] },
    random,
  );
  return true;
}
