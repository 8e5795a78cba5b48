import { describe, expect, test } from 'vitest';
import { LogCollector, plainImport, readLog } from '#main/services/throttle/pure/import/index.ts';
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
