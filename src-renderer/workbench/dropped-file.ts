import { useEffect, useEffectEvent } from 'react';
import { sourceFormats } from '#shared/consents/source/source-formats.ts';
import { lintSources } from '#shared/contract/lint-sources.ts';
import { idsOf } from '#shared/files/index.ts';
import { createStore, useStore } from '../api/store.ts';

/** Which part of the application takes a file that was dropped on the window. */
export type DropTarget = 'consents' | 'contract' | 'workspace';

const endings: Readonly<Record<DropTarget, readonly string[]>> = {
  consents: Object.values(sourceFormats).flatMap((format) => format.endings),
  // Other lint sources can be of any type, and are chosen on the lint screen.
  contract: lintSources.har.endings,
  workspace: ['zip'],
};

/** Returns the target that takes a file, by the end of its name; null: none. */
export function dropTargetOf(fileName: string): DropTarget | null {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return idsOf(endings).find((target) => endings[target].includes(ending)) ?? null;
}

interface Dropped {
  readonly target: DropTarget;
  readonly file: File;
}

const dropped = createStore<Dropped | null>(null);

/** Leaves a file for the part that takes it, which may still have to load. */
export function leaveFile(target: DropTarget, file: File): void {
  dropped.set({ target, file });
}

/** Takes the file that was left for this part, once it is shown. */
export function useDroppedFile(target: DropTarget, take: (file: File) => void): void {
  const waiting = useStore(dropped);
  const onFile = useEffectEvent(take);
  useEffect(() => {
    if (waiting === null || waiting.target !== target) return;
    dropped.set(null);
    onFile(waiting.file);
  }, [waiting, target]);
}
