import { useSyncExternalStore } from 'react';

/** True if a media query currently matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Below this width panes become tabs. */
export const narrowWindow = '(max-width: 63.99rem)';
