import type { QueryClient } from '@tanstack/react-query';

/** What takes longer than this, an upload for one, is not what somebody takes back; in milliseconds. */
const patienceMillis = 5_000;

/**
 * Undoes what was done last. What is under way offers a way back only once it is done: until then it is waited for, since
 * the newest offer is of something that was done before it.
 */
export async function undoLast(queryClient: QueryClient, undoNewest: () => void): Promise<void> {
  await untilDone(queryClient);
  undoNewest();
}

async function untilDone(queryClient: QueryClient): Promise<void> {
  if (queryClient.isMutating() === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMillis);
  const stop = queryClient.getMutationCache().subscribe(() => {
    // Whoever began it goes on first, and makes the offer.
    if (queryClient.isMutating() === 0) setTimeout(resolve, 0);
  });
  try {
    await promise;
  } finally {
    stop();
    clearTimeout(timer);
  }
}
