import { spawnSync } from 'node:child_process';

/** Whether this machine has a command; tests that need one of another maker say so where it is missing. */
export function hasTool(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}
