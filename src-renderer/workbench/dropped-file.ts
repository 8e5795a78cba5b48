import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '../api/store.ts';

/** Which part of the application takes a file that was dropped on the window. */
export type DropTarget = 'consents' | 'contract' | 'workspace';

const targets: Readonly<Record<string, DropTarget>> = {
  csv: 'consents',
  tsv: 'consents',
  xlsx: 'consents',
  har: 'contract',
  zip: 'workspace',
};

/** Who takes a file, by the end of its name; null: nobody. */
export function dropTargetOf(fileName: string): DropTarget | null {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(targets, ending) ? (targets[ending] ?? null) : null;
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
