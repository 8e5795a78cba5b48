let last = 0;

/**
 * Returns a number greater than any before it. It follows the machine's clock, so it also exceeds those of earlier
 * sessions. If two views of the same thing reach a screen by different routes, the one with the greater revision is newer.
 */
export function nextRevision(): number {
  last = Math.max(last + 1, Math.floor(performance.timeOrigin + performance.now()));
  return last;
}
