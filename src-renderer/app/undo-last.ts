import type { QueryClient } from '@tanstack/react-query';

/** An act that takes longer than this, such as an upload, is not one that the user undoes; in milliseconds. */
const patienceMillis = 5_000;

/**
 * Undoes the last act. An act offers a way back only once it is done, so one that is under way is waited for: the newest
 * offer belongs to an earlier act. Where it fails there is nothing to undo, and the earlier act stays.
 */
export async function undoLast(queryClient: QueryClient, undoNewest: () => void): Promise<void> {
  if (await succeeds(queryClient)) undoNewest();
}

/** Waits for running changes; false if one of them fails. */
async function succeeds(queryClient: QueryClient): Promise<boolean> {
  if (queryClient.isMutating() === 0) return true;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMillis);
  let hasFailed = false;
  const stop = queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') hasFailed = true;
    // The code that started the mutation continues first, and offers the undo.
    if (queryClient.isMutating() === 0) setTimeout(resolve, 0);
  });
  await promise;
  stop();
  clearTimeout(timer);
  return !hasFailed;
}
