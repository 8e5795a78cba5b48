import type { RecordStore } from '#main/platform/ports.ts';
import type { Problem } from '#shared/errors/problem.ts';

const stuck: Problem = {
  code: 'state.unwritable',
  severity: 'error',
  message:
    'The state cannot be written at the moment: what was done lately is kept in memory, and tried again.',
  fix: 'Make room on its disk. Until then no code and no refresh token is taken.',
};

/** What is wrong with the state while the engine runs. */
export function stateProblems(records: Pick<RecordStore, 'isStuck'>): readonly Problem[] {
  return records.isStuck() ? [stuck] : [];
}
