const maximumSources = 10_000;

/** How many times something may go wrong, and within which time. */
export interface ThrottlePolicy {
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** Counts what goes wrong by where it comes from. In memory: a restart forgets it. */
export interface Throttle {
  /** Whether nothing has gone wrong lately. */
  readonly isQuiet: boolean;
  /** How long the source has to wait, in seconds; 0: it need not. */
  waitSeconds(source: string, nowMillis: number): number;
  /** Counts once more; what is counted by `item` counts only the first time. */
  count(source: string, nowMillis: number, item?: string): void;
  forget(): void;
}

interface Source {
  count: number;
  readonly items: Set<string>;
  readonly sinceMillis: number;
}

/** Creates a throttle that shuts a source until its window is over. */
export function createThrottle({ attempts, windowSeconds }: ThrottlePolicy): Throttle {
  const sources = new Map<string, Source>();
  const open = (source: string, nowMillis: number): Source | undefined => {
    const known = sources.get(source);
    // A clock that was set back must not keep a source out for longer.
    if (known !== undefined && Math.abs(nowMillis - known.sinceMillis) < windowSeconds * 1_000) return known;
    if (known !== undefined) sources.delete(source);
    return undefined;
  };
  return {
    get isQuiet() {
      return sources.size === 0;
    },
    waitSeconds(source, nowMillis) {
      const known = open(source, nowMillis);
      if (known === undefined || known.count < attempts) return 0;
      return Math.max(1, Math.ceil((known.sinceMillis - nowMillis) / 1_000 + windowSeconds));
    },
    count(source, nowMillis, item) {
      let known = open(source, nowMillis);
      if (known === undefined) {
        const oldest = sources.size >= maximumSources ? sources.keys().next().value : undefined;
        if (oldest !== undefined) sources.delete(oldest);
        known = { count: 0, items: new Set(), sinceMillis: nowMillis };
        sources.set(source, known);
      }
      // What has reached its limit need not grow any more.
      if (known.count >= attempts || (item !== undefined && known.items.has(item))) return;
      known.count += 1;
      if (item !== undefined) known.items.add(item);
    },
    forget: () => sources.clear(),
  };
}
