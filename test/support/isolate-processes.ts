import { readdirSync, readFileSync } from 'node:fs';

/** A process that a host began, and the built file that it begins with: `script-worker.js`. */
export interface IsolateProcess {
  readonly pid: number;
  readonly entry: string;
}

/** The processes that a host has begun, as Linux lists them. proc(5) */
export function isolateProcesses(hostPid: number | undefined): readonly IsolateProcess[] {
  const pids = readdirSync(`/proc/${hostPid}/task`).flatMap((task) =>
    readFileSync(`/proc/${hostPid}/task/${task}/children`, 'utf8').trim().split(' '),
  );
  return pids
    .filter((pid) => pid !== '')
    .flatMap((pid) => {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const file = words.find((word) => word.endsWith('-worker.js'));
      // One that is over, or about to begin, has no command line yet or any more.
      return file === undefined ? [] : [{ pid: Number(pid), entry: file.slice(file.lastIndexOf('/') + 1) }];
    });
}

/** True if there is a process of this number. */
export function isAlive(pid: number | undefined): boolean {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
}

/** The most memory that a process has had resident, in bytes. proc(5) */
export function peakBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}
