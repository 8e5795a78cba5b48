import { posix, relative, resolve, sep } from 'node:path';

/** How many rows stand at each status. */
export interface RowCounts {
  readonly proven: number;
  readonly open: number;
  readonly differs: number;
}

/** The result of a check of the specification rows; without failures the rows hold. */
export interface RowReport {
  readonly counts: RowCounts;
  readonly failures: readonly string[];
}

type Status = keyof RowCounts;
type Members = Readonly<Record<string, unknown>>;

const statuses: readonly Status[] = ['proven', 'open', 'differs'];
const documents: readonly unknown[] = [1, 2, 3];
const textMembers = ['id', 'section', 'table', 'row', 'text'] as const;
const knownMembers: ReadonlySet<string> = new Set([...textMembers, 'document', 'status', 'tests', 'reason']);
const testReference = /^test\/[^\s\\]+\.(?:test|spec|e2e)\.tsx? > \S(?:.*\S)?$/;

/** Returns the rows of a parsed rows file; throws when the file has another shape. */
export function readRows(file: unknown): readonly unknown[] {
  return arrayOf(membersOf(file, 'rows file'), 'rows', 'rows file');
}

/** Counts the rows by status and lists each defect of theirs, given the tests ("file > full title") that passed. */
export function checkRows(rows: readonly unknown[], executedTests: ReadonlySet<string>): RowReport {
  const counts: Record<Status, number> = { proven: 0, open: 0, differs: 0 };
  const failures: string[] = [];
  const ids = new Set<string>();
  for (const [index, row] of rows.entries()) {
    if (!isMembers(row)) {
      failures.push(`row ${index + 1}: not an object`);
      continue;
    }
    const { id, status } = row;
    const name = isText(id) ? id : `row ${index + 1}`;
    if (ids.has(name)) failures.push(`${name}: duplicate id`);
    ids.add(name);
    if (isStatus(status)) counts[status] += 1;
    failures.push(...rowDefects(row, executedTests).map((defect) => `${name}: ${defect}`));
  }
  return { counts, failures };
}

function rowDefects(row: Members, executedTests: ReadonlySet<string>): readonly string[] {
  const { document, status, tests, reason } = row;
  const defects = Object.keys(row)
    .filter((member) => !knownMembers.has(member))
    .map((member) => `unknown member ${JSON.stringify(member)}`);
  defects.push(...textMembers.filter((member) => !isText(row[member])).map((member) => `empty ${member}`));
  if (!documents.includes(document)) defects.push(`unknown document ${JSON.stringify(document)}`);
  if (!isStatus(status)) defects.push(`unknown status ${JSON.stringify(status)}`);
  if (status === 'differs' && !isText(reason)) defects.push('differs without a reason');
  if (!Array.isArray(tests)) return [...defects, 'tests is not a list'];
  if (status === 'proven' && tests.length === 0) defects.push('proven without a test');
  return [...defects, ...tests.flatMap((test: unknown) => referenceDefects(test, executedTests))];
}

function referenceDefects(test: unknown, executedTests: ReadonlySet<string>): readonly string[] {
  if (typeof test !== 'string' || !testReference.test(test) || test.split(/[/ ]/).includes('..')) {
    return [`malformed test reference ${JSON.stringify(test)}`];
  }
  return executedTests.has(test) ? [] : [`test did not run or did not pass: ${test}`];
}

/** One line of the list of security checks of the authorization server. */
export interface SecurityCheck {
  readonly number: number;
  /** The requirement. */
  readonly text: string;
  /** Tests that prove it, as "file > full title". */
  readonly tests: readonly string[];
  /** Weaknesses and faults with which it can be made not to hold. */
  readonly faults: readonly string[];
}

/** Returns the checks of a parsed checks file; throws when the file has another shape. */
export function readChecks(file: unknown): readonly SecurityCheck[] {
  const { checks } = file as { readonly checks?: readonly SecurityCheck[] };
  if (!Array.isArray(checks)) throw new TypeError('checks file: checks is not a list');
  return checks;
}

/** Lists each defect of the checks, given the tests ("file > full title") that passed. */
export function checkDefects(
  checks: readonly SecurityCheck[],
  executedTests: ReadonlySet<string>,
): readonly string[] {
  return checks.flatMap(({ number, text, tests }, index) => [
    ...(number === index + 1 ? [] : [`check ${number}: stands at ${index + 1}`]),
    ...(text.trim() === '' ? [`check ${number}: says nothing`] : []),
    ...(tests.length === 0 ? [`check ${number}: has no test`] : []),
    ...tests
      .flatMap((test) => referenceDefects(test, executedTests))
      .map((defect) => `check ${number}: ${defect}`),
  ]);
}

