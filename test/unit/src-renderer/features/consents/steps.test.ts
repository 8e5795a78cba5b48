import { describe, expect, test } from 'vitest';
import { excludeRule } from '#renderer/features/consents/check/check-step.tsx';
import { groupsOf } from '#renderer/features/consents/check/groups.tsx';
import { pagesOf } from '#renderer/features/consents/check/use-row-pages.ts';
import { problemCount } from '#renderer/features/consents/counts.ts';
import { reasonsOf } from '#renderer/features/consents/load/failed-rows.tsx';
import { shortHash } from '#renderer/features/consents/load/plan-facts.tsx';
import { rivals } from '#renderer/features/consents/map/dates/format-question.tsx';
import { bucketsOf } from '#renderer/features/consents/match/match-table.tsx';
import { mappedColumns, stepFact } from '#renderer/features/consents/step-facts.ts';
import { isReached, nextShown, stepOf } from '#renderer/features/consents/use-import.ts';
import { importSteps } from '#shared/api/consents.ts';
import type { ImportCounts, ImportStep, ImportView } from '#shared/api/index.ts';
import { importJobSchema, type Mapping, type PlanSummary } from '#shared/consents/index.ts';

const counts: ImportCounts = {
  total: 0,
  accepted: 0,
  already: 0,
  failed: 0,
  inFlight: 0,
  retrying: 0,
  pending: 0,
};

const mapping: Mapping = {
  user: { column: 'id', by: 'externalId', through: null },
  agreement: { constant: 'Terms' },
  language: { column: 'language', by: 'locale' },
  consentedAt: { column: 'language' },
};

const plan: PlanSummary = {
  hash: 'abc',
  frozenAtMillis: 0,
  rows: 200,
  outcomes: { ready: 150, 'unknown-user': 12, superseded: 38 },
  flags: { 'language-fallback': 4, 'date-old': 0 },
};

function view(change: Partial<ImportView> = {}, job: Partial<ImportView['job']> = {}): ImportView {
  const made = importJobSchema.parse({
    version: 1,
    id: 'import-1',
    name: 'Import 1',
    createdAtMillis: 0,
    source: { file: 'source/a.csv', name: 'a.csv', sizeBytes: 10 },
  });
  return {
    job: { ...made, ...job },
    jobFile: 'job.json',
    state: 'editing',
    done: [],
    next: 'file',
    columns: ['id', 'language', 'when'],
    rows: 200,
    matches: null,
    counts,
    work: null,
    problems: [],
    isForgotten: false,
    revision: 1,
    ...change,
  };
}

describe('the steps of an import', () => {
  test('can be shown as far as it has come, and no further', () => {
    const reached = (of: ImportView) => importSteps.filter((step) => isReached(of, step));
    expect(reached(view())).toEqual(['file']);
    expect(reached(view({ done: ['file', 'map'], next: 'match' }))).toEqual(['file', 'map', 'match']);
  });

  test('that look at a plan can be shown as soon as there is one', () => {
    expect(isReached(view({ done: ['file', 'map', 'match'], next: 'check' }, { plan }), 'load')).toBe(true);
    expect(isReached(view({ next: 'check' }, { plan }), 'report')).toBe(false);
  });

  test('can all be looked at again once it was sent', () => {
    expect(importSteps.every((step) => isReached(view({ state: 'halted' }), step))).toBe(true);
  });

  test('begin where a person goes on', () => {
    expect(stepOf(view({ next: 'match' }))).toBe('match');
    expect(stepOf(view({ state: 'paused', next: 'load' }))).toBe('load');
    expect(stepOf(view({ state: 'undone', next: 'report' }))).toBe('report');
  });

  test('stay as rows are planned anew, and only a file that was read is left by itself', () => {
    const planned = view({ done: ['file', 'map', 'match'], next: 'check' }, { plan });
    const thawed = view({ done: ['file', 'map'], next: 'match' });
    const shown = (step: ImportStep, isRead = true) => ({ step, isRead });
    expect(nextShown(thawed, null, shown('check'), true)).toBe('check');
    expect(nextShown(thawed, 'check', shown('check'), true)).toBe('check');
    expect(nextShown(thawed, 'check', shown('check'), false)).toBe('match');
    expect(nextShown(planned, null, shown('match'), false)).toBe('match');
    expect(nextShown(view({ done: ['file'], next: 'map' }), null, shown('file', false), false)).toBe('map');
    expect(nextShown(view({ done: ['file'], next: 'map' }), null, shown('file'), false)).toBe('file');
    expect(nextShown(view({ state: 'loaded', next: 'report' }), null, shown('load'), false)).toBe('load');
  });

  test('say in a few words what came of them', () => {
    const open = view({ done: ['file', 'map', 'match'] }, { mapping, plan });
    expect(stepFact(open, 'file')).toBe('a.csv');
    expect(stepFact(open, 'map')).toBe('2 of 3 columns');
    expect(stepFact(open, 'check')).toBe('12 problems');
    expect(stepFact(open, 'dry-run')).toBe('150 rows to send');
    expect(stepFact(open, 'load')).toBe('');
    expect(stepFact(view({ state: 'loading' }), 'load')).toBe('loading');
  });

  test('count a column that says two things once', () => {
    expect(mappedColumns(mapping)).toEqual(['id', 'language']);
    expect(mappedColumns(null)).toEqual([]);
  });
});

