import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/** CPU time that a thread has used so far, user and system, in milliseconds. */
export interface ThreadCpu {
  readonly id: number;
  readonly name: string;
  readonly millis: number;
}

/** CPU time that a process has used so far, in milliseconds, and its living threads in the order of their start. */
export interface ProcessCpu {
  readonly millis: number;
  readonly threads: readonly ThreadCpu[];
}

/** Length of a clock tick of /proc in milliseconds: Linux shows user space 100 a second on every platform of Node. */
const millisPerTick = 10;
const nanosPerMilli = 1_000_000;
const quietMillis = 200;
/** PID_MAX_LIMIT of Linux: no id is greater. proc_sys_kernel(5) */
const maxIds = 2 ** 22;

/**
 * Reads the CPU time of a process with all of its threads, synchronously, without the process taking part.
 * @throws Error where the system has no /proc, or the process has ended
 */
export function readCpu(pid: number): ProcessCpu {
  if (process.platform !== 'linux')
    throw new Error('CPU time of other processes is read from /proc: Linux only.');
  const threads = inOrderOfStart(pid, readdirSync(`/proc/${pid}/task`).map(Number)).flatMap((id) =>
    readThread(`/proc/${pid}/task/${id}`, id),
  );
  const sum = (of: (thread: ThreadReading) => number) => threads.reduce((total, each) => total + of(each), 0);
  // Nanoseconds are there for living threads only; what ended threads have used is in the ticks of the process.
  const endedMillis = Math.max(0, readStat(`/proc/${pid}/stat`).millis - sum((thread) => thread.tickMillis));
  return { millis: sum(({ millis }) => millis) + endedMillis, threads };
}

/** Ids of the threads of a process in the order of their start; the system begins anew when it has given out the last. */
export function inOrderOfStart(pid: number, ids: readonly number[]): readonly number[] {
  const behind = (id: number) => (id < pid ? id + maxIds : id);
  return ids.toSorted((a, b) => behind(a) - behind(b));
}

interface ThreadReading extends ThreadCpu {
  /** The same time by the coarser count. */
  readonly tickMillis: number;
}

function readThread(directory: string, id: number): readonly ThreadReading[] {
  try {
    const { name, millis } = readStat(`${directory}/stat`);
    const nanos = Number(readFileSync(`${directory}/schedstat`, 'utf8').split(' ')[0]);
    return [{ id, name, tickMillis: millis, millis: nanos > 0 ? nanos / nanosPerMilli : millis }];
  } catch (error) {
    // It has ended since it was listed.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Reads name and CPU time from a `stat` file; the name stands in parentheses and may hold anything. proc(5). */
export function parseStat(text: string): { readonly name: string; readonly millis: number } {
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const [userField, systemField] = [11, 12];
  const ticks = Number(fields[userField]) + Number(fields[systemField]);
  return { name: text.slice(text.indexOf('(') + 1, end), millis: ticks * millisPerTick };
}

function readStat(path: string) {
  return parseStat(readFileSync(path, 'utf8'));
}

/** The threads that JavaScript runs on: the main thread, then the workers in the order of their start. */
export function scriptThreads({ threads }: ProcessCpu): readonly ThreadCpu[] {
  return threads.filter(({ name }, index) => index === 0 || name === 'WorkerThread');
}

/**
 * Memory of a process that stands in RAM, in bytes, shared libraries included.
 * @throws Error where the system has no /proc, or the process has ended
 */
export function readResidentBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error(`Process ${pid} does not say how much memory it takes.`);
  return Number(kibibytes) * 1_024;
}

/** Waits until a process rests, for at most `atMostMillis`: what it does after its last answer counts too. */
export async function untilIdle(pid: number, atMostMillis = 5_000): Promise<void> {
  const until = performance.now() + atMostMillis;
  const restMillis = quietMillis * 0.05 * availableParallelism();
  for (let before = readCpu(pid).millis; performance.now() < until; ) {
    await setTimeout(quietMillis);
    const now = readCpu(pid).millis;
    if (now - before <= restMillis) return;
    before = now;
  }
}
