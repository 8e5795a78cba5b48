import { createStore } from '#renderer/api/store.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { type RequestTemplate, repeatedId } from '#shared/flows/index.ts';

/** A request as somebody has edited it to send it again. */
export interface Draft {
  readonly request: RequestTemplate;
  /** As it was typed; null where it was edited by its fields. */
  readonly text: string | null;
}

/** Drafts by their steps: they outlive the run in which they were begun. */
export const drafts = createStore<ReadonlyMap<string, Draft>>(new Map());

/** Steps of runs whose editor is open, so that it is found open when the step is chosen again. */
export const openEditors = createStore<ReadonlySet<string>>(new Set());

/** The key of a step of a run for its editor. */
export function editorKey(runId: string, stepKey: string): string {
  return `${runId} ${stepKey}`;
}

type DraftedRun = Pick<FlowRun, 'id' | 'kind' | 'target' | 'clientId' | 'origin'>;

/** The key of a step that is the same in the next run of the flow; requests from Activity have nothing in common. */
export function draftKey({ id, kind, target, clientId, origin }: DraftedRun, stepId: string): string {
  const made = origin.kind === 'flow' || origin.kind === 'replay' ? '' : origin.name;
  const run = origin.kind === 'exchange' ? id : '';
  return JSON.stringify([kind, target, clientId, made, run, repeatedId(stepId)]);
}

/** Keeps a draft; null forgets it. */
export function keepDraft(key: string, draft: Draft | null): void {
  drafts.update((all) => {
    const next = new Map(all);
    if (draft === null) next.delete(key);
    else next.set(key, draft);
    return next;
  });
}

/** The step whose editor was just asked for: it takes the focus, as one that is found open again does not. */
export const askedEditor = createStore<string | null>(null);

/** Opens the editor of a step, or closes it. */
export function setEditorOpen(key: string, isOpen: boolean): void {
  askedEditor.set(isOpen ? key : null);
  openEditors.update((all) => {
    const next = new Set(all);
    if (isOpen) next.add(key);
    else next.delete(key);
    return next;
  });
}
