import { describe, expect, test } from 'vitest';
import { preview } from '#main/services/consents/reading/index.ts';
import type { Reading } from '#shared/consents/index.ts';
import { encoded, makeFile, makeWorkbook, quietContext } from './files.ts';

const previewOf = (name: string, content: string | Uint8Array, given: Partial<Reading> = {}) =>
  preview({ file: makeFile(name, content), given }, quietContext);

const people = 'user;accepted\r\nzoë;31.12.2020\r\nanna;01.02.2021\r\n';

describe('the preview of a text', () => {
  test('guesses how it is written, and says why', async () => {
    const found = await previewOf('people.csv', encoded(people, 'windows-1252'));
    expect(found.reading).toEqual({
      kind: 'csv',
      encoding: 'windows-1252',
      delimiter: ';',
      quote: '"',
      headerRow: 1,
    });
    expect(found.guesses.map(({ what }) => what)).toEqual(['encoding', 'delimiter', 'quote', 'headerRow']);
    expect(found.guesses.every(({ reason, confidence }) => reason !== '' && confidence > 0)).toBe(true);
    expect(found.columns).toEqual(['user', 'accepted']);
    expect(found.rows).toEqual([
      ['zoë', '31.12.2020'],
      ['anna', '01.02.2021'],
    ]);
    expect(found.nonAscii).toEqual([{ row: 2, text: 'zoë' }]);
    expect(found.problems).toEqual([]);
  });

  test('takes what is given, and shows what comes of it', async () => {
    const found = await previewOf('people.csv', people, { kind: 'csv', delimiter: ',', headerRow: null });
    expect(found.reading).toMatchObject({ delimiter: ',', headerRow: null });
    expect(found.guesses.map(({ what }) => what)).toEqual(['encoding', 'quote']);
    expect(found.columns).toEqual(['Column 1']);
    expect(found.rows).toHaveLength(3);
  });

  test('of a wrong encoding shows that it is wrong', async () => {
    const given = { kind: 'csv', encoding: 'utf-8' } as const;
    const found = await previewOf('people.csv', encoded(people, 'windows-1252'), given);
    expect(found.problems).toMatchObject([{ code: 'import.encoding-wrong' }]);
  });

  test('of UTF-16 that is read as something else tells of the NUL characters', async () => {
    const given = { kind: 'csv', encoding: 'windows-1252' } as const;
    const found = await previewOf('people.csv', encoded(people, 'utf-16le'), given);
    expect(found.problems).toContainEqual(expect.objectContaining({ code: 'import.nul' }));
    expect((await previewOf('people.csv', encoded(people, 'utf-16le'))).reading).toMatchObject({
      encoding: 'utf-16le',
    });
  });

  test('tells of two header rows', async () => {
    const found = await previewOf(
      'two.csv',
      'Benutzer,Datum\nuser,date\na@example.com,2020-01-01\nb@example.com,2020-01-02\n',
    );
    expect(found.problems).toMatchObject([{ code: 'import.two-headers' }]);
  });

  test('of a file with nothing below its header, or nothing at all, says so', async () => {
    expect((await previewOf('header.csv', 'user,date\n')).problems).toMatchObject([
      { code: 'import.source-empty' },
    ]);
    await expect(previewOf('empty.csv', '')).rejects.toMatchObject({ code: 'import.source-empty' });
  });

  test('reads the head of a large file only, and finds letters far down for the encoding', async () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `user-${index},2020-01-01`);
    lines[150_000] = Array.from({ length: 20_000 }, () => 'zoë').join(',');
    const found = await previewOf('large.csv', encoded(`user,date\n${lines.join('\n')}\n`, 'windows-1252'));
    expect(found.reading).toMatchObject({ encoding: 'windows-1252', delimiter: ',', headerRow: 1 });
    expect(found.rows).toHaveLength(100);
    expect(found.firstRecords).toHaveLength(20);
  });
});

describe('the preview of a workbook', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheets = {
    Notes: `<row>${cell('hello')}</row>`,
    People: `<row>${cell('user')}${cell('mail')}</row><row>${cell('anna')}${cell('a@example.com')}</row>`,
  };

  test('lists its sheets and shows the one that was chosen', async () => {
    const found = await previewOf('book.xlsx', makeWorkbook({ sheets, date1904: true }), {
      kind: 'xlsx',
      sheet: 'People',
    });
    expect(found.sheets.map(({ name }) => name)).toEqual(['Notes', 'People']);
    expect(found.reading).toEqual({ kind: 'xlsx', sheet: 'People', headerRow: 1, dateSystem: 1904 });
    expect(found.columns).toEqual(['user', 'mail']);
    expect(found.rows).toEqual([['anna', 'a@example.com']]);
  });

  test('is known by its bytes, whatever its name', async () => {
    expect((await previewOf('book.csv', makeWorkbook({ sheets }))).reading.kind).toBe('xlsx');
  });
});

describe('the preview of a hostile workbook', () => {
  const sheet = '<row><c r="A1" t="inlineStr"><is><t>user</t></is></c></row>';

  test('refuses a cell that no spreadsheet has', async () => {
    const cell = `<row><c r="A1" t="inlineStr"><is><t>${'xy'.repeat(700_000)}</t></is></c></row>`;
    await expect(previewOf('large.xlsx', makeWorkbook({ sheets: { People: cell } }))).rejects.toMatchObject({
      code: 'import.cell-too-large',
      message: 'Row 1 has a cell of more than 1 MB.',
    });
  });

  test('can be stopped', async () => {
    const file = makeFile('people.xlsx', makeWorkbook({ sheets: { People: sheet } }));
    await expect(
      preview({ file, given: {} }, { ...quietContext, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'engine.stopped' });
  });
});
