const calmMillis = 100;
const floodMillis = 1_000;
/** More lines at once than an eye takes in. */
const floodLines = 20;

/**
 * How long to wait for more lines after so many were drawn, in milliseconds: in a flood nobody reads each, and each
 * costs. The engine gathers meanwhile.
 */
export function drawingPause(lines: number): number {
  return lines > floodLines ? floodMillis : calmMillis;
}
