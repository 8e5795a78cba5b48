import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;
/** Places behind the name of the program in /proc/<pid>/stat; proc(5). */
const statFields = { parent: 1, userTicks: 11, systemTicks: 12, start: 19 } as const;
/** How often is looked; of a process that ends, at most so much is missed. */
const lookEveryMillis = 500;

/** A process as one look shows it. */
export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  /** When it began, in ticks since the machine did: tells it from a later one of the same number. */
  readonly start: number;
  /** CPU time of its own so far. */
  readonly seconds: number;
  /** True if other processes fork from it without anybody waiting for them: a browser starts its pages so. */
  readonly isForkServer: boolean;
}

/**
 * Adds up what the children of fork servers use. A browser that is ended leaves its fork server behind, so that no
 * parent ever waits for its pages, and the system adds their time to nobody's.
 */
export class UnwaitedTime {
  readonly #root: number;
  readonly #servers = new Set<string>();
  readonly #seconds = new Map<string, number>();

  /** Counts among the descendants of a process. */
  constructor(root: number) {
    this.#root = root;
  }

  /** Takes a look into account. */
  note(processes: readonly SeenProcess[]): void {
    const byPid = new Map(processes.map((seen) => [seen.pid, seen]));
    for (const seen of processes)
      if (seen.isForkServer && this.#descends(seen, byPid)) this.#servers.add(keyOf(seen));
    for (const seen of processes) {
      const parent = byPid.get(seen.parent);
      if (parent !== undefined && this.#servers.has(keyOf(parent)))
        this.#seconds.set(keyOf(seen), seen.seconds);
    }
  }

  /** CPU seconds of all that was seen. */
  get seconds(): number {
    return [...this.#seconds.values()].reduce((sum, each) => sum + each, 0);
  }

  #descends(seen: SeenProcess, byPid: ReadonlyMap<number, SeenProcess>): boolean {
    for (let at: SeenProcess | undefined = seen; at !== undefined; at = byPid.get(at.parent))
      if (at.parent === this.#root) return true;
    return false;
  }
}

function keyOf({ pid, start }: SeenProcess): string {
  return `${pid} ${start}`;
}

/** All processes as they are now; none where the system has no /proc. */
export function seenProcesses(): readonly SeenProcess[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
}

function readProcess(name: string): readonly SeenProcess[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const of = (field: keyof typeof statFields) => fields[statFields[field]] ?? 0;
    return [
      {
        pid: Number(name),
        parent: of('parent'),
        start: of('start'),
        seconds: (of('userTicks') + of('systemTicks')) / ticksPerSecond,
        isForkServer: /(?:^|[\0 ])--type=zygote(?:[\0 ]|$)/.test(
          readFileSync(`/proc/${name}/cmdline`, 'utf8'),
        ),
      },
    ];
  } catch {
    // It ended while it was looked at.
    return [];
  }
}

/** Counts from now on, among what this program starts; the returned function ends it and says how many seconds it were. */
export function followUnwaited(): () => number {
  const time = new UnwaitedTime(process.pid);
  const look = () => time.note(seenProcesses());
  const timer = setInterval(look, lookEveryMillis);
  return () => {
    clearInterval(timer);
    look();
    return time.seconds;
  };
}
