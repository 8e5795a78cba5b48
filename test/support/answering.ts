/** Asks for an address again and again while something else happens, and gives the longest wait in milliseconds. */
export async function measureMaxWait(
  url: string,
  meanwhile: Promise<unknown>,
  max = 60_000,
): Promise<number> {
  let isOver = false;
  const over = meanwhile.then(
    () => void (isOver = true),
    () => void (isOver = true),
  );
  let maxMillis = 0;
  do {
    const startedMillis = performance.now();
    const answer = await fetch(url, { signal: AbortSignal.timeout(max) }).catch(() => null);
    await answer?.arrayBuffer();
    maxMillis = Math.max(maxMillis, answer === null ? max : performance.now() - startedMillis);
    await new Promise((resolve) => setTimeout(resolve, 20));
  } while (!isOver && maxMillis < max);
  if (maxMillis < max) await over;
  return maxMillis;
}
