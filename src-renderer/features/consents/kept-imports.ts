import { createStore, useStore } from '#renderer/api/store.ts';
import type { DatesChoice } from '#shared/consents/index.ts';
import type { MappingDraft } from './map/mapping-draft.ts';

/** The user's choices for an import that are not saved yet. */
export interface KeptImport {
  /** How the file is to be read, as far as the guesses were changed; null: they were not. */
  readonly reading: Readonly<Record<string, string | number | null>> | null;
  /** null: the saved mapping, or the suggested one. */
  readonly mapping: MappingDraft | null;
  /** null: nothing was said of them since the import was saved. */
  readonly dates: DatesChoice | null;
  /** Group of rows that Check shows. */
  readonly group: string;
}

const firstKept: KeptImport = { reading: null, mapping: null, dates: null, group: 'problems' };

/** They outlive the screen: who comes back to an import finds it as it was. */
const kept = createStore<ReadonlyMap<string, KeptImport>>(new Map());

/** Returns the kept state of an import, and a function to update it. */
export function useKeptImport(id: string): readonly [KeptImport, (change: Partial<KeptImport>) => void] {
  const found = useStore(kept).get(id) ?? firstKept;
  return [
    found,
    (change) => kept.update((all) => new Map(all).set(id, { ...(all.get(id) ?? firstKept), ...change })),
  ];
}
