import { describe, expect, test } from 'vitest';
import { caseIds } from '../verdict-table.ts';
import { plannedRuns, scopeOf } from './planned-runs.ts';
import { providerFlaws } from './provider-flaws.ts';
import { flaws } from './server/flaws.ts';
import { expectedVerdicts, playTruth, subjects } from './truth-table.ts';

const scope = scopeOf(process.env['TRUTH']);
/** For one look at a time: `TRUTH_ONLY=server/code-twice`. */
const only = process.env['TRUTH_ONLY'];
const runs = plannedRuns(scope, Math.floor(Date.now() / 86_400_000)).filter(
  ({ subject, planted }) => only === undefined || only === `${subject.name}/${planted ?? 'careful'}`,
);

describe('the truth of servers that others wrote, by hand', () => {
  test('is about at least 30 flaws, and about every group but J and K', () => {
    const groups = new Set(
      Object.values(subjects[0]?.truth.flaws ?? {}).flatMap(({ verdicts }) =>
        Object.keys(verdicts).map((id) => id.slice(0, 2)),
      ),
    );
    expect(flaws.length).toBeGreaterThanOrEqual(30);
    for (const group of ['RU', 'AR', 'UI', 'AC', 'PK', 'CA', 'TE', 'PW', 'RT', 'XC'])
      expect(groups).toContain(group);
  });

  test.each(subjects)('knows every switch and every case: $name', (subject) => {
    const switches = subject.name === 'server' ? flaws : providerFlaws;
    expect(Object.keys(subject.truth.flaws).toSorted()).toEqual([...switches].toSorted());
    expect([...expectedVerdicts(subject, null).keys()].toSorted()).toEqual(caseIds.toSorted());
    const faults = Object.entries(subject.truth.flaws).filter(
      ([, { verdicts }]) =>
        !Object.values(verdicts).some((verdict) => verdict === 'FAILED' || verdict === 'WARNING'),
    );
    expect(faults).toEqual([]);
  });

  test.each(runs)(
    '$subject.name, $planted, $way: the catalogue says what is true',
    { timeout: 600_000 },
    async ({ subject, planted, way, cases }) => {
      const { report, disagreements } = await playTruth(subject, planted, way, cases);
      if (scope !== 'some') {
        const row = [subject.name, planted ?? 'careful', way, report.cases.length, disagreements.length];
        process.stdout.write(`| ${row.join(' | ')} |\n`);
      }
      expect(disagreements).toEqual([]);
    },
  );
});
