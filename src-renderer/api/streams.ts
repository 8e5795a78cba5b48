/** Names a stream and says how many messages the engine may send on it. */
export interface StreamInput {
  readonly streamId: string;
  readonly credits: number;
}

export interface WatchOptions<T> {
  readonly open: (input: StreamInput, signal: AbortSignal) => Promise<AsyncIterable<T>>;
  readonly grant: (input: StreamInput) => Promise<{ readonly open: boolean }>;
  readonly onValue: (value: T) => void;
  /** Called when a stream opened, and when it broke. */
  readonly onState?: (state: 'open' | 'broken') => void;
  /** After this value the stream has nothing more to say. */
  readonly isLast?: (value: T) => boolean;
  /** How long to wait after a value before the next is taken: meanwhile the engine gathers. */
  readonly pauseMillis?: (value: T) => number;
  /** A failure after which opening again is useless. */
  readonly isFatal?: (error: unknown) => boolean;
  readonly newStreamId: () => string;
  /** Waits, or returns early when the signal aborts. */
  readonly sleep: (millis: number, signal: AbortSignal) => Promise<void>;
  /** How many messages may be under way at once. */
  readonly credits: number;
}

const firstWaitMillis = 250;
const maxWaitMillis = 8_000;

type Ending = 'last' | 'broken' | 'fatal';

/** Reads one stream to its end, returning credits in halves so that the engine never pauses. */
async function readStream<T>(
  options: WatchOptions<T>,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<Ending> {
  const streamId = options.newStreamId();
  const half = Math.max(1, Math.floor(options.credits / 2));
  let consumed = 0;
  let seen = false;
  try {
    const values = await options.open({ streamId, credits: options.credits }, signal);
    options.onState?.('open');
    for await (const value of values) {
      if (signal.aborted) return 'broken';
      if (!seen) onFirst();
      seen = true;
      options.onValue(value);
      if (options.isLast?.(value) === true) return 'last';
      const pause = options.pauseMillis?.(value) ?? 0;
      if (pause > 0) await options.sleep(pause, signal);
      if (signal.aborted) return 'broken';
      consumed += 1;
      if (consumed < half) continue;
      const credits = consumed;
      consumed = 0;
      // Awaited in order: the next message may need these very credits.
      const answer = await options.grant({ streamId, credits });
      if (!answer.open) return 'broken';
    }
    return 'broken';
  } catch (error) {
    return options.isFatal?.(error) === true ? 'fatal' : 'broken';
  }
}

/**
 * Keeps a stream of the engine open until the signal aborts, its last value came, or it failed for good. A stream
 * that breaks is opened again after 250 ms, then twice as long each time up to 8 s; one value resets the wait.
 */
export async function watch<T>(options: WatchOptions<T>, signal: AbortSignal): Promise<void> {
  let waitMillis = firstWaitMillis;
  const reset = () => {
    waitMillis = firstWaitMillis;
  };
  while (!signal.aborted) {
    const ending = await readStream(options, signal, reset);
    if (signal.aborted || ending === 'last') return;
    options.onState?.('broken');
    if (ending === 'fatal') return;
    await options.sleep(waitMillis, signal);
    waitMillis = Math.min(waitMillis * 2, maxWaitMillis);
  }
}

/** Waits for `millis`, or until the signal aborts. */
export function sleep(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, millis);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
