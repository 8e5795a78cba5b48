import { describe, expect, test } from 'vitest';
import { compareDates } from '#renderer/features/contract/between.ts';
import { chosenBetween, firstBetween } from '#renderer/features/contract/between-choice.ts';
import { comparisonJson, comparisonMarkdown, placeOf } from '#renderer/features/contract/between-export.ts';
import { entryOf, findingOf } from './made.ts';

const first = entryOf('2019-01-11-in');
const none = entryOf('2020-12-09-none', { title: 'NONE is gone' });
const policies = entryOf('2021-12-16-policies');
const brand = entryOf('2020-09-22-branding');
const rejected = findingOf('rejected', {
  severity: 'error',
  entries: [none.id],
  message: 'a | b',
  holds: { from: '2020-12-09', until: null },
});
const deprecated = findingOf('deprecated', { entries: [policies.id] });
const missing = findingOf('missing', {
  id: 'CS-008',
  severity: 'error',
  entries: [policies.id],
  holds: { from: null, until: '2021-12-16' },
});
const ignored = findingOf('ignored', {
  entries: [brand.id],
  holds: { from: '2020-09-22', until: null },
  ignored: { reason: 'Known.', until: null, by: 'file' },
});
const comparison = compareDates(
  [policies, none, brand, first],
  [rejected, deprecated, missing, ignored],
  '2019-01-11',
  '2021-12-16',
  false,
);

describe('between two days', () => {
  test('lie the changes after the first up to the second, by what they do to the calls', () => {
    expect(comparison.entries).toEqual({ breaks: [none], touches: [policies], other: [brand] });
  });

  test('findings appear and go away; ignored ones do neither', () => {
    expect(comparison.appear).toEqual([rejected, deprecated]);
    expect(comparison.away).toEqual([missing]);
  });

  test('nothing lies when the second is not after the first', () => {
    const none2 = compareDates([policies, none], [deprecated], '2021-12-16', '2021-12-16', false);
    expect([none2.entries.breaks, none2.appear, none2.away]).toEqual([[], [], []]);
  });

  test('the chosen line is open, at the day on which its finding counts', () => {
    const nothing = { entry: null, finding: null };
    expect(chosenBetween(comparison, nothing)).toBeNull();
    expect(chosenBetween(comparison, { entry: brand.id, finding: 'unknown' })).toEqual({
      kind: 'entry',
      entry: brand,
    });
    expect(chosenBetween(comparison, { entry: brand.id, finding: rejected.key })).toEqual({
      kind: 'finding',
      finding: rejected,
      at: '2021-12-16',
    });
    expect(chosenBetween(comparison, { entry: null, finding: missing.key })).toMatchObject({
      at: '2019-01-11',
    });
    expect(chosenBetween(comparison, { entry: first.id, finding: ignored.key })).toBeNull();
  });

  test('what needs a decision comes before the rest', () => {
    const { entries } = comparison;
    const other = { ...entries, breaks: [], touches: [] };
    expect(firstBetween(comparison)).toEqual({ kind: 'entry', entry: none });
    expect(firstBetween({ ...comparison, entries: other })).toMatchObject({ finding: rejected });
    expect(firstBetween({ ...comparison, entries: other, appear: [] })).toMatchObject({ finding: missing });
    expect(firstBetween({ ...comparison, entries: other, appear: [], away: [] })).toMatchObject({
      entry: brand,
    });
    expect(
      firstBetween({ ...comparison, entries: { ...other, other: [] }, appear: [], away: [] }),
    ).toBeNull();
  });

  test('is written as Markdown whose tables hold', () => {
    const text = comparisonMarkdown(comparison);
    expect(text).toContain('# Contract from 2019-01-11 to 2021-12-16');
    expect(text).toContain('- **2020-12-09 NONE is gone**: Something changed.');
    expect(text).toContain('| Error | CC-022 | a \\| b | session.har:3:5 |');
    expect(text.indexOf('Resolved findings')).toBeLessThan(text.indexOf('CS-008'));
  });

  test('is written as JSON with exactly what is shown', () => {
    const told = JSON.parse(comparisonJson(comparison));
    expect(told.breaks.map(({ id }: { id: string }) => id)).toEqual([none.id]);
    expect(told.appear.map(({ message }: { message: string }) => message)).toEqual([
      'a | b',
      deprecated.message,
    ]);
    expect(Object.keys(told)).toEqual([
      'from',
      'to',
      'lookedAtAll',
      'breaks',
      'touches',
      'other',
      'appear',
      'away',
    ]);
  });

  test('says where not everything was looked at that what is in no group may still break', () => {
    const open = { ...comparison, isOpen: true };
    expect(comparisonMarkdown(open)).toContain('Not everything was checked.');
    expect(comparisonMarkdown(comparison)).not.toContain('Not everything');
    expect(JSON.parse(comparisonJson(open))).toMatchObject({ lookedAtAll: false });
  });

  test('a place is named by its line, or by its entry where it has none', () => {
    expect(placeOf(findingOf('a', { location: { file: 'x.har', entry: 4 } }))).toBe('x.har #4');
    expect(placeOf(findingOf('a', { location: { file: 'x.har', entry: 4, line: 2 } }))).toBe('x.har:2');
    expect(placeOf(findingOf('a', { location: { file: 'activity' } }))).toBe('activity');
  });
});
