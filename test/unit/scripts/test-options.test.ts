import { expect, test } from 'vitest';
import type { StagePlan } from '../../../scripts/support/stages.ts';
import { readTestOptions, withoutBrowser } from '../../../scripts/support/test-options.ts';
import { noTests, summaryLine } from '../../../scripts/support/test-report.ts';

test('npm test takes what it knows, and nothing else', () => {
  expect(readTestOptions([])).toEqual({ isAll: false, isWithoutBrowser: false });
  expect(readTestOptions(['--without-browser', '--all'])).toEqual({ isAll: true, isWithoutBrowser: true });
  expect(readTestOptions(['--al'])).toBeNull();
});

test('without a browser the stages that need one are left out, and said to be', async () => {
  const ran: string[] = [];
  const plan = (name: string): StagePlan => ({
    name,
    cpuSeconds: 1,
    run: async () => {
      ran.push(name);
      return { failure: null, counts: { ...noTests, passed: 2 } };
    },
  });
  const plans = withoutBrowser([plan('unit'), { ...plan('browser'), needsBrowser: true }]);
  const results = await Promise.all(plans.map((each) => each.run([])));
  expect(ran).toEqual(['unit']);
  expect(results[1]?.counts.skipped).toEqual([
    { test: 'all of the stage browser', reason: 'left out by --without-browser' },
  ]);
  const cpu = { seconds: null, budgetSeconds: 1 };
  const stages = results.map((result, index) => ({ name: `${index}`, elapsedMillis: 0, cpu, ...result }));
  expect(summaryLine(stages)).toBe('2 passed, 0 failed, 1 skipped');
});
