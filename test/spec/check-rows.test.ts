import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRows, readExecutedTests, readRows } from './check-rows.ts';

const passedTest = 'test/unit/bucket.test.ts > bucket > refills';
const executed: ReadonlySet<string> = new Set([passedTest]);

function row(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    id: '1/2.1/client_id',
    document: 1,
    section: '2.1',
    table: 'Client registration',
    row: 'client_id',
    text: 'A registration has an identifier.',
    status: 'open',
    tests: [],
    ...changes,
  };
}

function failuresOf(...rows: readonly unknown[]): readonly string[] {
  return checkRows(rows, executed).failures;
}

describe('checkRows', () => {
  test('counts sound rows by status and finds nothing', () => {
    const rows = [
      row({ id: '1/1/a', status: 'proven', tests: [passedTest] }),
      row({ id: '1/1/b', status: 'differs', reason: 'The product answers otherwise.' }),
      row({ id: '1/1/c' }),
      row({ id: '1/1/d', tests: [passedTest] }),
    ];
    expect(checkRows(rows, executed)).toEqual({ counts: { proven: 1, differs: 1, open: 2 }, failures: [] });
  });

  test('finds a duplicate id', () => {
    expect(failuresOf(row(), row())).toEqual(['1/2.1/client_id: duplicate id']);
  });

  test.each(['done', 'toString', 1])('finds the unknown status %j and counts it nowhere', (status) => {
    expect(checkRows([row({ status })], executed)).toEqual({
      counts: { proven: 0, differs: 0, open: 0 },
      failures: [`1/2.1/client_id: unknown status ${JSON.stringify(status)}`],
    });
  });

  test('finds an unknown member', () => {
    expect(failuresOf(row({ test: [] }))).toEqual(['1/2.1/client_id: unknown member "test"']);
  });

  test('finds an unknown document', () => {
    expect(failuresOf(row({ document: '1' }))).toEqual(['1/2.1/client_id: unknown document "1"']);
  });

  test.each(['proven', 'open', 'differs'])(
    'finds a test that did not run under a row that is %s',
    (status) => {
      const missing = 'test/unit/bucket.test.ts > bucket > overflows';
      expect(failuresOf(row({ status, reason: 'known', tests: [passedTest, missing] }))).toEqual([
        `1/2.1/client_id: test did not run or did not pass: ${missing}`,
      ]);
    },
  );

  test('finds a proven row without a test', () => {
    expect(failuresOf(row({ status: 'proven' }))).toEqual(['1/2.1/client_id: proven without a test']);
  });

  test.each([{}, { reason: '' }, { reason: '  ' }, { reason: 1 }])(
    'finds a difference whose reason is %j',
    (reason) => {
      expect(failuresOf(row({ status: 'differs', ...reason }))).toEqual([
        '1/2.1/client_id: differs without a reason',
      ]);
    },
  );

  test.each([
    'test/unit/bucket.test.ts',
    'test/unit/bucket.test.ts > ',
    'test/unit/bucket.test.ts>refills',
    'test/unit/bucket.ts > refills',
    'src-shared/bucket.test.ts > refills',
    'test/../bucket.test.ts > refills',
    'test\\unit\\bucket.test.ts > refills',
    ' > refills',
    7,
  ])('finds the malformed test reference %j', (reference) => {
    expect(failuresOf(row({ tests: [reference] }))).toEqual([
      `1/2.1/client_id: malformed test reference ${JSON.stringify(reference)}`,
    ]);
  });

  test('finds tests that are not a list', () => {
    expect(failuresOf(row({ tests: passedTest }))).toEqual(['1/2.1/client_id: tests is not a list']);
  });

  test.each(['section', 'table', 'row', 'text'])('finds an empty or absent %s', (member) => {
    expect(failuresOf(row({ [member]: ' ' }))).toEqual([`1/2.1/client_id: empty ${member}`]);
    expect(failuresOf(row({ [member]: undefined }))).toEqual([`1/2.1/client_id: empty ${member}`]);
  });

  test('names a row without an id by its place', () => {
    expect(failuresOf(row({ id: '' }), 'text')).toEqual(['row 1: empty id', 'row 2: not an object']);
  });
});

describe('readRows', () => {
  test.each([null, [], {}, { rows: {} }])('refuses %j as a rows file', (file) => {
    expect(() => readRows(file)).toThrow(TypeError);
  });
});

const noVitest = { testResults: [] };
const noPlaywright = { config: { rootDir: '/checkout/test/e2e' }, suites: [] };

function vitestReport(...assertions: readonly (readonly [string, string])[]): unknown {
  const assertionResults = assertions.map(([title, status]) => ({
    ancestorTitles: ['', 'token endpoint', 'refresh'],
    title,
    status,
  }));
  return { testResults: [{ name: '/checkout/test/protocol/refresh.test.ts', assertionResults }] };
}

