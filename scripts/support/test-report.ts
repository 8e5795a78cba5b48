/** A test that did not run, and why; null when nobody said why. */
export interface SkippedTest {
  readonly test: string;
  readonly reason: string | null;
}

/** A test that failed, and what it said. */
export interface FailedTest {
  readonly test: string;
  readonly message: string;
}

/** The counts of a report's tests. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
  readonly failures: readonly FailedTest[];
}

/** The counts of a run that left no report. */
export const noTests: TestCounts = { passed: 0, failed: 0, skipped: [], failures: [] };

/** The counts of two runs together. */
export function addCounts(one: TestCounts, other: TestCounts): TestCounts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: [...one.skipped, ...other.skipped],
    failures: [...one.failures, ...other.failures],
  };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** Facts that the JSON report of Vitest leaves out. */
export type VitestNotes = Pick<TestCounts, 'skipped' | 'failures'>;

/** Reads the JSON report of Vitest and the notes beside it. */
export function readVitestReport(report: VitestReport, notes: VitestNotes): TestCounts {
  return { ...notes, passed: report.numPassedTests, failed: report.numFailedTests };
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs?: readonly PlaywrightSpec[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightSpec {
  readonly title: string;
  readonly tests: readonly PlaywrightTest[];
}

interface PlaywrightTest {
  readonly projectName: string;
  readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  readonly results?: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
}

/** Reads the JSON report of Playwright; a test counts once per project. */
export function readPlaywrightReport(report: { readonly suites: readonly PlaywrightSuite[] }): TestCounts {
  const tests = report.suites.flatMap((suite) => testsOf(suite, []));
  const skipped = tests.filter(({ status }) => status === 'skipped');
  const passed = tests.filter(({ status }) => status === 'expected' || status === 'flaky').length;
  return {
    passed,
    failed: tests.length - passed - skipped.length,
    failures: tests
      .filter(({ status }) => status === 'unexpected')
      .map((test) => ({ test: `[${test.projectName}] ${test.name}`, message: firstError(test) })),
    skipped: skipped.map(({ name, projectName, annotations }) => ({
      test: `[${projectName}] ${name}`,
      reason: annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? null,
    })),
  };
}

function firstError({ results = [] }: PlaywrightTest): string {
  return results.flatMap(({ errors = [] }) => errors.map(({ message }) => message))[0] ?? 'no message';
}

function testsOf(
  suite: PlaywrightSuite,
  outer: readonly string[],
): readonly (PlaywrightTest & { readonly name: string })[] {
  const titles = [...outer, suite.title];
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({ ...test, name: [...titles, spec.title].join(' > ') })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, titles))];
}

/** CPU seconds of a stage, null where the system does not tell, and how many it may take on this machine. */
export interface CpuTime {
  readonly seconds: number | null;
  readonly budgetSeconds: number;
}

/** One stage of `npm test` that has ended. */
export interface Stage {
  readonly name: string;
  readonly elapsedMillis: number;
  readonly cpu: CpuTime;
  /** The failure in one line, or null. */
  readonly failure: string | null;
  readonly counts: TestCounts;
}

/**
 * The number of failures of a stage: its failed tests, or one when it failed without a failed test, and one for each
 * test that was skipped without a reason.
 */
export function failuresOf({ failure, counts }: Stage): number {
  const unexplained = counts.skipped.filter(({ reason }) => !reason?.trim()).length;
  const own = failure !== null && counts.failed === 0 ? 1 : counts.failed;
  return own + unexplained;
}

/** The last line of a run: `N passed, N failed`, with `, N skipped` when tests were skipped. */
export function summaryLine(stages: readonly Stage[]): string {
  const sum = (count: (stage: Stage) => number) => stages.reduce((total, stage) => total + count(stage), 0);
  const skipped = sum(({ counts }) => counts.skipped.length);
  const line = `${sum(({ counts }) => counts.passed)} passed, ${sum(failuresOf)} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}
