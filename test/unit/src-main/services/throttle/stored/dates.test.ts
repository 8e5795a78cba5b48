import { describe, expect, test } from 'vitest';
import type { LogReading } from '#shared/throttle/traffic/recipe.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { storedLogs } from './logs.ts';

const folder = startedOnce(temporaryDirectory);

async function read(texts: readonly string[], reading?: Partial<LogReading>) {
  const files = texts.map((bytes, at) => ({ name: `${at}.csv`, bytes }));
  const { read: log, trace } = await storedLogs(folder.path, files, reading);
  return { facts: log.facts, atMillis: Array.from(trace.atMillis) };
}

const csv = (...times: readonly string[]) =>
  ['time,client_ip,path', ...times.map((time) => `"${time}",192.0.2.1,/orders`), ''].join('\n');
/** The times between dates of 2025, in milliseconds from the first. */
const since = (...dates: readonly (readonly [month: number, day: number, second?: number])[]) => {
  const all = dates.map(([month, day, second = 0]) => Date.UTC(2025, month - 1, day, 0, 59, second));
  return all.map((millis) => millis - (all[0] ?? 0));
};

describe('dates with slashes', () => {
  test.each<[string, readonly string[], readonly number[]]>([
    ['the day first', ['30/03/2025 00:59:31', '30/03/2025 00:59:32'], [0, 1_000]],
    ['the month first', ['03/30/2025 00:59:31', '03/30/2025 00:59:32.250'], [0, 1_250]],
    [
      'the month first, in hours of half a day',
      ['3/30/2025 12:59:31 AM', '3/30/2025 1:59:31 PM'],
      [0, 46_800_000],
    ],
    [
      'points, which have the day first',
      ['09.03.2025 00:59:00', '10.03.2025 00:59:00'],
      since([3, 9], [3, 10]),
    ],
    ['a zone', ['30/03/2025 00:59:31 +0100', '30/03/2025 00:59:31 Z'], [0, 3_600_000]],
    ['one date alone, which may be either', ['03/04/2025 00:59:31', '03/04/2025 00:59:33'], [0, 2_000]],
    ['a day over 12 at their end', ['09/03/2025 00:59:00', '13/03/2025 00:59:00'], since([3, 9], [3, 13])],
    [
      'a day over 12 at their end, and the month first',
      ['03/09/2025 00:59:00', '03/10/2025 00:59:00', '03/13/2025 00:59:00'],
      since([3, 9], [3, 10], [3, 13]),
    ],
  ])('are read that have %s', async (_, times, expected) => {
    const { facts, atMillis } = await read([csv(...times)]);
    expect([facts.skipped, facts.taken.time, atMillis]).toEqual([0, 'time', expected]);
  });

  test('of one file say how those of another one are read', async () => {
    const texts = [csv('03/09/2025 00:59:00', '03/10/2025 00:59:00'), csv('03/13/2025 00:59:00')];
    for (const given of [texts, texts.toReversed()])
      expect((await read(given)).atMillis).toEqual(since([3, 9], [3, 10], [3, 13]));
  });

  test('that can be read in both ways are asked about, and read as they are said to be', async () => {
    const text = csv('03/04/2025 00:59:00', '04/04/2025 00:59:00');
    await expect(read([text])).rejects.toMatchObject({
      code: 'traffic.dates-unclear',
      message:
        'The date order of “03/04/2025 00:59:00” is ambiguous: day-first or month-first. No other date in the log decides it.',
      fix: expect.stringMatching(/^Choose the order .*--dates day-first/),
    });
    const read1 = await read([text], { dates: 'day-first' });
    expect(read1.atMillis).toEqual(since([4, 3], [4, 4]));
    const read2 = await read([text], { dates: 'month-first' });
    expect(read2.atMillis).toEqual(since([3, 4], [4, 4]));
  });

  test('that are of both kinds are no log of one kind', async () => {
    await expect(read([csv('30/03/2025 00:59:00', '03/30/2025 00:59:00')])).rejects.toMatchObject({
      message: 'The log mixes day-first and month-first dates.',
    });
    const { facts } = await read([csv('30/03/2025 00:59:00', '03/30/2025 00:59:00')], { dates: 'day-first' });
    expect(facts).toMatchObject({ requests: 1, skipped: 1 });
  });

  test.each(['31/02/2025 00:59:31', '13/13/2025 00:59:31', '30/03/2025 25:00:00', '30/03/2025 13:00:00 PM'])(
    'that are none are left out: %s',
    async (time) => {
      const { facts } = await read([csv('30/03/2025 00:59:31', time)]);
      expect(facts.remarks).toEqual([
        { line: 3, message: `“${time}” in column time is not a supported time format.` },
      ]);
    },
  );
});

test('a column of times that cannot be read is named, and so is what can', async () => {
  await expect(read([csv('Sunday noon')])).rejects.toMatchObject({
    message: expect.stringContaining('“Sunday noon” in column time is not a supported time format.'),
    fix: expect.stringContaining('ISO 8601'),
  });
});

describe('one JSON list', () => {
  const rows = [1, 2, 3].map((second) => ({
    time: `2025-03-30T00:59:3${second}.5Z`,
    client_ip: '192.0.2.1',
    note: 'a } and a "]", [ {',
    headers: { 'user-agent': 'x' },
    list: [{ a: 1 }],
    path: '/orders',
    status: 200,
  }));

  test.each([
    ['on one line', JSON.stringify(rows)],
    ['over many lines', `\uFEFF${JSON.stringify(rows, null, 2)}\n`],
    ['with a line for each', `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`],
  ])('%s is read as lines are', async (_, text) => {
    const { facts, atMillis } = await read([text]);
    expect(facts).toMatchObject({ requests: 3, skipped: 0, taken: { time: 'time', key: 'client_ip' } });
    expect(atMillis).toEqual([0, 1_000, 2_000]);
  });

  test('has entries with numbers, of which some may be no objects', async () => {
    const text = `[${JSON.stringify(rows[0])}, 7, {"a": broken}, ${JSON.stringify(rows[1])}`;
    const { facts } = await read([text]);
    expect(facts.requests).toBe(2);
    expect(facts.remarks).toEqual([
      { line: 2, message: 'The entry is not a JSON object.' },
      { line: 3, message: 'The entry is not a JSON object.' },
      { line: 5, message: 'The list is truncated: its end is missing.' },
    ]);
  });
});
