import {
  describeEdits,
  type RequestTemplate,
  repeatedId,
  type ScriptStep,
  summariseEdits,
} from '#shared/flows/index.ts';

export interface EditedParts {
  /** Ids of the steps that were done by hand. */
  readonly extra: ReadonlySet<string>;
  /** Requests as the flow made them. */
  readonly originals: ReadonlyMap<string, RequestTemplate>;
  /** Names of the values that were typed over. */
  readonly values: ReadonlySet<string>;
}

/** A short summary of what was edited in a run; empty: nothing was. */
export function editsText(steps: readonly ScriptStep[], { extra, originals, values }: EditedParts): string {
  const again = steps.filter(({ id }) => id !== repeatedId(id)).length;
  const changes = steps.flatMap((step) => {
    const original = extra.has(step.id) ? undefined : originals.get(step.id);
    return 'request' in step && original !== undefined ? describeEdits(original, step.request) : [];
  });
  const typed = [...values].map((name) => ({ place: 'body', name, kind: 'edited' }) as const);
  const edits = summariseEdits([...changes, ...typed]);
  return [edits, ...(again === 0 ? [] : [`${again} sent again`])].filter((words) => words !== '').join(', ');
}
