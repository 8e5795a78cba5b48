import { describe, expect, test } from 'vitest';
import { budgetStage, budgetWarning } from '../../../scripts/support/budget.ts';
import { stagePlans } from '../../../scripts/support/stages.ts';
import { failuresOf, noTests, type Stage } from '../../../scripts/support/test-report.ts';

function took(seconds: number | null, budgetSeconds = 100): Stage {
  return { name: 'stage', elapsedMillis: 1, cpu: { seconds, budgetSeconds }, failure: null, counts: noTests };
}

/** Share of the processors that others took. */
const alone = 0.05;
const besideOthers = 0.4;

describe('the budget of CPU time', () => {
  test('is 1,440 seconds for all that must hold before a change lands', () => {
    expect(stagePlans.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)).toBe(1_440);
  });

  test('holds where one stage takes what another leaves', () => {
    const stages = [took(130), took(60)];
    expect(budgetWarning(stages, alone)).toBeNull();
    expect(budgetStage(stages, alone)).toMatchObject({
      failure: null,
      cpu: { seconds: 190, budgetSeconds: 200 },
    });
  });

  test('is warned of where the stages are over it together', () => {
    const stages = [took(130), took(120)];
    expect(budgetWarning(stages, alone)).toBe('250 CPU seconds together, of 200: beyond 600 this fails');
    expect(failuresOf(budgetStage(stages, alone))).toBe(0);
  });

  test('fails where they are more than three times over it', () => {
    const over = budgetStage([took(300), took(301)], alone);
    expect(over.failure).toBe('601 CPU seconds are too many');
    expect(failuresOf(over)).toBe(1);
  });

  test('says nothing of a stage whose time the system does not tell', () => {
    expect(budgetStage([took(null), took(110)], alone).cpu).toEqual({ seconds: 210, budgetSeconds: 200 });
    expect(budgetStage([took(null), took(null)], alone).failure).toBeNull();
  });

  test('judges nothing beside other work, and says so', () => {
    const stages = [took(350), took(350)];
    expect(budgetStage(stages, alone).failure).toBe('700 CPU seconds are too many');
    expect(budgetStage(stages, besideOthers).failure).toBeNull();
    expect(budgetWarning(stages, besideOthers)).toBe(
      '700 CPU seconds together, of 200: not judged, as others took 40 % of the processors',
    );
  });
});
