import { readFileSync } from 'node:fs';

/** The most memory that the process has had in RAM so far. proc(5) */
export function peakBytes(): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error('The system does not say how much memory was taken.');
  return Number(kibibytes) * 1_024;
}
