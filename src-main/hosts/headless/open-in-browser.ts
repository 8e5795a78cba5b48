import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const openers: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const maxAskingMillis = 2_000;

/** Known facts about the browser in which an address would be opened. */
export interface BrowserFacts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Name of the desktop file of the default browser; empty where nobody says. */
  readonly desktopFile: () => string;
  readonly exists: (path: string) => boolean;
  readonly home: string;
}

/**
 * Tests whether the user's browser can read a file of the state. Browsers from Snap and Flatpak see no hidden folder,
 * and a Windows browser sees no file of the Linux system beside it.
 */
export function canReadState({ platform, env, desktopFile, exists, home }: BrowserFacts): boolean {
  if (platform !== 'linux') return true;
  if (env['WSL_DISTRO_NAME'] !== undefined) return false;
  const name = desktopFile();
  if (!/^[\w.-]+\.desktop$/.test(name)) return true;
  return !confined(home).some((folder) => exists(join(folder, name)));
}

/** Folders of the desktop files of confined applications. */
function confined(home: string): readonly string[] {
  return [
    '/var/lib/snapd/desktop/applications',
    '/var/lib/flatpak/exports/share/applications',
    join(home, '.local/share/flatpak/exports/share/applications'),
  ];
}

/** The browser of this user. */
export function ownBrowser(): BrowserFacts {
  const { platform, env } = process;
  const desktopFile = () =>
    spawnSync('xdg-settings', ['get', 'default-web-browser'], {
      encoding: 'utf8',
      timeout: maxAskingMillis,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).stdout?.trim() ?? '';
  return { platform, env, desktopFile, exists: existsSync, home: homedir() };
}

/** Opens a file or an address in the user's browser; where none can be found nothing happens, the link was printed. */
export function openInBrowser(target: string): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const address = target.startsWith('http') ? target : pathToFileURL(target).href;
  const child = spawn(command, [...args, address], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
