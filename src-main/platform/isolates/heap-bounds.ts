import type { ResourceLimits } from 'node:worker_threads';

/** Maximum heap of a thread or a process in MiB; needing more ends it. */
export interface HeapBound {
  readonly oldMebibytes: number;
  /** Space for what dies young. */
  readonly youngMebibytes: number;
}

/** A kind of process, and how many of it may be at work. */
export interface ProcessBound extends HeapBound {
  readonly max: number;
}

/** Where V8 compresses pointers, as in Electron, all heaps of one process share one cage of this size. */
export const cageMebibytes = 4_096;

/** Left of the cage for the main thread, which passes messages on unread, and for code and what V8 shares. */
export const reservedMebibytes = 256;

/** The threads beside the main one. There is one of each: their sum is what they can take together. */
export const threadHeaps = {
  // A heap that is let to be huge may grow by a factor of four between two collections, and keeps its garbage resident
  // for nothing; below two gibibytes the factor is two.
  engine: { oldMebibytes: 2_040, youngMebibytes: 28 },
  // It makes few young objects, and the default lets 48 gather. A million records that
  // the engine asks for at once fit.
  storage: { oldMebibytes: 640, youngMebibytes: 6 },
  // A million exchanges, the most that may be kept, take 415 of them, measured with 200,000.
  activity: { oldMebibytes: 1_024, youngMebibytes: 48 },
} as const satisfies Record<string, HeapBound>;

/** Bounds of the processes: files and scripts of others decide how much memory these take. */
export const processHeaps = {
  /** HAR documents that are imported, each as a whole. */
  har: { oldMebibytes: 1_024, youngMebibytes: 48, max: 1 },
  /**
   * Texts of a million users fit; a workbook's shared strings take most. Rows become garbage at once: half of
   * the usual young generation costs 5 % more CPU, and saves 40 MB.
   */
  consent: { oldMebibytes: 768, youngMebibytes: 24, max: 1 },
  /** HAR documents of any size are streamed: a larger young generation would not be used. */
  contract: { oldMebibytes: 512, youngMebibytes: 24, max: 1 },
  /** Each takes a core, and memory: further ones wait. */
  simulation: { oldMebibytes: 1_024, youngMebibytes: 48, max: 4 },
  /** A script's data is in the memory of its sandbox, which has a limit of its own. */
  script: { oldMebibytes: 64, youngMebibytes: 12, max: 12 },
} as const satisfies Record<string, ProcessBound>;

/** The bound as a thread is given it. */
export function limitsOf({ oldMebibytes, youngMebibytes }: HeapBound): ResourceLimits {
  return { maxOldGenerationSizeMb: oldMebibytes, maxYoungGenerationSizeMb: youngMebibytes };
}

/** The limit in the form for a process: the young generation has three spaces of one size. */
export function heapFlags({ oldMebibytes, youngMebibytes }: HeapBound): readonly string[] {
  return [`--max-old-space-size=${oldMebibytes}`, `--max-semi-space-size=${Math.ceil(youngMebibytes / 3)}`];
}
