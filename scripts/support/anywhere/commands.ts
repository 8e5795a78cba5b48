import { type SpawnSyncOptions, spawnSync } from 'node:child_process';

/** Runs a program to its end and returns what it printed. @throws Error with what it complained of */
export function runCommand(
  program: string,
  args: readonly string[],
  options: Pick<SpawnSyncOptions, 'cwd' | 'env'> = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}

/** Returns true if a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Runs a program and returns true if it exits with 0. */
export function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Returns true if this process is root, and so can switch users, mount file systems and create namespaces. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
