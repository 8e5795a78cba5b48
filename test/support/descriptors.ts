import { readdirSync, readlinkSync } from 'node:fs';

/** The open descriptors of a process: paths, and names as `socket:[7]`. Linux only. */
export function descriptorsOf(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      // That of the folder itself.
      return [];
    }
  });
}
