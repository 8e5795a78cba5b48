import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './root.ts';
import { runQuietly } from './tools.ts';

const packageDir = join(rootDir, 'node_modules/electron');
const downloadTimeoutMillis = 20_000;

/** Facts that decide whether the desktop application can run here. */
export interface DesktopFacts {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
}

/** Why the desktop application cannot be shown here at all, or null when only the runtime is still to be found. */
export function desktopObstacle({ platform, env, isRoot }: DesktopFacts): string | null {
  if (platform !== 'linux') return null;
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY'])
    return 'there is no display (DISPLAY and WAYLAND_DISPLAY are unset)';
  // Electron as root needs its sandbox off, and Gatehouse never runs without it.
  return isRoot ? 'the sandbox of Electron does not work for root' : null;
}

/** Why the runtime is not to be downloaded, or null when it may be. */
export function downloadObstacle({ env }: Pick<DesktopFacts, 'env'>): string | null {
  if (env['GATEHOUSE_NO_ELECTRON_DOWNLOAD']) return 'GATEHOUSE_NO_ELECTRON_DOWNLOAD is set';
  return env['CI'] ? 'nothing is downloaded where CI is set' : null;
}

/** The program of the Electron runtime, or null when it was never downloaded. */
export function findElectron(): string | null {
  const pathFile = join(packageDir, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const program = join(packageDir, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(program) ? program : null;
}

/** Downloads the Electron runtime with the installer of its own package, within 20 s; null when that fails. */
export async function downloadElectron(): Promise<string | null> {
  const { code } = await runQuietly([join(packageDir, 'install.js')], downloadTimeoutMillis);
  return code === 0 ? findElectron() : null;
}
