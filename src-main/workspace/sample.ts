import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GatehouseError } from '#shared/errors/index.ts';

/**
 * Gives the user a sample workspace of their own: copied once, whole or not at all, never written over.
 * @throws state.unwritable
 */
export function copySampleWorkspace(source: string, target: string): string {
  if (existsSync(join(target, 'gatehouse.json'))) return target;
  const half = `${target}.${process.pid}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    cpSync(source, half, { recursive: true });
    renameSync(half, target);
    return target;
  } catch (cause) {
    rmSync(half, { recursive: true, force: true });
    if (existsSync(join(target, 'gatehouse.json'))) return target;
    throw new GatehouseError('state.unwritable', `The sample workspace cannot be copied to ${target}.`, {
      fix: 'Give this user write permission for the folder, or open your own workspace with --workspace.',
      cause,
    });
  }
}
