import type { Registration, RegistrationKind } from '#shared/api/index.ts';
import { type JsonValue, jsonEqual, mergeThreeWay } from '#shared/workspace/three-way.ts';
import { createStore } from '../../api/store.ts';

export type Members = Readonly<Record<string, JsonValue>>;

/** Edits of a form that are not saved. */
export interface FormDraft {
  /** The identifier; for a new registration, as typed so far. */
  readonly id: string;
  /** The version of the file on which it was begun; null: it is new. */
  readonly baseVersion: string | null;
  readonly base: Members;
  readonly document: Members;
  /** Secrets that were typed, and null for those that are to go. */
  readonly secrets: Readonly<Record<string, string | null>>;
}

const storageKey = 'gatehouse.identity-drafts';

/** Drafts by their entity; they outlive the tab, and, without their secrets, the page. */
export const formDrafts = createStore<ReadonlyMap<string, FormDraft>>(new Map());
let workspace = '';

/** The name of a draft; an empty id means a new one of the kind. */
export function draftKey(kind: RegistrationKind, id: string): string {
  return `${kind} ${id}`;
}

/** A draft without edits. */
export function freshDraft({ id, version, document }: Registration): FormDraft {
  const members = (document ?? {}) as Members;
  return { id, baseVersion: version, base: members, document: members, secrets: {} };
}

/** True if a draft differs from its base. */
export function isEdited({ baseVersion, base, document, secrets }: FormDraft): boolean {
  return baseVersion === null || Object.keys(secrets).length > 0 || !jsonEqual(base, document);
}

/** Keeps a draft; one without edits is dropped. */
export function keepDraft(key: string, draft: FormDraft): void {
  formDrafts.update((all) => {
    const next = new Map(all);
    if (isEdited(draft)) next.set(key, draft);
    else next.delete(key);
    return next;
  });
  persist();
}

export function dropDraft(key: string): void {
  formDrafts.update((all) => new Map([...all].filter(([other]) => other !== key)));
  persist();
}

/** Ends a saved draft; changes since it was sent remain a draft, based on the saved version. */
export function settleDraft(key: string, sent: FormDraft, saved: Registration, savedKey: string): void {
  const now = formDrafts.get().get(key);
  dropDraft(key);
  if (now === undefined) return;
  const fresh = freshDraft(saved);
  const merge = mergeThreeWay(sent.document, now.document, fresh.document);
  const document = 'conflicts' in merge ? now.document : ((merge.merged ?? {}) as Members);
  const since = Object.entries(now.secrets).filter(([member, value]) => value !== sent.secrets[member]);
  keepDraft(savedKey, { ...fresh, document, secrets: Object.fromEntries(since) });
}

/** Takes up the drafts that the page left of this workspace when it was closed. */
export function restoreDrafts(workspaceId: string): void {
  if (workspace === workspaceId) return;
  workspace = workspaceId;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${storageKey}.${workspaceId}`) ?? '[]');
    const drafts = new Map(Array.isArray(kept) ? (kept as [string, FormDraft][]) : []);
    if (drafts.size > 0) formDrafts.update((all) => new Map([...drafts, ...all]));
  } catch {
    // A damaged entry counts as none.
  }
}

/** Secrets are never persisted: they have to be typed again. */
function persist(): void {
  if (workspace === '') return;
  const kept = [...formDrafts.get()].map(([key, draft]) => [key, { ...draft, secrets: {} }]);
  localStorage.setItem(`${storageKey}.${workspace}`, JSON.stringify(kept));
}
