import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataFiles } from '#main/services/consents/working/data-files.ts';
import { openRows, readIngested } from '#main/services/consents/working/directory.ts';
import { ingest } from '#main/services/consents/working/ingest.ts';
import { resultColumns } from '#shared/consents/index.ts';
import { makeFile, makeFolder, makeWorkbook, plainReading, quietContext } from '../reading/files.ts';

async function ingested(text: string, headerRow: number | null = 1) {
  const directory = makeFolder();
  const file = makeFile('source.csv', text);
  const found = await ingest({ file, reading: { ...plainReading, headerRow }, directory }, quietContext);
  const rows = await openRows(directory);
  const all: (readonly string[])[] = [];
  for (let row = 1; row <= found.rows; row += 1) all.push(await rows.cells(row));
  await rows.close();
  return { ...found, all };
}

describe('reading a file into an import', () => {
  test('keeps every row as it stands, and finds each by its number', async () => {
    const { rows, columns, all, problemCount } = await ingested('Export\nuser,note\nzoë,"a\nb"\nanna,\n', 2);
    expect({ rows, columns, problemCount }).toEqual({ rows: 2, columns: ['user', 'note'], problemCount: 0 });
    expect(all).toEqual([
      ['zoë', 'a\nb'],
      ['anna', ''],
    ]);
  });

  test('without a header begins with the first record', async () => {
    const { rows, columns } = await ingested('zoë,1\nanna,2\n', null);
    expect({ rows, columns }).toEqual({ rows: 2, columns: ['Column 1', 'Column 2'] });
  });

  test('leaves out what a result file added, and takes its guard off', async () => {
    const { columns, all } = await ingested(`user,note,${resultColumns.join()}\n'@zoe,'=1,failed,x,,,,,,1\n`);
    expect(columns).toEqual(['user', 'note']);
    expect(all).toEqual([['@zoe', '=1']]);
  });

  test('pads the rows of a workbook, whose empty cells are not there', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const book = makeWorkbook({
      sheets: { S: `<row>${cell('a')}${cell('b')}</row><row>${cell('1')}</row>` },
    });
    const directory = makeFolder();
    const reading = { kind: 'xlsx', sheet: 'S', headerRow: 1, dateSystem: 1900 } as const;
    const found = await ingest({ file: makeFile('b.xlsx', book), reading, directory }, quietContext);
    expect(found).toMatchObject({ rows: 1, problemCount: 0 });
    expect(readFileSync(join(directory, dataFiles.rows), 'utf8')).toBe('["1",""]\n');
  });
});

describe('rows that are not as they ought to be are told by their number', () => {
  test.each([
    ['user,note\nzoe,x\nanna,x,y\n', 'import.ragged-row', 'Row 3 has 3 cells instead of 2.'],
    ['user,note\nzoe,x\nanna\n', 'import.ragged-row', 'Row 3 has 1 cells instead of 2.'],
    [
      'user,note\nzo\0e,x\n',
      'import.nul',
      'Row 2 contains a NUL character in the column “user”. The row is not sent.',
    ],
    [
      'user,note\nzoe,"=HYPERLINK(""x"")"\n',
      'import.formula-value',
      'Row 2 has a formula in the column “note”: “=HYPERLINK("x")”.',
    ],
    ['user,note\nzoe,x\nuser,note\n', 'import.header-repeated', 'Row 3 repeats the header.'],
  ])('%j', async (text, code, message) => {
    const { problems, problemCount } = await ingested(text);
    expect(problems).toMatchObject([{ code, message, cause: expect.any(String), fix: expect.any(String) }]);
    expect(problemCount).toBe(1);
  });

  test('telephone numbers are no formulas, and empty cells at the end are none too many', async () => {
    expect((await ingested('user,phone\nzoe,+41 79,,\nanna,-\n')).problemCount).toBe(0);
  });

  test('of very many the first thousand are told, and all are counted', async () => {
    const { problems, problemCount } = await ingested(`a,b\n${'x\n'.repeat(1_500)}`);
    expect(problems).toHaveLength(1_000);
    expect(problemCount).toBe(1_500);
  });
});

describe('a file without rows', () => {
  test.each([
    ['', 1],
    ['user,note\n', 1],
    ['a\nb\n', 3],
  ] as const)('%j below record %i is refused', async (text, header) => {
    await expect(ingested(text, header)).rejects.toMatchObject({ code: 'import.source-empty' });
  });

  test('rows that are being replaced are none until all of them are there', async () => {
    const directory = makeFolder();
    const read = (text: string) =>
      ingest({ file: makeFile('s.csv', text), reading: plainReading, directory }, quietContext);
    await read('a\n1\n');
    // A folder in the place of the index: what comes after it is as if the program had ended there.
    rmSync(join(directory, dataFiles.rowIndex));
    mkdirSync(join(directory, dataFiles.rowIndex, 'x'), { recursive: true });
    await expect(read('a\n22\n333\n')).rejects.toThrow();
    await expect(readIngested(directory)).rejects.toMatchObject({ code: 'import.source-missing' });
  });

  test('does not take the place of rows that were read before', async () => {
    const directory = makeFolder();
    const read = (text: string) =>
      ingest({ file: makeFile('s.csv', text), reading: plainReading, directory }, quietContext);
    await read('a\n1\n');
    await expect(read('a\n"1\n')).rejects.toMatchObject({ code: 'import.quote-open' });
    expect(readFileSync(join(directory, dataFiles.rows), 'utf8')).toBe('["1"]\n');
  });
});