function playwrightReport(...specs: readonly unknown[]): unknown {
  const nested = { title: 'keyboard', file: 'home.test.ts', specs };
  return {
    ...noPlaywright,
    suites: [{ title: 'screens/home.test.ts', file: 'screens/home.test.ts', specs: [], suites: [nested] }],
  };
}

function spec(title: string, ok: boolean, ...runs: readonly (readonly string[])[]): unknown {
  const tests = runs.map((statuses) => ({ results: statuses.map((status) => ({ status })) }));
  return { title, file: '../support/stories.ts', ok, tests };
}

describe('readExecutedTests', () => {
  test('reads the tests that passed from a Vitest report', () => {
    const report = vitestReport(
      ['rolls', 'passed'],
      ['widens', 'failed'],
      ['later', 'skipped'],
      ['soon', 'todo'],
    );
    expect([...readExecutedTests(report, noPlaywright, '/checkout')]).toEqual([
      'test/protocol/refresh.test.ts > token endpoint > refresh > rolls',
    ]);
  });

  test('does not take a test for passed that failed or was skipped under the same title', () => {
    const report = vitestReport(
      ['rolls', 'passed'],
      ['rolls', 'failed'],
      ['expires', 'skipped'],
      ['expires', 'passed'],
    );
    expect(readExecutedTests(report, noPlaywright, '/checkout').size).toBe(0);
  });

  test('reads the specs whose every run passed from a Playwright report', () => {
    const report = playwrightReport(
      spec('opens', true, ['passed'], ['passed']),
      spec('is skipped', true, ['skipped']),
      spec('is flaky', true, ['failed', 'passed']),
      spec('fails in the second project', true, ['passed'], ['failed']),
      spec('fails as expected', true, ['failed']),
      spec('is never run', true, []),
      spec('has no run', true),
      spec('is not all right', false, ['passed']),
    );
    expect([...readExecutedTests(noVitest, report, '/checkout')]).toEqual([
      'test/e2e/screens/home.test.ts > keyboard > opens',
    ]);
  });

  test('reads specs outside a describe, and both reports together', () => {
    const file = { title: 'home.test.ts', file: 'home.test.ts', specs: [spec('opens', true, ['passed'])] };
    const playwright = { ...noPlaywright, suites: [file] };
    expect([...readExecutedTests(vitestReport(['rolls', 'passed']), playwright, '/checkout')]).toEqual([
      'test/protocol/refresh.test.ts > token endpoint > refresh > rolls',
      'test/e2e/home.test.ts > opens',
    ]);
  });

  test.each([
    ['Vitest report', {}, noPlaywright],
    ['Vitest report', { testResults: [{ name: 1 }] }, noPlaywright],
    [
      'Vitest report',
      { testResults: [{ name: 'a', assertionResults: [{ ancestorTitles: [] }] }] },
      noPlaywright,
    ],
    ['Playwright report', noVitest, { suites: [] }],
    ['Playwright report', noVitest, { ...noPlaywright, suites: [null] }],
    ['Playwright report', noVitest, playwrightReport({ title: 'opens', ok: true })],
  ])('refuses a %s of another shape: %j %j', (where, vitest, playwright) => {
    expect(() => readExecutedTests(vitest, playwright, '/checkout')).toThrow(where);
  });
});

describe('check-spec-rows', () => {
  test('exits with 2 and names the report that is missing', () => {
    const absent = join(import.meta.dirname, 'absent.json');
    const script = join(import.meta.dirname, '../../scripts/check-spec-rows.ts');
    const { status, stderr } = spawnSync(process.execPath, [script, absent, absent], { encoding: 'utf8' });
    expect(stderr).toContain(`Vitest report is missing or unreadable: ${absent}`);
    expect(status).toBe(2);
  });
});

interface Row {
  readonly id: string;
  readonly document: number;
  readonly section: string;
  readonly table: string;
  readonly row: string;
  readonly text: string;
}

function isRow(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  const areTexts = ['id', 'section', 'table', 'row', 'text'].every(
    (key) => typeof members.get(key) === 'string',
  );
  return areTexts && typeof members.get('document') === 'number';
}

const rowsText = readFileSync(join(import.meta.dirname, 'rows.json'), 'utf8');
const allRows = readRows(JSON.parse(rowsText));
const rows = allRows.filter(isRow);

function tableRows(document: number, section: string, table: string): readonly Row[] {
  return rows.filter(
    (item) => item.document === document && item.section === section && item.table === table,
  );
}

