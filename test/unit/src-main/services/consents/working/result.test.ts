import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataFiles } from '#main/services/consents/working/data-files.ts';
import { ingest } from '#main/services/consents/working/ingest.ts';
import { result } from '#main/services/consents/working/result.ts';
import {
  delimiters,
  encodings,
  quotes,
  type Reading,
  type RowSettlement,
  resultColumns,
} from '#shared/consents/index.ts';
import { asyncProperty } from '#test/support/property.ts';
import { settlementOf } from '../loading/parts.ts';
import { makeFolder, plainReading, quietContext, recordsOf } from '../reading/files.ts';
import { makeImport, planImport, type TestImport } from './imports.ts';

function settled(row: number, more: Partial<RowSettlement> = {}): RowSettlement {
  const sent = { userId: `id-${row}`, revisionId: 'revision-1', sentAtMillis: Date.UTC(2026, 0, 1) };
  return settlementOf(row, { ...sent, exchangeId: null, ...more });
}

async function resultOf(
  { directory, job }: TestImport,
  what: 'result' | 'errors',
  settlements: readonly RowSettlement[] = [],
): Promise<string> {
  const lines = join(directory, 'settlements.ndjson');
  writeFileSync(lines, settlements.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const target = join(directory, 'out', `${what}.csv`);
  const { sizeBytes } = await result({ directory, job, what, settlements: lines, target }, quietContext);
  expect(sizeBytes).toBe(readFileSync(target).length);
  return target;
}

const header = 'user,agreement,language,date,note';
const rows = [
  'anna,Terms,en,2025-01-01,+41 79',
  'nobody,Terms,en,2025-01-01,=1+1',
  'anna,Terms,en,2024-01-01,',
  'bert,Terms,en,2025-01-01,"a, b"',
];
const idsOf = (key: string) => (key === 'nobody' ? [] : [`id-${key}`]);

describe('the result file', () => {
  test('has the source as it was, and behind it what became of each row', async () => {
    const made = await makeImport([header, ...rows].join('\n'));
    await planImport(made, { idsOf });
    const failed = {
      status: 'failed',
      code: 'INVALID_DATA',
      errorId: 'e-9',
      message: 'Wrong.',
      httpStatus: 400,
    } as const;
    const file = await resultOf(made, 'result', [
      settled(4, failed),
      settled(1),
      settled(4, { ...failed, attempts: 2 }),
    ]);
    expect(readFileSync(file, 'utf8').split('\r\n')).toEqual([
      `${header},${resultColumns.join()}`,
      "anna,Terms,en,2025-01-01,'+41 79,accepted,,,,id-1,revision-1,2026-01-01T00:00:00.000Z,1",
      "nobody,Terms,en,2025-01-01,'=1+1,unknown-user,,,No user has the username “nobody”.,,,,",
      'anna,Terms,en,2024-01-01,,superseded,,,Row 2 has a newer consent of the same user to the same agreement.,,,,',
      'bert,Terms,en,2025-01-01,"a, b",failed,INVALID_DATA,e-9,Wrong.,id-4,revision-1,2026-01-01T00:00:00.000Z,2',
      '',
    ]);
  });

  const anyReading = fc.record({
    kind: fc.constant('csv' as const),
    encoding: fc.constantFrom(...encodings),
    delimiter: fc.constantFrom(...delimiters),
    quote: fc.constantFrom(...quotes),
    headerRow: fc.constantFrom(1, 2),
  });
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from('ab,;\t|\n"\'=+-@é ')) }),
    fc.stringMatching(/^'*[=+@-][a-z]*$/),
  );

  asyncProperty([anyReading, fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 })], {
    numRuns: 60,
  })('read again by the same settings has the same cells, whatever they are', async (reading, cells) => {
    const fit = (text: string) => (reading.quote === '' ? text.replace(/[\n,;\t|]/g, '') : text);
    const table = [['one', 'two'], ...cells.map((pair) => pair.map(fit))];
    const preamble = reading.headerRow === 2 ? [['A list', '-'], ...table] : table;
    const quoted = (text: string) =>
      reading.quote === ''
        ? text
        : reading.quote + text.replaceAll(reading.quote, reading.quote + reading.quote) + reading.quote;
    const made = await makeImport(
      preamble.map((record) => `${record.map(quoted).join(reading.delimiter)}\n`).join(''),
      reading,
    );
    const again = makeFolder();
    const file = await resultOf(made, 'result');
    const found = await ingest({ file, reading, directory: again }, quietContext);
    expect(found).toMatchObject({ columns: ['one', 'two'], rows: cells.length });
    expect(linesOf(again)).toEqual(linesOf(made.directory));
    expect(linesOf(again)).toEqual(table.slice(1));
  });

  test('keeps rows with too many or too few cells as they were', async () => {
    const made = await makeImport('a,b\n1,2,3\n4\n5,6\n');
    const again = makeFolder();
    await ingest(
      { file: await resultOf(made, 'result'), reading: plainReading, directory: again },
      quietContext,
    );
    expect(linesOf(again)).toEqual([
      ['1', '2', '3'],
      ['4', ''],
      ['5', '6'],
    ]);
  });

  test('finds settlements in any order and number', async () => {
    const count = 1_000;
    const made = await makeImport(`a\n${Array.from({ length: count }, (_, index) => `${index}\n`).join('')}`);
    const settlements = Array.from({ length: count }, (_, index) =>
      settled(((index * 117) % count) + 1, {
        message: `é ${((index * 117) % count) + 1} ${'x'.repeat(900)}`,
      }),
    );
    const file = await resultOf(made, 'result', settlements);
    const records = await recordsOf(file, plainReading);
    expect(
      records.slice(1).every(([a, , , , message]) => message?.startsWith(`é ${Number(a) + 1} `) === true),
    ).toBe(true);
  });
});

