import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { promisify } from 'node:util';

/** A Chromium, Chrome or Edge of this machine. */
export interface InstalledBrowser {
  readonly path: string;
  readonly version: string;
}

/** Facts that decide where a browser may be installed. */
export interface BrowserPaths {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const run = promisify(execFile);
const versionTimeoutMillis = 10_000;
const versionPattern = /\d{1,9}(?:\.\d{1,9}){1,3}/;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** All usual paths of Chromium, Chrome and Edge on a platform, the preferred ones first. */
export function browserPaths({ platform, env }: BrowserPaths): readonly string[] {
  if (platform === 'win32') return windowsPaths(env);
  const onPath = (env['PATH'] ?? '')
    .split(posix.delimiter)
    .filter((directory) => posix.isAbsolute(directory))
    .flatMap((directory) => names.map((name) => posix.join(directory, name)));
  return [...new Set([...onPath, ...(platform === 'darwin' ? macPaths(env) : linuxPaths)])];
}

const linuxPaths = [
  ...names.map((name) => `/usr/bin/${name}`),
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/snap/bin/chromium',
];

function macPaths(env: BrowserPaths['env']): readonly string[] {
  return ['', env['HOME'] ?? ''].flatMap((home) =>
    ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `${home}/Applications/${name}.app/Contents/MacOS/${name}`,
    ),
  );
}

function windowsPaths(env: BrowserPaths['env']): readonly string[] {
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

/** The first installed browser that tells its version, or null; a path that is given is the only one looked at. */
export async function findBrowser(
  places: BrowserPaths,
  given: string | null,
): Promise<InstalledBrowser | null> {
  for (const path of given === null ? browserPaths(places) : [given]) {
    const version = await versionOf(path, places.platform);
    if (version !== null) return { path, version };
  }
  return null;
}

/** The version, or null where there is no browser that works: a stub of a package that is not installed, for one. */
async function versionOf(path: string, platform: NodeJS.Platform): Promise<string | null> {
  try {
    await access(path, constants.X_OK);
    // On Windows, asking for the version opens a window; a folder beside the program has the version as its name.
    if (platform === 'win32') {
      const beside = await readdir(win32.dirname(path));
      return beside.find((name) => /^\d+(?:\.\d+){3}$/.test(name)) ?? 'unknown';
    }
    const { stdout } = await run(path, ['--version'], { timeout: versionTimeoutMillis });
    return versionPattern.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}
