import type { FlowRun } from '#shared/api/index.ts';

/** A name for the file of a run: its flow, in the letters that a file name may have. */
export function proposedName(run: FlowRun): string {
  return `${run.kind}-${run.number}`.replaceAll(/[^A-Za-z0-9._-]+/g, '-');
}
