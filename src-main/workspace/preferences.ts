import { join } from 'node:path';
import type { Random } from '#shared/time/clock.ts';
import { type Preferences, preferencesSchema } from '#shared/workspace/preferences.ts';
import { readUserFile, writeUserFile } from './user-file.ts';

const fileOf = (userDirectory: string): string => join(userDirectory, 'preferences.json');

/** Reads the preferences of this user for every workspace; the defaults where there are none, or they are damaged. */
export function readPreferences(userDirectory: string): Preferences {
  return readUserFile(fileOf(userDirectory), preferencesSchema) ?? preferencesSchema.parse({});
}

/**
 * Keeps what this user likes.
 * @throws state.unwritable
 */
export function writePreferences(userDirectory: string, preferences: Preferences, random: Random): void {
  writeUserFile(fileOf(userDirectory), preferences, random);
}
