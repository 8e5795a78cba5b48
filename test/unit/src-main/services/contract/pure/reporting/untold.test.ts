import { describe, expect, test } from 'vitest';
import { untoldAt, untoldPlaces } from '#main/services/contract/pure/index.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const always = { id: 'CC-030', holds: { from: null, until: null } };
const fromJune = { id: 'CC-007', holds: { from: '2021-06-01', until: null } };
const untilMay = { id: 'CS-009', holds: { from: null, until: '2021-05-01' } };
const at = (line: number, by: Parameters<typeof untoldPlaces>[1][number]['by'], text = 'call()') => ({
  line,
  text,
  by,
});

describe('requests that cannot be told', () => {
  test('are places in the order of their lines', () => {
    const places = untoldPlaces('a.js', [at(9, null), at(2, null)]);
    expect(places).toEqual([
      { file: 'a.js', line: 2, text: 'call()', by: null },
      { file: 'a.js', line: 9, text: 'call()', by: null },
    ]);
  });

  test('are one place where several things of a call cannot be told, and two where two calls share a line', () => {
    expect(untoldPlaces('a.js', [at(1, [fromJune]), at(1, null)])).toEqual([
      { file: 'a.js', line: 1, text: 'call()', by: null },
    ]);
    expect(untoldPlaces('a.js', [at(1, null), at(1, [fromJune])])).toHaveLength(1);
    expect(untoldPlaces('a.js', [at(1, null), at(1, null, 'other()')])).toHaveLength(2);
  });

  test('are sorted in time, however many they are', () => {
    const many = Array.from({ length: 60_000 }, (_, index) => at(60_000 - index, null));
    const begun = cpuMillis();
    expect(untoldPlaces('a.js', many)).toHaveLength(60_000);
    expect(cpuMillis() - begun).toBeLessThan(2_000);
  });

  test.each([
    ['an address or a body, at any day', null, [], '2000-01-01', 1],
    ['a value that a rule asks for that holds', [fromJune], [], '2021-06-01', 1],
    ['not one for a rule that does not hold yet', [fromJune], [], '2021-05-31', 0],
    ['not one for a rule that holds no longer', [untilMay], [], '2021-05-01', 0],
    ['one of two rules that holds', [untilMay, fromJune], [], '2022-01-01', 1],
    ['not one for a rule that is off', [fromJune], ['CC-007'], '2022-01-01', 0],
    ['one of two rules that is on', [fromJune, always], ['CC-007'], '2022-01-01', 1],
  ] as const)('count: %s', (_story, by, off, date, count) => {
    expect(untoldAt(untoldPlaces('a.js', [at(3, by)]), new Set(off), date)).toEqual({
      count,
      places: count === 0 ? [] : [{ file: 'a.js', line: 3, text: 'call()' }],
    });
  });

  test('are counted all, and the first 50 named', () => {
    const places = untoldPlaces(
      'a.js',
      Array.from({ length: 60 }, (_, index) => at(index, null)),
    );
    const { count, places: named } = untoldAt(places, new Set(), '2022-01-01');
    expect([count, named.length]).toEqual([60, 50]);
  });
});
