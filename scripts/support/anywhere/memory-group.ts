import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A control group whose processes have so much memory together. */
export interface MemoryGroup {
  /** A process that writes its id here is one of them. */
  readonly processesFile: string;
  remove(): void;
}

const root = '/sys/fs/cgroup';

/** Makes a control group of either version, or says why there can be none. */
export function makeMemoryGroup(bytes: number): MemoryGroup | string {
  const isOld = existsSync(join(root, 'memory/memory.limit_in_bytes'));
  const isNew = existsSync(join(root, 'cgroup.controllers'));
  if (!isOld && !isNew) return 'there are no control groups';
  const folder = join(root, isOld ? 'memory' : '', `gatehouse-anywhere-${process.pid}`);
  try {
    if (!isOld) allowMemory();
    mkdirSync(folder);
    writeFileSync(join(folder, isOld ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
    return { processesFile: join(folder, 'cgroup.procs'), remove: () => removeGroup(folder) };
  } catch (error) {
    if (existsSync(folder)) removeGroup(folder);
    return `no control group can be made: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function allowMemory(): void {
  const file = join(root, 'cgroup.subtree_control');
  if (!readFileSync(file, 'utf8').split(/\s/).includes('memory')) writeFileSync(file, '+memory');
}

/** Removes the folder alone: its files belong to the kernel. While a process is in the group, the kernel refuses. */
function removeGroup(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    process.stderr.write(`${folder} is still in use.\n`);
  }
}
