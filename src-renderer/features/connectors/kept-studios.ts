import { createStore, useStore } from '#renderer/api/store.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

export const studioViews = ['form', 'json'] as const;
export type StudioView = (typeof studioViews)[number];

export const previewTabs = ['read', 'write', 'pages', 'filter', 'exceptions'] as const;
export type PreviewTab = (typeof previewTabs)[number];

/** An answer of the remote that mappings are tried on. */
export interface Sample {
  readonly json: JsonValue;
  readonly source: 'run' | 'pasted';
}

/** A person's place in the studio of one connector, with the sample data. */
export interface KeptStudio {
  readonly nodeId: string;
  readonly view: StudioView;
  readonly tab: PreviewTab;
  /** By object class and operation. */
  readonly samples: ReadonlyMap<string, Sample>;
  /** Record of the sample that is shown, from 0. */
  readonly record: number;
  readonly runId: string | null;
  readonly isConsoleOpen: boolean;
}

const firstStudio: KeptStudio = {
  nodeId: 'connection',
  view: 'form',
  tab: 'read',
  samples: new Map(),
  record: 0,
  runId: null,
  isConsoleOpen: true,
};

/** They outlive the screen: who comes back finds everything as it was. */
const studios = createStore<ReadonlyMap<string, KeptStudio>>(new Map());

/** Name of a sample. */
export function sampleKey(type: string, operation: 'GET' | 'QUERY'): string {
  return `${type}/${operation}`;
}

/** Updates the kept state of a connector's studio, even before the studio is opened. */
export function keepStudio(file: string, change: Partial<KeptStudio>): void {
  studios.update((all) => new Map(all).set(file, { ...(all.get(file) ?? firstStudio), ...change }));
}

/** Keeps an answer as the sample of an operation, and shows its first record. */
export function keepSample(file: string, key: string, sample: Sample): void {
  const { samples } = studios.get().get(file) ?? firstStudio;
  keepStudio(file, { samples: new Map(samples).set(key, sample), record: 0 });
}

/** Returns the current kept state of a connector's studio. */
export function useKeptStudio(file: string): KeptStudio {
  return useStore(studios).get(file) ?? firstStudio;
}
