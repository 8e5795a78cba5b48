import { useCallback } from 'react';
import type { Preferences } from '#shared/api/index.ts';
import { useApi } from '../api/api-context.tsx';
import { useStore } from '../api/store.ts';
import { reportProblem } from '../ui/report-problem.ts';
import { preferences, takePreferences } from './preferences.ts';

/** Returns the user's preferences and a function to change them: at once here, then at the host. */
export function usePreferences(): readonly [Preferences, (change: Partial<Preferences>) => void] {
  const { client } = useApi();
  const current = useStore(preferences);
  const change = useCallback(
    (part: Partial<Preferences>) => {
      const next = { ...preferences.get(), ...part };
      const mustReload = takePreferences(next);
      client.installation
        .setPreferences(next)
        .then(() => {
          if (mustReload) location.reload();
        })
        .catch(reportProblem);
    },
    [client],
  );
  return [current, change];
}
