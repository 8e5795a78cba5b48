import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Size of an element in rem; null: it is not laid out yet. */
export interface RemSize {
  readonly width: number;
  readonly height: number;
}

/** Measures an element while it is shown, and returns what is made of its size: only a change of that draws it anew. */
export function useMeasured<T>(
  of: (size: RemSize) => T,
  first: T,
): readonly [RefObject<HTMLDivElement | null>, T] {
  const element = useRef<HTMLDivElement>(null);
  const reader = useRef(of);
  const [value, setValue] = useState(first);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const measure = ({ width, height }: RemSize) => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      // A hidden element has no size, and keeps the value that it had.
      if (width > 0) setValue(reader.current({ width: width / rem, height: height / rem }));
    };
    const { clientWidth, clientHeight } = element.current;
    measure({ width: clientWidth, height: clientHeight });
    const watcher = new ResizeObserver(([entry]) => {
      if (entry !== undefined) measure(entry.contentRect);
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  return [element, value];
}

/** Tracks whether an element is at most that wide, in rem, regardless of the width of the window. */
export function useNarrow(rem: number): readonly [RefObject<HTMLDivElement | null>, boolean] {
  return useMeasured(({ width }) => width <= rem, false);
}
