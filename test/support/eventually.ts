/** Looks again and again until there is a value; fails after `withinMillis`. */
export async function eventually<T>(
  look: () => Promise<T | null> | T | null,
  withinMillis = 60_000,
): Promise<T> {
  const until = performance.now() + withinMillis;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > until) throw new Error(`Nothing within ${withinMillis} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
