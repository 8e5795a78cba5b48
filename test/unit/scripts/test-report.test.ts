import { describe, expect, test } from 'vitest';
import {
  addCounts,
  failuresOf,
  noTests,
  readPlaywrightReport,
  readVitestReport,
  type Stage,
  summaryLine,
} from '../../../scripts/support/test-report.ts';

function stage(change: Partial<Stage>): Stage {
  const cpu = { seconds: 10, budgetSeconds: 10 };
  return { name: 'stage', elapsedMillis: 1, cpu, failure: null, counts: noTests, ...change };
}

describe('the last line', () => {
  test('counts the tests of both reports', () => {
    const unit = stage({ counts: readVitestReport({ numPassedTests: 40, numFailedTests: 0 }, noTests) });
    const endToEnd = stage({ counts: { ...noTests, passed: 2, failed: 0 } });
    expect(summaryLine([stage({}), unit, endToEnd])).toBe('42 passed, 0 failed');
  });

  test('counts a stage without tests as one failure', () => {
    expect(summaryLine([stage({ failure: 'exit code 1' }), stage({})])).toBe('0 passed, 1 failed');
  });

  test('counts failed tests, and not their stage again', () => {
    const unit = stage({ failure: 'exit code 1', counts: { ...noTests, passed: 5, failed: 3 } });
    expect(summaryLine([unit])).toBe('5 passed, 3 failed');
  });

  test('counts a stage that failed although its tests passed', () => {
    const unit = stage({ failure: 'exit code 1', counts: { ...noTests, passed: 5, failed: 0 } });
    expect(summaryLine([unit])).toBe('5 passed, 1 failed');
  });

  test('names skipped tests only when there are some', () => {
    const skipped = [{ test: 'a', reason: 'no IPv6 on this machine' }];
    expect(summaryLine([stage({ counts: { ...noTests, passed: 1, failed: 0, skipped } })])).toBe(
      '1 passed, 0 failed, 1 skipped',
    );
  });

  test.each([null, '', '  '])('a skip with the reason %j is a failure', (reason) => {
    expect(
      failuresOf(stage({ counts: { ...noTests, passed: 1, failed: 0, skipped: [{ test: 'a', reason }] } })),
    ).toBe(1);
  });
});

test('two runs of the same tests are counted together', () => {
  const failures = [{ test: 'a', message: 'no' }];
  const one = { passed: 2, failed: 1, skipped: [], failures };
  expect(addCounts(one, one)).toEqual({
    passed: 4,
    failed: 2,
    skipped: [],
    failures: [...failures, ...failures],
  });
});

test('no title passes for the reason of a skip: it says the same where the test runs', () => {
  const skipped = [
    { test: 'a.test.ts > a file is refused (root reads every file)', reason: null },
    { test: 'a.test.ts > a socket', reason: 'this machine has no ::1' },
  ];
  const notes = { ...noTests, skipped };
  expect(readVitestReport({ numPassedTests: 0, numFailedTests: 0 }, notes).skipped).toEqual(skipped);
});

describe('the report of Playwright', () => {
  const run = (
    status: 'expected' | 'unexpected' | 'skipped',
    annotations: readonly { type: string; description?: string }[] = [],
  ) => ({
    projectName: 'web',
    status,
    annotations,
    results: [] as { errors: { message: string }[] }[],
  });
  const report = (...tests: readonly ReturnType<typeof run>[]) => ({
    suites: [{ title: 'a.spec.ts', suites: [{ title: 'a story', specs: [{ title: 'ends well', tests }] }] }],
  });

  test('a test counts once for each project it ran in', () => {
    expect(readPlaywrightReport(report(run('expected'), run('expected')))).toMatchObject({
      passed: 2,
      failed: 0,
    });
  });

  test('a failed test is named with what it said', () => {
    const results = [{ errors: [{ message: 'not that' }] }];
    expect(
      readPlaywrightReport(report({ ...run('unexpected'), results }, run('unexpected'), run('expected'))),
    ).toMatchObject({
      passed: 1,
      failed: 2,
      failures: [
        { test: '[web] a.spec.ts > a story > ends well', message: 'not that' },
        { test: '[web] a.spec.ts > a story > ends well', message: 'no message' },
      ],
    });
  });

  test('a skipped test brings its name and its reason', () => {
    const annotations = [{ type: 'skip', description: 'the runtime is not installed' }];
    expect(readPlaywrightReport(report(run('skipped', annotations), run('skipped'))).skipped).toEqual([
      { test: '[web] a.spec.ts > a story > ends well', reason: 'the runtime is not installed' },
      { test: '[web] a.spec.ts > a story > ends well', reason: null },
    ]);
  });
});
