import { describe, expect, test } from 'vitest';
import type { AttackCaseView } from '#renderer/features/flows/attack/attack-view.ts';
import { casesToLookAt, differenceToFormer, largerRun } from '#renderer/features/flows/attack/results.ts';
import type { AttackRun } from '#shared/api/index.ts';
import type { Verdict } from '#shared/attacks/index.ts';

const attack = (id: string, severity: AttackCaseView['severity']): AttackCaseView => ({
  id,
  title: id,
  severity,
  clauses: [],
  cwe: [],
  aliases: [],
  about: 'authorization-server',
  isShould: false,
  explain: '',
  fix: '',
  variants: [''],
});

type Found = Readonly<Record<string, Verdict>>;

const runOf = (
  id: string,
  startedAtMillis: number,
  found: Found,
  target: string | null = null,
): AttackRun => ({
  id,
  jobId: id,
  start: { target, profile: 'strict', weaknesses: [], only: null, isDisruptive: false },
  state: 'done',
  done: Object.keys(found).length,
  total: Object.keys(found).length,
  startedAtMillis,
  durationMillis: 1,
  counts: {} as AttackRun['counts'],
  remarks: [],
  verdicts: Object.entries(found).map(([caseId, verdict]) => ({ id: caseId, verdict })),
  revision: 1,
});

describe('the results of a run', () => {
  test('list what needs a decision by verdict, then severity, then in the order of the catalogue', () => {
    const groups = [
      {
        group: 'A',
        title: 'A',
        own: null,
        cases: [
          attack('A1', 'low'),
          attack('A2', 'high'),
          attack('A3', 'low'),
          attack('A4', 'low'),
          attack('A5', 'low'),
        ],
      },
      { group: 'B', title: 'B', own: null, cases: [attack('B1', 'critical'), attack('B2', 'high')] },
    ];
    const found = new Map<string, Verdict>([
      ['A1', 'WARNING'],
      ['A2', 'FAILED'],
      ['A3', 'PASSED'],
      ['A4', 'SKIPPED'],
      ['A5', 'INCONCLUSIVE'],
      ['B1', 'REVIEW'],
      ['B2', 'FAILED'],
    ]);
    expect(casesToLookAt(groups, found).map(({ id }) => id)).toEqual(['A2', 'B2', 'A1', 'B1', 'A5']);
  });

  test('say what is new and what is gone since the run before at the same server, in cases that both played', () => {
    const runs = [
      runOf('other server', 3, { A1: 'FAILED', A2: 'FAILED' }, 'stage'),
      runOf('no case in common', 2, { Z1: 'FAILED' }),
      runOf('before', 1, { A1: 'FAILED', A2: 'PASSED', A4: 'WARNING' }),
      runOf('long ago', 0, { A1: 'PASSED', A2: 'FAILED' }),
    ];
    const run = runOf('now', 4, { A1: 'PASSED', A2: 'WARNING', A3: 'FAILED', A4: 'WARNING' });
    const difference = differenceToFormer(run, [run, ...runs]);
    expect(difference?.former.id).toBe('before');
    expect([...(difference?.newIds ?? [])]).toEqual(['A2']);
    expect(difference?.goneCount).toBe(1);
    expect(differenceToFormer(run, [run])).toBeNull();
  });

  test('lead from a run of a part back to the newest larger one of the same server', () => {
    const runs = [
      runOf('older', 1, { A1: 'PASSED', A2: 'PASSED' }),
      runOf('newer', 2, { A1: 'PASSED', A2: 'PASSED' }),
      runOf('other server', 3, { A1: 'PASSED', A2: 'PASSED' }, 'stage'),
    ];
    const part = runOf('part', 4, { A1: 'PASSED' });
    expect(largerRun(part, [part, ...runs])?.id).toBe('newer');
    expect(largerRun(runs[0] ?? part, runs)).toBeNull();
  });
});
