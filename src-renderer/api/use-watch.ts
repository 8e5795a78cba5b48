import { useEffect, useEffectEvent } from 'react';
import { useApi } from './api-context.tsx';
import { isForeseen } from './problem.ts';
import { type StreamInput, sleep, type WatchOptions, watch } from './streams.ts';

export interface UseWatchOptions<T>
  extends Pick<WatchOptions<T>, 'onValue' | 'onState' | 'isLast' | 'pauseMillis'> {
  /** The stream is opened anew when this changes; null opens none. */
  readonly key: string | null;
  readonly open: (input: StreamInput, options: { signal: AbortSignal }) => Promise<AsyncIterable<T>>;
  /** Messages under way at once; few where only the latest value matters. */
  readonly credits: number;
}

/** Watches a stream of the engine as long as the component is mounted. */
export function useWatch<T>(options: UseWatchOptions<T>): void {
  const { client } = useApi();
  const { key, credits } = options;
  const open = useEffectEvent(options.open);
  const onValue = useEffectEvent(options.onValue);
  const onState = useEffectEvent((state: 'open' | 'broken') => options.onState?.(state));
  const pauseMillis = useEffectEvent((value: T) => options.pauseMillis?.(value) ?? 0);
  const isLast = useEffectEvent((value: T) => options.isLast?.(value) ?? false);
  useEffect(() => {
    if (key === null) return;
    const ended = new AbortController();
    void watch<T>(
      {
        open: (input, streamSignal) => open(input, { signal: streamSignal }),
        grant: (input) => client.streams.grant(input),
        onValue: (value) => onValue(value),
        onState: (state) => onState(state),
        isLast: (value) => isLast(value),
        pauseMillis: (value) => pauseMillis(value),
        isFatal: isForeseen,
        newStreamId: () => crypto.randomUUID(),
        sleep,
        credits,
      },
      ended.signal,
    );
    return () => ended.abort();
  }, [key, client, credits]);
}
