import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from 'electron-vite';
import { isBuildFresh, markBuilt, sourceFingerprint } from './run/freshness.mjs';
import { withLock } from './run/lock.mjs';
import { rootDir } from './support/root.ts';

const isOnlyIfStale = process.argv.includes('--if-stale');

async function buildAll(): Promise<void> {
  if (isOnlyIfStale && isBuildFresh(rootDir)) return;
  // Taken before the build: what changes while it runs is not in it.
  const fingerprint = sourceFingerprint(rootDir);
  rmSync(join(rootDir, 'out'), { recursive: true, force: true });
  await build({ root: rootDir, configFile: join(rootDir, 'electron.vite.config.ts'), logLevel: 'warn' });
  markBuilt(rootDir, fingerprint);
  process.stdout.write('Built out/.\n');
}

await withLock(rootDir, buildAll).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${process.stderr.isTTY ? message : stripVTControlCharacters(message)}\n`);
  process.exitCode = 1;
});
