/** Asks for an address again and again while something else happens, and gives the longest wait in milliseconds. */
export async function longestWait(url: string, meanwhile: Promise<unknown>, most = 60_000): Promise<number> {
  let isOver = false;
  const over = meanwhile.then(
    () => void (isOver = true),
    () => void (isOver = true),
  );
  let longest = 0;
  do {
    const startedMillis = performance.now();
    const answer = await fetch(url, { signal: AbortSignal.timeout(most) }).catch(() => null);
    await answer?.arrayBuffer();
    longest = Math.max(longest, answer === null ? most : performance.now() - startedMillis);
    await new Promise((resolve) => setTimeout(resolve, 20));
  } while (!isOver && longest < most);
  if (longest < most) await over;
  return longest;
}
