import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;
/** Where `cutime` and `cstime` stand behind the name of the program in /proc/self/stat; proc(5). */
const childTimeFields = [13, 14] as const;

/**
 * CPU seconds of all programs that this one started and that have ended, with those that they waited for in turn; null
 * where the system does not tell (only Linux does).
 */
export function childCpuSeconds(): number | null {
  try {
    return childSecondsIn(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** The same from the text of /proc/<pid>/stat; the name of the program may hold spaces and parentheses. */
export function childSecondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return childTimeFields.reduce((sum, field) => sum + Number(fields[field]), 0) / ticksPerSecond;
}
