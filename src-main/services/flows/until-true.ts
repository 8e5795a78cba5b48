/**
 * Waits until a condition holds, and tests it after each change that `follow` reports; `stopped` by the signal, `late`
 * once the patience is over.
 */
export function untilTrue(
  isSo: () => boolean,
  follow: (look: () => void) => readonly (() => void)[],
  { signal, patienceMillis }: { readonly signal?: AbortSignal; readonly patienceMillis: number },
): Promise<'true' | 'stopped' | 'late'> {
  let stops: readonly (() => void)[] = [];
  const waited = new Promise<'true' | 'stopped' | 'late'>((resolve) => {
    const look = () => isSo() && resolve('true');
    const stop = () => resolve('stopped');
    const timer = setTimeout(() => resolve('late'), patienceMillis);
    signal?.addEventListener('abort', stop);
    stops = [...follow(look), () => clearTimeout(timer), () => signal?.removeEventListener('abort', stop)];
    if (signal?.aborted === true) stop();
    look();
  });
  return waited.finally(() => {
    for (const stop of stops) stop();
  });
}
