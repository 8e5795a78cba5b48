import type { RecordStore, Storage } from '#main/platform/ports.ts';
import type { Problem } from '#shared/errors/problem.ts';

const stuck: Problem = {
  code: 'state.unwritable',
  severity: 'error',
  message: 'The state is not writable at the moment. Recent changes are kept in memory and saved later.',
  fix: 'Free disk space. Until then, the server rejects all codes and refresh tokens.',
};

interface ProblemPorts extends Pick<Storage, 'problems'> {
  readonly records: Pick<RecordStore, 'isStuck'>;
}

/** Returns the problems of the state, found when it was opened and while the engine runs. */
export function stateProblems({ problems, records }: ProblemPorts): readonly Problem[] {
  // One that was found damaged while it was in use cannot be written for that reason, and room on the disk is no help.
  const isDamaged = problems.some(({ code, severity }) => code === 'state.corrupt' && severity === 'error');
  return records.isStuck() && !isDamaged ? [...problems, stuck] : problems;
}
