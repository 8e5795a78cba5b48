import type { ThrottlingOutcome } from './filters/filter.ts';
import type { Run } from './run.ts';

/** How the gateway dealt with one request. */
export interface WatchedRequest {
  /** The file of the route that took it; null: none did. */
  readonly file: string | null;
  /** The outcomes of the throttling filters of that route, in the order in which they stand. */
  readonly throttling: readonly { readonly filter: string; readonly outcome: ThrottlingOutcome }[];
}

/** Looks on while requests come, until it is closed. */
export interface GatewayWatch {
  /** The request that came last from a port of this machine; null: none did. It is told once. */
  take(clientPort: number): WatchedRequest | null;
  close(): void;
}

/** The requests of those that look on, by the ports that they came from: one connection carries one of them at a time. */
export class Watched {
  readonly #watches = new Set<Map<number, Run>>();

  get isOpen(): boolean {
    return this.#watches.size > 0;
  }

  note(clientPort: number, run: Run): void {
    for (const runs of this.#watches) runs.set(clientPort, run);
  }

  open(): GatewayWatch {
    const runs = new Map<number, Run>();
    this.#watches.add(runs);
    return {
      take(clientPort) {
        const run = runs.get(clientPort);
        runs.delete(clientPort);
        return run === undefined ? null : watchedRequest(run);
      },
      close: () => void this.#watches.delete(runs),
    };
  }
}

function watchedRequest(run: Run): WatchedRequest {
  const { route } = run;
  if (route === null) return { file: null, throttling: [] };
  const throttling = route.filters.flatMap((filter, index) => {
    const outcome = filter.throttled?.(run, index);
    return outcome === undefined ? [] : [{ filter: filter.name, outcome }];
  });
  return { file: route.file, throttling };
}
