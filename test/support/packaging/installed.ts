import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A command line that is installed somewhere, run in the environment of a user who has nothing but a home. */
export interface InstalledProgram {
  readonly command: string;
  readonly home: string;
  /** Further folders of programs, before those of the system. */
  readonly path?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProgram {
  readonly ready: { readonly ui: string; readonly services: Readonly<Record<string, string>> };
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | string>;
}

function environmentOf({ home, path }: InstalledProgram): NodeJS.ProcessEnv {
  return { HOME: home, PATH: [path, '/usr/bin:/bin'].filter(Boolean).join(':'), LANG: 'C.UTF-8' };
}

/** Runs the program to its end. */
export function runInstalled(program: InstalledProgram, args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(program.command, args, {
    cwd: program.home,
    env: environmentOf(program),
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** Starts `serve --json` on free ports and waits for its first line. */
export async function serveInstalled(
  program: InstalledProgram,
  args: readonly string[],
): Promise<RunningProgram> {
  const child = spawn(program.command, ['serve', '--json', '--any-ports', '--port', '0', ...args], {
    cwd: program.home,
    env: environmentOf(program),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exited = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  );
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    exited.then((code) => {
      throw new Error(`serve ended with ${code}: ${errors}`);
    }),
  ]);
  return {
    ready: JSON.parse(line),
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** An empty root for dpkg, with what it needs to know what is installed. */
export function emptyRoot(root: string): string {
  for (const folder of ['info', 'updates', 'triggers', 'parts', 'alternatives'])
    mkdirSync(join(root, 'var/lib/dpkg', folder), { recursive: true });
  for (const file of ['status', 'available']) writeFileSync(join(root, 'var/lib/dpkg', file), '');
  return root;
}

/** Runs dpkg on a root of its own: what the packages depend on lies outside it, in the system. */
export function dpkg(root: string, ...args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(
    'dpkg',
    [`--root=${root}`, '--force-depends', '--force-not-root', `--log=${root}/dpkg.log`, ...args],
    { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  );
  return { code: status, stdout, stderr };
}

/** Why no package can be installed here, or null where one can. */
export function dpkgObstacle(): string | null {
  if (process.platform !== 'linux') return 'packages of Debian are for Linux';
  if (!['x64', 'arm64'].includes(process.arch)) return `no Node is packed for ${process.arch}`;
  if (spawnSync('dpkg-deb', ['--version']).error !== undefined) return 'dpkg is not installed';
  return process.getuid?.() === 0 ? null : 'only root installs files that belong to root';
}
