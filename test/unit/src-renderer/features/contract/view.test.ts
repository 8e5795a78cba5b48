import { describe, expect, test } from 'vitest';
import { binEntries, dayShare, spanOf } from '#renderer/features/contract/timeline-scale.ts';
import { isDay, pathOf, readView } from '#renderer/features/contract/view.ts';
import { entryOf } from './made.ts';

const read = (query: string) => readView(new URLSearchParams(query));

describe('the address of the screen', () => {
  test.each([
    '/contract',
    '/contract?tab=findings&finding=a%2Fb%231&q=in+filter&severity=error&rule=CC-001&file=x.har&ignored=only',
    '/contract?entry=2021-12-16-policies&area=mfa&kind=deprecated&breaking=yes&mine=yes&at=2020-01-01',
    '/contract?tab=between&from=2019-01-01&to=2022-06-06',
  ])('brings back %s', (path) => {
    expect(pathOf(read(path.split('?')[1] ?? ''))).toBe(path);
  });

  test('leaves out what it names wrongly', () => {
    expect(pathOf(read('tab=none&area=moon&kind=lost&at=2021-13-01&severity=fatal&ignored=maybe'))).toBe(
      '/contract',
    );
    expect([isDay('2021-02-29'), isDay('2020-02-29'), isDay(''), isDay(null)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

describe('the timeline', () => {
  const span = spanOf(['2019', '2020']);

  test('goes from the first day of the first year to the last of the last', () => {
    expect(dayShare('2019-01-01', span)).toBe(0);
    expect(dayShare('2020-12-31', span)).toBe(1);
    expect(dayShare('2020-01-01', span)).toBeCloseTo(0.5, 2);
    expect(dayShare('2031-01-01', span)).toBe(1);
  });

  test('puts changes of the same days one upon the other, the first at the bottom', () => {
    const made = ['2019-12-10-b', '2019-12-10-c', '2019-12-09-a', '2020-12-31-d'].map((id) => entryOf(id));
    const placed = binEntries(made, span, 10);
    expect(placed.map(({ entry, level }) => [entry.id.slice(11), level])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 0],
    ]);
    expect(placed.at(-1)?.share).toBeCloseTo(0.95);
  });
});
