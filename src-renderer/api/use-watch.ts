import { useEffect, useEffectEvent } from 'react';
import { useApi } from './api-context.tsx';
import { isForeseen } from './problem.ts';
import { type StreamInput, sleep, watch } from './streams.ts';

export interface UseWatchOptions<T> {
  /** The stream is opened anew when this changes; null opens none. */
  readonly key: string | null;
  readonly open: (input: StreamInput, options: { signal: AbortSignal }) => Promise<AsyncIterable<T>>;
  readonly onValue: (value: T) => void;
  readonly onState?: (state: 'open' | 'broken') => void;
  readonly isLast?: (value: T) => boolean;
  /** Messages under way at once; few where only the latest value matters. */
  readonly credits: number;
}

const hiddenGraceMillis = 10_000;

/** Calls `start` while the page is shown; a page hidden for ten seconds gives its streams back. */
function whileShown(isPausable: boolean, start: (signal: AbortSignal) => void): () => void {
  let running = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => running.abort(), hiddenGraceMillis);
    else if (running.signal.aborted) {
      running = new AbortController();
      start(running.signal);
    }
  };
  // A browser gives one origin six connections for all its tabs: hidden tabs must not hold streams.
  if (isPausable) document.addEventListener('visibilitychange', onChange);
  start(running.signal);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
    running.abort();
  };
}

/** Watches a stream of the engine as long as the component stands. */
export function useWatch<T>(options: UseWatchOptions<T>): void {
  const { client, host } = useApi();
  const { key, credits } = options;
  const open = useEffectEvent(options.open);
  const onValue = useEffectEvent(options.onValue);
  const onState = useEffectEvent((state: 'open' | 'broken') => options.onState?.(state));
  const isLast = useEffectEvent((value: T) => options.isLast?.(value) ?? false);
  useEffect(() => {
    if (key === null) return;
    return whileShown(host === 'web', (signal) => {
      void watch<T>(
        {
          open: (input, streamSignal) => open(input, { signal: streamSignal }),
          grant: (input) => client.streams.grant(input),
          onValue: (value) => onValue(value),
          onState: (state) => onState(state),
          isLast: (value) => isLast(value),
          isFatal: isForeseen,
          newStreamId: () => crypto.randomUUID(),
          sleep,
          credits,
        },
        signal,
      );
    });
  }, [key, client, host, credits]);
}
