import { watchSource } from '../page/watch-page.ts';
import { WatchedActs } from './watched-acts.ts';

/** How many watched sign-ins are kept; the oldest go. */
const kept = 20;
/** How long what was typed stays in memory, in milliseconds. */
const keptMillis = 30 * 60_000;

/** Watches the pages of one browser: the script that runs in them, and the receiver of what it reports. */
export interface SignInWatch {
  /** Source of a function of a window, and of a function that takes a text. */
  readonly source: string;
  /** Takes what a page told; the number of acts until now. */
  take(json: string): number;
  /** Texts that were typed, but for those of a character or two, which stand everywhere. */
  typed(): readonly string[];
  /** The sign-in is over: later acts are not its own. */
  end(): void;
}

/** Sign-ins that were watched, by the run in whose browser they happened. */
export interface WatchedSignIns {
  begin(runId: string): SignInWatch;
  /** The recording of a run; null: none was watched, or it was dropped. */
  recording(runId: string): object | null;
  /** Drops a recording, and with it everything that was typed. */
  forget(runId: string): void;
}

/** Makes the memory of watched sign-ins: nothing of it is ever stored. */
export function createWatchedSignIns(nowMillis: () => number): WatchedSignIns {
  const watched = new Map<string, { readonly acts: WatchedActs; readonly atMillis: number }>();
  const source = watchSource();

  function drop(): void {
    for (const [runId, { atMillis }] of watched)
      if (watched.size > kept || nowMillis() - atMillis > keptMillis) watched.delete(runId);
  }

  return {
    begin(runId) {
      const acts = new WatchedActs();
      watched.set(runId, { acts, atMillis: nowMillis() });
      drop();
      return {
        source,
        take(json) {
          acts.take(json);
          return acts.count;
        },
        typed: () => acts.typed,
        end: () => acts.end(),
      };
    },
    recording(runId) {
      drop();
      return watched.get(runId)?.acts.document('Sign-in') ?? null;
    },
    forget: (runId) => void watched.delete(runId),
  };
}
