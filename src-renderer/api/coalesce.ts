/**
 * Gathers values and hands them over together; the first of a quiet time goes at once. `waitMillis` says how long to
 * gather after values were handed over.
 */
export function coalesce<T>(
  waitMillis: (handed: readonly T[]) => number,
  take: (values: readonly T[]) => void,
): (value: T) => void {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const hand = () => {
    timer = null;
    if (waiting.length === 0) return;
    const values = waiting;
    waiting = [];
    timer = setTimeout(hand, waitMillis(values));
    take(values);
  };
  return (value) => {
    waiting.push(value);
    if (timer === null) hand();
  };
}

const calmMillis = 100;
const floodMillis = 500;
/** More lines at once than an eye takes in. */
const floodLines = 20;

/** How long to gather lines after so many were drawn, in milliseconds: in a flood nobody reads each, and each costs. */
export function drawingPause(lines: number): number {
  return lines > floodLines ? floodMillis : calmMillis;
}