describe('the file of errors', () => {
  test('has what must be done again, with the corrections in force, and is planned by the same mapping', async () => {
    const made = await makeImport(
      [header, ...rows, 'cleo,Terms,english,2025-01-01,x', 'dora,Terms,en,2025-01-01,y'].join('\n'),
      undefined,
      [
        { kind: 'cell', row: 2, column: 'note', value: 'looked at' },
        { kind: 'exclude-row', row: 6 },
      ],
    );
    await planImport(made, { idsOf });
    const file = await resultOf(made, 'errors', [settled(1), settled(4, { status: 'failed' })]);
    const records = await recordsOf(file, plainReading);
    expect(records.slice(1).map((record) => record.slice(0, 6))).toEqual([
      ['nobody', 'Terms', 'en', '2025-01-01', 'looked at', 'unknown-user'],
      ['bert', 'Terms', 'en', '2025-01-01', 'a, b', 'failed'],
      ['cleo', 'Terms', 'english', '2025-01-01', 'x', 'unknown-language'],
    ]);
    const directory = makeFolder();
    await ingest({ file, reading: plainReading, directory }, quietContext);
    const { summary } = await planImport({ directory, job: { ...made.job, fixes: [] } });
    expect(summary.outcomes).toEqual({ ready: 2, 'unknown-language': 1 });
  });

  test('of a workbook is plain CSV, with the mark that spreadsheets know it by', async () => {
    const made = await makeImport([header, ...rows].join('\n'));
    const reading: Reading = { kind: 'xlsx', sheet: 'S', headerRow: 1, dateSystem: 1900 };
    await planImport(made, { idsOf });
    const file = await resultOf({ ...made, job: { ...made.job, reading } }, 'errors');
    expect(readFileSync(file, 'utf8').startsWith('\ufeffuser,')).toBe(true);
    expect(await recordsOf(file, plainReading)).toHaveLength(2);
  });
});

function linesOf(directory: string): unknown[] {
  return readFileSync(join(directory, dataFiles.rows), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
