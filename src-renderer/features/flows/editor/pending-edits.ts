/** Edits of requests that were typed and are not with the engine yet. */
const pending = new Set<() => Promise<void>>();

/** Makes an edit known that still has to be saved; returns how to take that back. */
export function addPendingEdit(save: () => Promise<void>): () => void {
  pending.add(save);
  return () => void pending.delete(save);
}

/** Saves typed text before anything is sent. */
export async function saveEdits(): Promise<void> {
  await Promise.all([...pending].map((save) => save()));
}
