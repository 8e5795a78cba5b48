import { join } from 'node:path';
import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';

/** Builds the static site of the documentation, after installing its own packages: they are not those of the application. */
async function buildSite(): Promise<number> {
  const cwd = join(rootDir, 'docs/site');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const installed = await runChild(npm, ['ci', '--no-audit', '--no-fund'], { cwd });
  return installed === 0 ? runChild(npm, ['run', 'build'], { cwd }) : installed;
}

process.exitCode = await buildSite();
