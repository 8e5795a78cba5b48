import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useWatch } from '#renderer/api/use-watch.ts';
import type { ImportProgress } from '#shared/api/index.ts';
import { hasBegun, type OpenImport } from '../use-import.ts';

/** How the load goes, as it goes; null before the engine has told it. */
export function useProgress({ view, id }: OpenImport): ImportProgress | null {
  const { client } = useApi();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  useWatch({
    key: hasBegun(view) ? `progress ${id}` : null,
    credits: 2,
    open: (input, options) => client.imports.watchProgress({ ...input, id }, options),
    onValue: setProgress,
  });
  return progress;
}
