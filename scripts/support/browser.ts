import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { posix, win32 } from 'node:path';

const versionTimeoutMillis = 15_000;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** What decides where a browser can stand. */
export interface BrowserPlaces {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Every path at which a Chromium, Chrome or Edge usually stands on a platform, the most wanted first. */
export function browserCandidates({ platform, env }: BrowserPlaces): readonly string[] {
  if (platform === 'win32') return windowsCandidates(env);
  const onPath = (env['PATH'] ?? '')
    .split(posix.delimiter)
    .filter((dir) => dir !== '')
    .flatMap((dir) => names.map((name) => posix.join(dir, name)));
  return platform === 'darwin' ? [...onPath, ...macCandidates(env)] : [...onPath, ...linuxCandidates];
}

const linuxCandidates = [
  ...names.map((name) => `/usr/bin/${name}`),
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/snap/bin/chromium',
];

function macCandidates(env: BrowserPlaces['env']): readonly string[] {
  return ['', env['HOME'] ?? ''].flatMap((home) =>
    ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `${home}/Applications/${name}.app/Contents/MacOS/${name}`,
    ),
  );
}

function windowsCandidates(env: BrowserPlaces['env']): readonly string[] {
  const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
  const programs = [
    'Chromium\\Application\\chrome.exe',
    'Google\\Chrome\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ];
  return programs.flatMap((program) =>
    folders.flatMap((folder) => (folder ? [win32.join(folder, program)] : [])),
  );
}

/** The first installed browser that starts, or null; the choice of GATEHOUSE_CHROMIUM stands above all. */
export function findInstalledBrowser(): string | null {
  const { env, platform } = process;
  return env['GATEHOUSE_CHROMIUM'] || (browserCandidates({ platform, env }).find(isUsable) ?? null);
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

/** The switches of a browser in tests: no traffic of its own, and no sandbox only where it cannot work (as root). */
export function browserSwitches(isRoot: boolean): readonly string[] {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return isRoot ? ['--no-sandbox', ...quiet] : quiet;
}