describe('the rows of a plan', () => {
  test('are grouped by outcome, the most frequent first, then by what is worth a look', () => {
    const groups = groupsOf(plan, { counts: { ...counts, failed: 3 } });
    expect(groups.map(({ id, rows }) => [id, rows])).toEqual([
      ['problems', 12],
      ['failed', 3],
      ['superseded', 38],
      ['unknown-user', 12],
      ['language-fallback', 4],
      ['all', 200],
    ]);
    expect(problemCount(plan)).toBe(12);
  });

  test('are excluded by the rule of their group; groups of many kinds have none', () => {
    expect(excludeRule('unknown-user')).toEqual({ kind: 'exclude-outcome', outcome: 'unknown-user' });
    expect(excludeRule('date-old')).toEqual({ kind: 'exclude-flag', flag: 'date-old' });
    for (const filter of ['all', 'problems', 'failed', 'ready', 'excluded'] as const)
      expect(excludeRule(filter)).toBeNull();
  });

  test('are fetched in the pages that are in view', () => {
    expect(pagesOf({ from: 0, to: 30 })).toEqual([0]);
    expect(pagesOf({ from: 190, to: 210 })).toEqual([0, 200]);
    expect(pagesOf({ from: 999_950, to: 999_999 })).toEqual([999_800]);
  });

  test('that failed are told apart by why', () => {
    const row = (message: string, code = 'X') => ({
      row: 1,
      place: { row: 2, line: 2 },
      cells: [],
      fixed: [],
      outcome: null,
      flags: [],
      message: '',
      column: null,
      suggestion: null,
      settlement: {
        row: 1,
        status: 'failed' as const,
        httpStatus: 400,
        code,
        errorId: '',
        message,
        userId: '',
        revisionId: '',
        sentAtMillis: 0,
        attempts: 1,
        exchangeId: null,
      },
    });
    expect(reasonsOf([row('Gone'), row('User not found'), row('User not found'), row('', 'CODE')])).toEqual([
      ['User not found', 2],
      ['Gone', 1],
      ['CODE', 1],
    ]);
  });
});

test('values are put into the bucket of how they matched', () => {
  const match = (outcome: 'matched' | 'missing') => ({ value: 'x', rows: 1, outcome, candidates: [] });
  expect(bucketsOf([match('matched'), match('missing'), match('missing')])).toEqual({
    matched: 1,
    fallback: 0,
    ambiguous: 0,
    missing: 2,
  });
});

test('of dates a person is asked only where readings fit all values and do not agree', () => {
  const candidate = (format: string, reads: number) => ({ format, reads, deciding: 0, examples: [] });
  const survey = {
    values: 10,
    empty: 0,
    candidates: [candidate('dd/MM/yyyy', 10), candidate('MM/dd/yyyy', 10), candidate('iso', 3)],
    inDoubt: ['dd/MM/yyyy', 'MM/dd/yyyy'],
    together: [],
    unreadable: 0,
    zoneless: 10,
    minMillis: null,
    maxMillis: null,
    future: 0,
    before1990: 0,
    unread: [],
  };
  expect(rivals(survey).map(({ format }) => format)).toEqual(['dd/MM/yyyy', 'MM/dd/yyyy']);
  expect(rivals({ ...survey, inDoubt: [] })).toEqual([]);
});

test('a hash is known by its ends', () => {
  expect(shortHash('9f2c0d1e2f3a4b5c6de41b')).toBe('9f2c…e41b');
  expect(shortHash('9f2c')).toBe('9f2c');
});
