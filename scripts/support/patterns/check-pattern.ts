// The backend in JavaScript: it needs no Java and no program of a platform.
import recheck from 'recheck/lib/browser.js';

/** How long one expression may be looked at, in milliseconds. */
const timeoutMillis = 10_000;

/** Names the fault of an expression; null if its time grows with the length of a text alone. */
export function faultOf(source: string, flags: string): string | null {
  // Indices of groups change nothing in how a match is found, and are not known to the check.
  const result = recheck.checkSync(source, flags.replace('d', ''), { timeout: timeoutMillis });
  if (result.status === 'safe') return null;
  if (result.status === 'vulnerable') return `its time grows: ${result.complexity.summary}`;
  return `it could not be decided: ${result.error.kind}`;
}