/**
 * Collects "file > full title" of each test that passed wherever it ran, from the JSON reports of Vitest and
 * Playwright, with files relative to `rootDir`; throws when a report has another shape.
 */
export function readExecutedTests(
  vitestJson: unknown,
  playwrightJson: unknown,
  rootDir: string,
): ReadonlySet<string> {
  const passed = new Set<string>();
  const notPassed = new Set<string>();
  for (const outcome of [
    ...vitestOutcomes(vitestJson, rootDir),
    ...playwrightOutcomes(playwrightJson, rootDir),
  ]) {
    (outcome.passed ? passed : notPassed).add(outcome.test);
  }
  return new Set([...passed].filter((test) => !notPassed.has(test)));
}

interface Outcome {
  readonly test: string;
  readonly passed: boolean;
}

function vitestOutcomes(report: unknown, rootDir: string): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  const where = 'Vitest report';
  for (const entry of arrayOf(membersOf(report, where), 'testResults', where)) {
    const file = membersOf(entry, where);
    const path = relativePath(rootDir, textOf(file, 'name', where));
    for (const assertion of arrayOf(file, 'assertionResults', where)) {
      const result = membersOf(assertion, where);
      const titles = [...arrayOf(result, 'ancestorTitles', where), textOf(result, 'title', where)];
      outcomes.push({ test: reference(path, titles), passed: textOf(result, 'status', where) === 'passed' });
    }
  }
  return outcomes;
}

function playwrightOutcomes(report: unknown, rootDir: string): readonly Outcome[] {
  const where = 'Playwright report';
  const members = membersOf(report, where);
  const { config } = members;
  const testRoot = textOf(membersOf(config, where), 'rootDir', where);
  return arrayOf(members, 'suites', where).flatMap((entry) => {
    const suite = membersOf(entry, where);
    // The file is that of the outermost suite: a spec's own location may be a helper that declared it.
    const path = relativePath(rootDir, resolve(testRoot, textOf(suite, 'file', where)));
    return suiteOutcomes(suite, path, []);
  });
}

function suiteOutcomes(suite: Members, path: string, titles: readonly string[]): readonly Outcome[] {
  const where = 'Playwright report';
  const outcomes: Outcome[] = [];
  for (const entry of arrayOf(suite, 'specs', where)) {
    const spec = membersOf(entry, where);
    outcomes.push({
      test: reference(path, [...titles, textOf(spec, 'title', where)]),
      passed: isSpecPassed(spec),
    });
  }
  const { suites = [] } = suite;
  for (const entry of arrayOf({ suites }, 'suites', where)) {
    const nested = membersOf(entry, where);
    outcomes.push(...suiteOutcomes(nested, path, [...titles, textOf(nested, 'title', where)]));
  }
  return outcomes;
}

// `ok` alone proves nothing: it is true of a skipped spec, and of one that failed in a later project.
function isSpecPassed(spec: Members): boolean {
  const where = 'Playwright report';
  const { ok } = spec;
  const results = arrayOf(spec, 'tests', where).map((test) =>
    arrayOf(membersOf(test, where), 'results', where),
  );
  return (
    ok === true &&
    results.length > 0 &&
    results.every(
      (runs) => runs.length > 0 && runs.every((run) => isMembers(run) && run['status'] === 'passed'),
    )
  );
}

function reference(path: string, titles: readonly unknown[]): string {
  return [path, ...titles.filter(isText)].join(' > ');
}

function relativePath(rootDir: string, file: string): string {
  return relative(rootDir, file).replaceAll(sep, posix.sep);
}

function isStatus(value: unknown): value is Status {
  return statuses.some((status) => status === value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function membersOf(value: unknown, where: string): Members {
  if (!isMembers(value))
    throw new TypeError(`${where}: an object was expected, not ${JSON.stringify(value)}`);
  return value;
}

function arrayOf(members: Members, key: string, where: string): readonly unknown[] {
  const value = members[key];
  if (!Array.isArray(value)) throw new TypeError(`${where}: ${key} is not a list`);
  return value;
}

function textOf(members: Members, key: string, where: string): string {
  const value = members[key];
  if (typeof value !== 'string') throw new TypeError(`${where}: ${key} is not a string`);
  return value;
}
