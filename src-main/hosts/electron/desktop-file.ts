import { join } from 'node:path';
import { z } from 'zod';
import { readUserFile, writeUserFile } from '#main/workspace/index.ts';
import {
  type DesktopPreferences,
  desktopPreferencesSchema,
  type WindowPlace,
  windowPlaceSchema,
} from '#shared/desktop/index.ts';
import type { Random } from '#shared/time/clock.ts';

const fileSchema = z.object({
  preferences: desktopPreferencesSchema.prefault({}),
  window: windowPlaceSchema.nullable().default(null),
  updateAskedAtMillis: z.number().nullable().default(null),
});

type DesktopMemory = z.infer<typeof fileSchema>;

/** Data that the desktop application keeps for this user beside the preferences. */
export interface DesktopFile {
  readonly preferences: () => DesktopPreferences;
  readonly windowPlace: () => WindowPlace | null;
  readonly updateAskedAtMillis: () => number | null;
  /**
   * Changes a part of it, on the disk too.
   * @throws state.unwritable
   */
  keep(change: Partial<DesktopMemory>): void;
}

/** Opens that file; one that is damaged counts as none. */
export function openDesktopFile(userDirectory: string, random: Random): DesktopFile {
  const file = join(userDirectory, 'desktop.json');
  let memory = readUserFile(file, fileSchema) ?? fileSchema.parse({});
  return {
    preferences: () => memory.preferences,
    windowPlace: () => memory.window,
    updateAskedAtMillis: () => memory.updateAskedAtMillis,
    keep(change) {
      const changed = { ...memory, ...change };
      writeUserFile(file, changed, random);
      // Not before: data that is not on disk now is not there after the next start either.
      memory = changed;
    },
  };
}
