import { describe, expect, test } from 'vitest';
import {
  filterFindings,
  findingsAt,
  findingsIn,
  fixable,
  ignoreFor,
  ignoresOf,
  rowsOf,
  stepFinding,
  unreadOf,
} from '#renderer/features/contract/findings.ts';
import { findingOf } from './made.ts';

const fix = { title: 'Replace the path', edits: [] };
const ignored = { reason: 'Retired in March.', until: null, by: 'file' } as const;
const script = { file: 'set-up.sh', line: 9 };
const deprecated = findingOf('deprecated', { fix });
const removed = findingOf('removed', { id: 'CC-001', severity: 'error', location: script, fix });
const missing = findingOf('missing', { id: 'CS-008', holds: { from: null, until: '2021-12-16' } });
const left = findingOf('left', { ignored, fix });
const all = [deprecated, left, removed];
const everything = { text: '', severity: null, rule: null, file: null, ignored: 'hide' } as const;
const keys = (filter: object) => filterFindings(all, { ...everything, ...filter }).map(({ key }) => key);

describe('findings', () => {
  test('count from the day of a change on, or before the day since when something is there', () => {
    expect(findingsAt([deprecated, missing], '2021-12-15')).toEqual([missing]);
    expect(findingsAt([deprecated, missing], '2021-12-16')).toEqual([deprecated]);
  });

  test('are filtered; ignored ones are left out unless they are asked for', () => {
    expect(keys({})).toEqual(['deprecated', 'removed']);
    expect(keys({ ignored: 'also' })).toEqual(['deprecated', 'left', 'removed']);
    expect(keys({ ignored: 'only' })).toEqual(['left']);
    expect(keys({ severity: 'error' })).toEqual(['removed']);
    expect(keys({ rule: 'CC-022' })).toEqual(['deprecated']);
    expect(keys({ file: 'set-up.sh' })).toEqual(['removed']);
    expect(keys({ text: 'set-up deprecated' })).toEqual(['removed']);
    expect(keys({ text: 'nothing like it' })).toEqual([]);
  });

  test('stand under their files, the file with the worst first', () => {
    const rows = rowsOf(all);
    expect(rows.map(({ id }) => id)).toEqual([
      'file:set-up.sh',
      'removed',
      'file:session.har',
      'deprecated',
      'left',
    ]);
    // The head of a file stands for all in it, a stretch of lines for the findings in it.
    expect(findingsIn(rows, { from: 2, to: 2 })).toEqual([deprecated, left]);
    expect(findingsIn(rows, { from: 1, to: 3 })).toEqual([removed, deprecated]);
    expect(findingsIn(rows, null)).toEqual([]);
  });

  test('are gone through round the ends, without the heads of files', () => {
    const rows = rowsOf(all);
    expect(stepFinding(rows, -1, 1)).toBe(1);
    expect(stepFinding(rows, 1, 1)).toBe(3);
    expect(stepFinding(rows, 4, 1)).toBe(1);
    expect(stepFinding(rows, 1, -1)).toBe(4);
    expect(stepFinding(rows, -1, -1)).toBe(4);
    expect(stepFinding([], -1, 1)).toBe(-1);
  });

  test('have a quick fix only as long as they are not ignored', () => {
    expect(fixable([...all, missing])).toEqual([deprecated, removed]);
  });
});

describe('what could not be read', () => {
  test('is named once, whether the linter met it or its import failed', () => {
    const problem = { code: 'har.broken', severity: 'error', message: 'It breaks off.' } as const;
    const failed = { ...problem, message: 'Another breaks off.' };
    const source = (why: typeof problem | null) => ({
      id: 'x',
      file: 'x.har',
      kind: 'har' as const,
      isImported: true,
      sizeBytes: 1,
      requests: 0,
      findings: 0,
      otherHosts: 0,
      masked: 0,
      problem: why,
      work: null,
    });
    const sources = [source(problem), source(null), { ...source(null), problem: failed }];
    expect(unreadOf({ errors: [problem], sources })).toEqual([problem, failed]);
  });
});

describe('an ignore', () => {
  test('is as wide as the person says', () => {
    const answer = { reason: ' Retired. ', until: '' };
    expect(ignoreFor(deprecated, { ...answer, width: 'subject' })).toEqual({
      id: 'CC-022',
      file: 'session.har',
      subject: '/environments/{}/deviceAuthenticationPolicy',
      reason: 'Retired.',
    });
    expect(ignoreFor(deprecated, { ...answer, width: 'file' })).toEqual({
      id: 'CC-022',
      file: 'session.har',
      reason: 'Retired.',
    });
    expect(ignoreFor(deprecated, { ...answer, width: 'everywhere', until: '2027-03-31' })).toEqual({
      id: 'CC-022',
      reason: 'Retired.',
      until: '2027-03-31',
    });
  });

  test('is found again by the finding that it covers, and by no other', () => {
    const own = ignoreFor(left, { width: 'subject', reason: 'Retired.', until: '' });
    const wide = { id: 'CC-022', reason: 'All of them.' };
    const others = [
      { id: 'CC-001', reason: 'Another rule.' },
      { id: 'CC-022', file: 'other.har', reason: 'Another file.' },
      { id: 'CC-022', subject: '/other', reason: 'Another subject.' },
    ];
    expect(ignoresOf(left, [own, wide, ...others])).toEqual([own, wide]);
  });
});
