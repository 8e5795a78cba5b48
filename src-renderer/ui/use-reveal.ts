import { useEffect, useState } from 'react';
import { reportProblem } from './report-problem.ts';

export const revealedMillis = 30_000;

export interface Reveal {
  /** The value in clear; null while it is masked. */
  readonly value: string | null;
  readonly show: () => void;
  readonly hide: () => void;
}

/** A masked value that can be looked at for 30 seconds; it is fetched each time and never kept. */
export function useReveal(load: () => Promise<string>): Reveal {
  const [value, setValue] = useState<string | null>(null);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => setValue(null), revealedMillis);
    return () => clearTimeout(timer);
  }, [value]);
  return {
    value,
    show: () => {
      load().then(setValue, reportProblem);
    },
    hide: () => setValue(null),
  };
}
