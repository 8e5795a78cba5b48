let last = 0;

/**
 * Returns a number greater than all before it, those of earlier sessions included: it follows the clock of the machine.
 * Of two views of one thing that took different ways to a screen, the greater one is the newer.
 */
export function nextRevision(): number {
  last = Math.max(last + 1, Math.floor(performance.timeOrigin + performance.now()));
  return last;
}
