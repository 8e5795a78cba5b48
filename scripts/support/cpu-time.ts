import { createHash } from 'node:crypto';
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

/** What the work below took on the machine for which the budgets were written down, with nothing beside it. */
const referenceMillis = 170;
const rounds = 1_200;

/**
 * How much more CPU time than on that machine a fixed piece of work takes now, at least 1: a core that is shared with
 * other work, or an older one, gets less done in a second.
 */
export function slowness(): number {
  const before = process.cpuUsage();
  let text = JSON.stringify(Array.from({ length: 400 }, (_, index) => ({ index, name: `name-${index}` })));
  for (let round = 0; round < rounds; round += 1) {
    const digest = createHash('sha256').update(text).digest('hex');
    const rows: { name: string }[] = JSON.parse(text);
    text = JSON.stringify(
      rows.map((row) => ({ ...row, name: `${row.name.slice(0, 40)}${digest.slice(0, 8)}` })),
    );
  }
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1_000 / referenceMillis);
}
