import type { LoadReport } from '../support/load.ts';

/** The report of a load that could not be sent. */
export function brokenLoad(error: unknown): LoadReport {
  return {
    requests: 0,
    failures: 1,
    firstFailure: String(error),
    elapsedMillis: 0,
    p50Millis: 0,
    p99Millis: 0,
  };
}
