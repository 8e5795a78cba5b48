import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const rootDir = resolve(import.meta.dirname, '../../..');
let snapshot: string | null = null;

/**
 * The folder of a copy of the built application, made at the first call and removed when this process ends: whoever
 * builds anew meanwhile does not change what is measured.
 */
export function builtApplication(): string {
  if (snapshot !== null) return snapshot;
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-build-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  for (const part of ['out', 'resources', 'package.json'])
    cpSync(join(rootDir, part), join(directory, part), { recursive: true });
  snapshot = directory;
  return directory;
}
