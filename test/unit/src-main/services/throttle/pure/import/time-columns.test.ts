import { describe, expect, test } from 'vitest';
import {
  type ImportOptions,
  LogCollector,
  plainImport,
  readLog,
} from '#main/services/throttle/pure/import/index.ts';
import { MemoryStore } from '#main/services/throttle/pure/import/request-store.ts';

/** Reads files, each of which is given as its rows, as one log. */
function read(files: readonly (readonly Readonly<Record<string, unknown>>[])[]) {
  const store = new MemoryStore();
  const collector = new LogCollector({ ...plainImport, hash: (text) => text }, store);
  for (const rows of files) {
    const log = readLog('ndjson', collector.sink('file'));
    for (const row of rows) log.push(`${JSON.stringify(row)}\n`);
    log.finish();
  }
  const { shapes, facts } = collector.finish();
  return { atMillis: [...store.atMillis], facts, names: shapes.columns.map(({ name }) => name) };
}

describe('the column with the time', () => {
  test('says the unit of equal numbers in two files', () => {
    expect(read([[{ time: 1_500 }], [{ at_ms: 1_500 }]]).atMillis).toEqual([1_500_000, 1_500]);
  });

  test('that is known from the second line on is nothing else', () => {
    const rows = ['no time', '2025-03-30T00:59:31Z', '2025-03-30T00:59:32Z'].map((when) => ({
      when,
      user: 'ann',
    }));
    const { facts, names } = read([rows]);
    expect(facts).toMatchObject({ requests: 2, skipped: 1, taken: { time: 'when' } });
    expect(names).toEqual(['user']);
  });

  test('may be another one of the same columns in each file', () => {
    const [first, second] = ['2025-03-30T00:59:31Z', '2025-03-30T00:59:32Z'];
    const { facts, names } = read([
      [
        { time: first, changed_at: second, user: 'ann' },
        { time: second, changed_at: second, user: 'ann' },
      ],
      [{ time: 'none', changed_at: second, user: 'ann' }],
    ]);
    expect(facts).toMatchObject({ requests: 3, skipped: 0 });
    expect(names).toEqual(['changed_at', 'user', 'time']);
  });
});

/** Reads a table with an order of dates, and the first time of it as a text. */
function table(text: string, options: Partial<ImportOptions> = {}) {
  const store = new MemoryStore();
  const collector = new LogCollector({ ...plainImport, hash: (each) => each, ...options }, store);
  const log = readLog('csv', collector.sink());
  log.push(text);
  log.finish();
  const { shapes, facts } = collector.finish();
  const times = [...store.atMillis].map((millis) => new Date(millis).toISOString());
  return { times, facts, names: shapes.columns.map(({ name }) => name) };
}

describe('a date and a time of day in two columns', () => {
  const expected = ['2025-03-30T10:00:01.000Z', '2025-03-30T10:00:02.500Z'];

  test.each([
    ['date,time', ['2025-03-30,10:00:01', '2025-03-30,10:00:02.5']],
    ['Datum;Uhrzeit', ['30.03.2025;10:00:01', '30.03.2025;10:00:02,5']],
    ['Date;Heure', ['30/03/2025;10:00:01', '30/03/2025;10:00:02.5']],
    ['Fecha;Hora', ['30/03/2025;10:00:01', '30/03/2025;10:00:02.5']],
    ['DATE;TIME', ['3/30/2025;10:00:01 AM', '3/30/2025;10:00:02.5 AM']],
    ['Uhrzeit;Datum', ['10:00:01;2025/03/30', '10:00:02.5;2025/03/30']],
    ['log_date,log_time', [' 2025-03-30 , 10:00:01 ', '2025-03-30,10:00:02.5']],
  ])('are one time: %s', (head, rows) => {
    const sign = head.includes(';') ? ';' : ',';
    const lines = [head, ...rows].map(
      (line, at) => `${at === 0 ? 'user' : 'ann'}${sign}${line}${sign}${at === 0 ? 's-port' : '443'}`,
    );
    const { times, facts, names } = table(`${lines.join('\n')}\n`);
    expect(times).toEqual(expected);
    const of = head.split(sign);
    expect(facts.taken.time).toBe((/^(?:uhrzeit)/i.test(head) ? of.toReversed() : of).join(' + '));
    expect([facts.skipped, names]).toEqual([0, ['user', 's-port']]);
  });

  test('are one time where one of them is chosen', () => {
    const text = 'date,time,at\n2025-03-30,10:00:01,7\n2025-03-30,10:00:02.5,8\n';
    for (const time of ['date', 'time', 'date + time']) expect(table(text, { time }).times).toEqual(expected);
    expect(table(text, { time: 'at' }).times).toEqual([
      '1970-01-01T00:00:07.000Z',
      '1970-01-01T00:00:08.000Z',
    ]);
  });

  test('are not one where another column is chosen', () => {
    const text = 'date,time,user\n2025-03-30,10:00:01,ann\n';
    expect(() => table(text, { time: 'user' })).toThrow(
      '“ann” in column user is not a supported time format.',
    );
  });

  test('are told from other columns with such names by their texts, and from those that say how long something took', () => {
    const text = 'end.date,date,response_time,wait.time,time\nnone,2025-03-30,00:12,5,10:00:01\n';
    expect(table(text).facts.taken.time).toBe('date + time');
  });

  test('that another column says as a whole are not joined', () => {
    const text = 'date,time,timestamp\n2025-03-30,09:00:00,2025-03-30T10:00:01Z\n';
    expect(table(text).facts.taken.time).toBe('timestamp');
  });

  test('come before a column that is none by its name, and one that says how long something took', () => {
    const text = 'date,time,request_time\n2025-03-30,10:00:01,0.25\n';
    expect(table(text).facts.taken.time).toBe('date + time');
  });

  test('are left out where one of them is none', () => {
    const text = 'date,time,user\n2025-03-30,10:00:01,a\n2025-03-30,noon,b\n2025-03-30,,c\n';
    expect(table(text).facts.remarks).toEqual([
      { line: 3, message: '“2025-03-30 noon” in columns date and time is not a supported time format.' },
      { line: 4, message: '“2025-03-30” in columns date and time is not a supported time format.' },
    ]);
  });

  test.each(['tag;wann', 'created;clock'])(
    'that are not named so are not joined, and the error says which are: %s',
    (head) => {
      expect(() => table(`${head}\n2025-03-30;10:00:01\n`)).toThrow(
        expect.objectContaining({ fix: expect.stringContaining('such as date and time') }),
      );
    },
  );
});

test('a line without the column of the time is left out', () => {
  const { facts } = read([[{ time: 1, user: 'a' }, { user: 'b' }]]);
  expect(facts.remarks).toMatchObject([{ line: 2, message: 'The line has no column time.' }]);
});