describe('rows.json', () => {
  test('has rows of the right shape only', () => {
    expect(rows).toHaveLength(allRows.length);
    const defects = checkRows(allRows, new Set()).failures;
    expect(defects.filter((defect) => !defect.includes('did not run'))).toEqual([]);
  });

  test('has an id of its own for each row, made of document, section and key', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const misnamed = rows.filter(({ id, document, section }) => {
      const prefix = `${document}/${section}/`;
      return !id.startsWith(prefix) || !/^[\w+.-]+$/.test(id.slice(prefix.length));
    });
    expect(misnamed).toEqual([]);
  });

  test('says something else in each row of a section', () => {
    const texts = rows.map(({ document, section, text }) => `${document}/${section}: ${text}`);
    expect(new Set(texts).size).toBe(rows.length);
    expect(rows.filter(({ text }) => !/^\S.{9,}\.$/.test(text))).toEqual([]);
  });

  test('keeps each row on a line of its own', () => {
    expect(rowsText.split('\n').filter((line) => line.startsWith('    { "id": '))).toHaveLength(rows.length);
  });

  test('covers every section of the three documents in order', () => {
    const sections = new Set(rows.map(({ document, section }) => `${document}/${section}`));
    expect([...sections]).toEqual([
      ...['1', '2.1', '2.2', '2.3', '2.4', '3', '4', '4.1', '4.2', '4.3', '5', '7', '9'].map((s) => `1/${s}`),
      ...['1.A', '1.B', 'A.1', 'A.2', 'A.3', 'B.1', '4.A', '4.B', '5.A', '5.B'].map((s) => `2/${s}`),
      ...['7.A', '7.B', '8', '9'].map((s) => `2/${s}`),
      ...['1', '2', '4', '4.1', '4.2', '5', '6', '7', '8', '9'].map((s) => `3/${s}`),
    ]);
  });

  test.each([
    [1, '1', 'Actors', 5],
    [1, '2.1', 'Client registration', 6],
    [1, '2.1', 'Allowed values per grant', 6],
    [1, '2.3', 'Token response', 4],
    [1, '2.3', 'Validation response', 5],
    [1, '2.4', 'Authorization endpoint responses', 3],
    [1, '3', 'States and transitions', 5],
    [1, '4.1', 'Authorization endpoint', 5],
    [1, '4.2', 'Token endpoint', 6],
    [1, '5', 'Authentication', 7],
    [2, '1.A', 'Interfaces', 7],
    [2, 'A.1', 'Connector configuration properties', 34],
    [2, 'A.1', 'Sample members', 4],
    [2, 'A.2', 'schema', 3],
    [2, 'A.2', 'operations', 12],
    [2, 'A.3', 'Object records', 5],
    [2, 'B.1', 'Throttling configuration', 3],
    [2, 'B.1', 'Policies', 3],
    [2, '4.A', 'Management interface', 5],
    [2, '4.B', 'Behavior rules', 4],
    [2, '5.A', 'Towards the remote API', 4],
    [2, '8', 'Limits', 4],
    [2, '9', 'Versioning', 3],
    [3, '2', 'Agreement consent', 5],
    [3, '2', 'Resources named by the change history', 12],
    [3, '4.1', 'Create an agreement consent', 3],
    [3, '4.2', 'Other endpoints', 9],
    [3, '7', 'Errors', 3],
    [3, '8', 'Limits', 3],
  ])('has each row of document %i, section %s, %s: %i', (document, section, table, count) => {
    expect(tableRows(document, section, table)).toHaveLength(count);
  });

  test('notes all five grants in each of the six capabilities', () => {
    const capabilities = tableRows(1, '2.2', 'Grant type capabilities');
    expect(capabilities).toHaveLength(6);
    for (const { text } of capabilities) {
      for (const grant of ['authorization code', 'implicit', 'client credentials', 'ROPC', 'SAML bearer']) {
        expect(text.toLowerCase()).toContain(grant.toLowerCase());
      }
    }
  });

  test('notes all five operations for each member of an operation', () => {
    for (const { text } of tableRows(2, 'A.2', 'operations')) {
      expect(text).toMatch(/(?=.*\bGET\b)(?=.*\bQUERY\b)(?=.*\bCREATE\b)(?=.*\bUPDATE\b)(?=.*\bDELETE\b)/);
    }
  });

  test('has the 86 change rows, one of which stands for four dates', () => {
    const years = ['2022', '2021', '2020', '2019 and earlier'].map((year) => tableRows(3, '9', year));
    expect(years.map((changes) => changes.length)).toEqual([9, 33, 23, 21]);
    expect(years.flat()).toHaveLength(86);
    const dates = years.map((changes) => changes.flatMap((change) => change.row.split(', ')).length);
    expect(dates).toEqual([9, 33, 26, 21]);
  });
});
