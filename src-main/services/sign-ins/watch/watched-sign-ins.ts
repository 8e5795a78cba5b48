import { watchSource } from '../page/watch-page.ts';
import { WatchedActs } from './watched-acts.ts';

/** How many watched sign-ins are kept; the oldest are dropped. */
const kept = 20;
/** How long what was typed stays in memory, in milliseconds. */
const keptMillis = 30 * 60_000;

/** Watches the pages of one browser: the script that runs in them, and the receiver of what it reports. */
export interface SignInWatch {
  /** Source of a function of a window, and of a function that takes a text. */
  readonly source: string;
  /** Takes what a page told; the number of acts until now. */
  take(json: string): number;
  /** Texts that were typed, without those of one or two characters, which occur everywhere. */
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
  /** Drops all of them. */
  clear(): void;
}

/** Keeps watched sign-ins in memory for half an hour; nothing of them is ever stored. */
export function createWatchedSignIns(): WatchedSignIns {
  const watched = new Map<string, { readonly acts: WatchedActs; readonly timer: NodeJS.Timeout }>();
  let source: string | null = null;

  function forget(runId: string): void {
    clearTimeout(watched.get(runId)?.timer);
    watched.delete(runId);
  }

  return {
    begin(runId) {
      const acts = new WatchedActs();
      forget(runId);
      watched.set(runId, { acts, timer: setTimeout(() => forget(runId), keptMillis).unref() });
      const [oldest] = watched.keys();
      if (watched.size > kept && oldest !== undefined) forget(oldest);
      source ??= watchSource();
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
    recording: (runId) => watched.get(runId)?.acts.document('Sign-in') ?? null,
    forget,
    clear() {
      for (const runId of watched.keys()) forget(runId);
    },
  };
}
