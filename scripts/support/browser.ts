import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { browserPaths } from '../../src-main/platform/installed-browser.ts';

const versionTimeoutMillis = 15_000;

/** The first installed browser that starts, or null; the choice of GATEHOUSE_CHROMIUM stands above all. */
export function findInstalledBrowser(): string | null {
  const { env, platform } = process;
  return env['GATEHOUSE_CHROMIUM'] || (browserPaths({ platform, env }).find(isUsable) ?? null);
}

/** Tells whether a browser is there and starts: a stub of a package that is not installed, for one, does not. */
export function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  // On Windows the question for the version opens a window.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: versionTimeoutMillis }).status === 0;
}

/**
 * Features with which a browser prepares for a person who is about to type or to follow a link. Each window of them
 * costs three more processes that no test looks at, and more CPU time than the page itself.
 */
const preparations = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

/**
 * The environment of a browser in tests. On Linux it turns paths into bytes with the locale, and in that of C, or in one
 * that is not installed, it cannot write a download below a folder with a letter beyond ASCII.
 */
export function browserEnvironment(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const given = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(given), LC_ALL: 'C.UTF-8' };
}

/** The switches of a browser in tests: no traffic of its own, and no sandbox only where it cannot work (as root). */
export function browserSwitches(isRoot: boolean): readonly string[] {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Playwright joins this with its own list.
    `--disable-features=${preparations.join()}`,
  ];
  return isRoot ? ['--no-sandbox', ...quiet] : quiet;
}
