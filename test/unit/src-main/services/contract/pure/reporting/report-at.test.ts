import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverageOf, reportAt } from '#main/services/contract/pure/index.ts';
import { type LintFinding, lintCoverageSchema, lintReportSchema } from '#shared/contract/index.ts';
import { artefactFacts } from '#test/support/contract.ts';
import { property } from '#test/support/property.ts';
import { coverage, finding } from './findings.ts';

const frame = { contractDate: '2022-06-06', coverage, errors: [], omitted: 0 };

const place = fc.record(
  {
    file: fc.constantFrom('a', 'b'),
    line: fc.nat(3),
    column: fc.nat(3),
    entry: fc.nat(12),
    pointer: fc.constantFrom('/a', '/b'),
  },
  { requiredKeys: ['file'] },
);
const anyFinding: fc.Arbitrary<LintFinding> = fc
  .record({
    id: fc.constantFrom('CC-001', 'CC-022'),
    subject: fc.constantFrom('s', 't'),
    location: place,
    key: fc.uuid(),
  })
  .map((more) => finding(more));

describe('a report held to a date', () => {
  test.each([
    ['2021-12-15', ['since']],
    ['2021-12-16', ['broken', 'since']],
    ['2022-01-13', ['broken']],
  ])('of %s has what holds then', (contractDate, expected) => {
    const all = [
      finding({ subject: 'broken', holds: { from: '2021-12-16', until: null } }),
      finding({ subject: 'since', holds: { from: null, until: '2022-01-13' } }),
      finding({ subject: 'between', holds: { from: '2020-01-01', until: '2021-01-01' } }),
    ];
    expect(reportAt(all, { ...frame, contractDate }).findings.map(({ subject }) => subject)).toEqual(
      expected,
    );
  });

  test('is sorted by file, entry, line, column, rule and subject; entry 10 stands behind entry 9', () => {
    const at = (file: string, more: object, id = 'CC-001') => finding({ id, location: { file, ...more } });
    const sorted = [
      at('a', { line: 2, column: 9 }),
      at('a', { line: 10, column: 1 }, 'CC-001'),
      at('a', { line: 10, column: 1 }, 'CC-022'),
      at('b', { entry: 9, line: 70 }),
      at('b', { entry: 10, line: 4 }),
    ];
    expect(reportAt(sorted.toReversed(), frame).findings).toEqual(sorted);
  });

  const shuffled = fc
    .array(anyFinding, { maxLength: 30 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));

  property([shuffled])('is the same, whatever the order in which artefacts were read', ([all, other]) => {
    const text = JSON.stringify(reportAt(all, frame));
    expect(JSON.stringify(reportAt(other, frame))).toBe(text);
    expect(lintReportSchema.safeParse(reportAt(all, frame)).success).toBe(true);
  });

  test('has what could not be read, sorted too', () => {
    const unread = (file: string) => ({
      code: 'contract.unreadable',
      severity: 'error' as const,
      message: 'm',
      location: { file },
    });
    const { errors } = reportAt([], { ...frame, errors: [unread('b'), unread('a')] });
    expect(errors.map(({ location }) => location?.file)).toEqual(['a', 'b']);
  });
});

describe('coverage', () => {
  const rules = ['CC-001', 'CC-002', 'CC-003', 'CS-001'].map((id) => ({ id }));

  test('adds up what was seen, and says of each rule whether it had anything to look at', () => {
    const parts = [
      artefactFacts({ requests: 5, known: 3, otherHosts: 1, targets: new Set(['CC-001', 'CC-003']) }),
      artefactFacts({ requests: 2, known: 2, targets: new Set(['CC-001']) }),
    ];
    expect(lintCoverageSchema.parse(coverageOf(parts, rules, ['CS-002'], ['CC-003', 'CC-999']))).toEqual({
      artefacts: 2,
      requests: 7,
      known: 5,
      otherHosts: 1,
      hosts: [],
      skipped: 0,
      notRead: { count: 0, files: [] },
      untold: { count: 0, places: [] },
      unknown: [],
      rules: {
        total: 5,
        withTarget: ['CC-001'],
        withoutTarget: ['CC-002', 'CS-001'],
        notDetectable: ['CS-002'],
        off: ['CC-003'],
      },
    });
  });

  test('names the most frequent of what is not known, at most 50', () => {
    const many = new Map(Array.from({ length: 60 }, (_, index) => [`GET /things/${index}`, index] as const));
    const parts = [
      artefactFacts({ unknown: many }),
      artefactFacts({ unknown: new Map([['POST /things', 100]]) }),
    ];
    const { unknown } = coverageOf(parts, rules, [], []);
    expect(unknown).toHaveLength(50);
    expect(unknown.slice(0, 2)).toEqual([
      { method: 'POST', template: '/things', count: 100 },
      { method: 'GET', template: '/things/59', count: 59 },
    ]);
  });
});
