import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { writeSynced } from '#main/platform/durable-files.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import type { Random } from '#shared/time/clock.ts';

/** Reads a file of this user's; a damaged one counts as none and is moved aside. */
export function readUserFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const parsed = schema.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  try {
    renameSync(file, `${file}.broken`);
  } catch {
    // Where it cannot be moved, the next write replaces it.
  }
  return null;
}

/**
 * Writes a file of this user's whole or not at all; of two processes the last wins.
 * @throws state.unwritable
 */
export function writeUserFile(file: string, value: unknown, random: Random): void {
  const temporary = `${file}.${Buffer.from(random.bytes(6)).toString('hex')}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeSynced(temporary, `${JSON.stringify(value, null, 2)}\n`, { atOpen: 0o600 });
    renameSync(temporary, file);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new GatehouseError('state.unwritable', `${file} is not writable.`, {
      fix: 'Check that this user has write permission for its folder and that the disk has free space.',
      location: { file },
      cause,
    });
  }
}
