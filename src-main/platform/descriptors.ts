import { readFileSync } from 'node:fs';

/**
 * Number of parts that take connections: five services, the connections that the gateway opens in turn, and the
 * screens.
 */
const takers = 7;
/** Minimum number of descriptors that storage, workers and outgoing requests need. */
const minKept = 128;
const minConnections = 16;
/** Where the system does not say: the usual limit of macOS; Windows has none to speak of. */
const usualLimit = 10_240;

let known: number | null = null;

/**
 * Most connections that one listener holds, so that all of them together leave descriptors for storage and screens. Node
 * raises the soft limit of the process to the hard one when it starts.
 */
export function connectionShare(): number {
  known ??= shareOf(limitOf(readLimits()));
  return known;
}

/** The share of one listener in a limit of open files. */
export function shareOf(limit: number): number {
  const kept = Math.max(minKept, Math.floor(limit / 4));
  return Math.max(minConnections, Math.floor((limit - kept) / takers));
}

/** The limit of open files in the words of `/proc/self/limits`. */
export function limitOf(limits: string): number {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
  const limit = soft === 'unlimited' ? 1_048_576 : Number(soft);
  return Number.isInteger(limit) && limit > 0 ? limit : usualLimit;
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
