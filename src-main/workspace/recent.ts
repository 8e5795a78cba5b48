import { join } from 'node:path';
import { z } from 'zod';
import type { Random } from '#shared/time/clock.ts';
import { readUserFile, writeUserFile } from './user-file.ts';

const maxRecent = 20;

const entrySchema = z.object({ directory: z.string(), name: z.string(), openedAtMillis: z.number() });
/** Members beside these belong to a newer version and are not kept. */
const fileSchema = z.object({ workspaces: z.array(entrySchema) });

/** A workspace that was opened on this machine. */
export type RecentEntry = Readonly<z.infer<typeof entrySchema>>;

const fileOf = (userDirectory: string): string => join(userDirectory, 'recent.json');

/** The workspaces that this user opened, the last one first. */
export function recentWorkspaces(userDirectory: string): readonly RecentEntry[] {
  return readUserFile(fileOf(userDirectory), fileSchema)?.workspaces ?? [];
}

/**
 * Puts a workspace at the front of the list; the oldest goes where it grows too long.
 * @throws state.unwritable
 */
export function noteRecentWorkspace(userDirectory: string, opened: RecentEntry, random: Random): void {
  const others = recentWorkspaces(userDirectory).filter(({ directory }) => directory !== opened.directory);
  writeUserFile(fileOf(userDirectory), { workspaces: [opened, ...others].slice(0, maxRecent) }, random);
}

/**
 * Takes a workspace off the list; its folder stays.
 * @throws state.unwritable
 */
export function forgetRecentWorkspace(userDirectory: string, directory: string, random: Random): void {
  const all = recentWorkspaces(userDirectory);
  const left = all.filter((entry) => entry.directory !== directory);
  if (left.length < all.length) writeUserFile(fileOf(userDirectory), { workspaces: left }, random);
}
