import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRecords } from '#main/services/consents/reading/index.ts';
import { delimiters, encodings, quotes, type Reading } from '#shared/consents/index.ts';
import { asyncProperty } from '#test/support/property.ts';
import { encoded, makeFile, plainReading, quietContext, recordsOf } from './files.ts';

type Csv = Extract<Reading, { kind: 'csv' }>;

/** Writes a table as other programs do: quoted where that is needed, or everywhere. */
function written(
  table: readonly (readonly string[])[],
  { delimiter, quote }: Csv,
  end: string,
  quoteAll: boolean,
) {
  const cell = (text: string) =>
    quote !== '' &&
    (quoteAll || text === '' || /[\r\n]/.test(text) || text.includes(delimiter) || text.includes(quote))
      ? quote + text.replaceAll(quote, quote + quote) + quote
      : text;
  return table.map((record) => record.map(cell).join(delimiter) + end).join('');
}

const anyReading = fc.record({
  kind: fc.constant('csv' as const),
  encoding: fc.constantFrom(...encodings),
  delimiter: fc.constantFrom(...delimiters),
  quote: fc.constantFrom(...quotes),
  headerRow: fc.constant(1),
});

const plain = fc.string({ unit: fc.constantFrom(...Array.from('abc 1@._-=+é€üß\'"')) });
const wild = fc.string({ unit: fc.constantFrom(...('ab,;\t|\r\n"\'é€ 李🙂\u0301'.match(/./gsu) ?? [])) });

describe('a table that is written as CSV', () => {
  asyncProperty(
    [
      anyReading,
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      fc.array(fc.tuple(wild, plain, wild), { maxLength: 30 }),
    ],
    { numRuns: 60 },
  )(
    'is read with every row once and every cell as it was, for any delimiter, quote, line end and encoding',
    async (reading, end, quoteAll, rows) => {
      // Without quotes nothing can stand in a cell that parts cells; windows-1252 has no other letters.
      const fit = (text: string) => {
        const narrow = reading.encoding === 'windows-1252' ? text.replace(/[^\p{ASCII}é€üß]/gu, '') : text;
        return reading.quote === '' ? narrow.replace(/[\r\n,;\t|]/g, '') : narrow;
      };
      const table = [['h1', 'h2', 'h3'], ...rows.map((row) => row.map(fit))];
      const file = makeFile('table.csv', encoded(written(table, reading, end, quoteAll), reading.encoding));
      expect(await recordsOf(file, reading)).toEqual(table);
    },
  );

  test.each(encodings)('is read whole in %s where pieces cut characters and line ends', async (encoding) => {
    const letters = encoding === 'windows-1252' ? 'é€ü' : 'é€李🙂';
    const table = Array.from({ length: 60_000 }, (_, index) => [`row ${index}`, letters.repeat(index % 9)]);
    const reading: Csv = { ...plainReading, encoding };
    const mark = encoding === 'windows-1252' ? '' : '\ufeff';
    const file = makeFile('large.csv', encoded(mark + written(table, reading, '\r\n', false), encoding));
    expect(await recordsOf(file, reading)).toEqual(table);
  });

  test('may mix line ends, lack the last, and have empty lines between', async () => {
    const file = makeFile('mixed.csv', 'a,b\r\n1,2\n3,4\r\r\n5,"6\r\n7"');
    expect(await recordsOf(file, plainReading)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6\r\n7'],
    ]);
  });

  test('is the same file by its hash', async () => {
    const file = makeFile('a.csv', 'a\n1\n');
    const facts = await readRecords(file, plainReading, quietContext, () => {});
    expect(facts).toMatchObject({
      sizeBytes: 4,
      sha256: '309b0e45a73d3fc5325e2b6ed0a01ef8b9cde6b05a5633c1f893f970d52bfddc',
    });
  });
});

describe('the place of a record', () => {
  const placesOf = async (file: string) => {
    const places: (readonly [string, number, number])[] = [];
    await readRecords(file, plainReading, quietContext, ([first = ''], _record, { row, line }) => {
      places.push([first, row, line]);
    });
    return places;
  };

  test('is the row of a spreadsheet and the line of an editor, with empty rows and line ends in cells', async () => {
    const file = makeFile(
      'places.csv',
      'user,note\n\nanna,"two\nlines"\r\nbert,x\n\n\ncleo,"a\r\nb\rc"\ndora,y',
    );
    expect(await placesOf(file)).toEqual([
      ['user', 1, 1],
      ['anna', 3, 3],
      ['bert', 4, 5],
      ['cleo', 7, 8],
      ['dora', 8, 11],
    ]);
  });

  const note = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n') });

  asyncProperty([fc.array(fc.tuple(note, fc.nat(2)), { minLength: 1, maxLength: 20 })], { numRuns: 60 })(
    'is where its first cell stands in the text, for any table',
    async (rows) => {
      let text = '';
      rows.forEach(([cell, empty], index) => {
        text += `${'\n'.repeat(empty)}r${index},"${cell.replaceAll('"', '""')}"\n`;
      });
      const lines = text.split(/\r\n|\n/);
      let emptyRows = 0;
      const expected = rows.map(([, empty], index) => {
        emptyRows += empty;
        const line = lines.findIndex((each) => each.startsWith(`r${index},"`)) + 1;
        return [`r${index}`, index + 1 + emptyRows, line];
      });
      expect(await placesOf(makeFile('any.csv', text))).toEqual(expected);
    },
  );
});

describe('a file that cannot be read says in which row', () => {
  const fails = (content: string | Uint8Array, reading: Csv = plainReading) =>
    recordsOf(makeFile('bad.csv', content), reading);

  test('bytes are not of the encoding', async () => {
    const bytes = encoded('name\nZoe\nZo\u00eb\n', 'windows-1252');
    await expect(fails(bytes)).rejects.toMatchObject({
      code: 'import.encoding-wrong',
      message: 'Row 3 contains bytes that are not valid UTF-8.',
      fix: expect.stringContaining('windows-1252'),
    });
  });

  test('the file ends within a character', async () => {
    await expect(fails(Buffer.from('name\nZo\u00eb').subarray(0, -1))).rejects.toMatchObject({
      code: 'import.encoding-wrong',
    });
    await expect(
      fails(encoded('name\nZoe', 'utf-16le').subarray(0, -1), { ...plainReading, encoding: 'utf-16le' }),
    ).rejects.toMatchObject({ code: 'import.encoding-wrong' });
  });

  test('a quote is never closed', async () => {
    await expect(fails('a,b\n1,2\n3,"4\n5,6\n')).rejects.toMatchObject({
      code: 'import.quote-open',
      message: 'Row 3 has a quoted cell without a closing quote.',
    });
  });

  test('a quote stands in a cell', async () => {
    await expect(fails('a,b\n1,screw 5" long\n')).rejects.toMatchObject({
      code: 'import.quote-stray',
      message: 'Row 2 has an unescaped quote in a cell.',
    });
    expect(await fails('a,b\n1,screw 5" long\n', { ...plainReading, quote: '' })).toHaveLength(2);
  });

  test('a cell has ten megabytes', async () => {
    await expect(fails(`a,b\n1,2\n3,${'x'.repeat(10_000_000)}\n`)).rejects.toMatchObject({
      code: 'import.cell-too-large',
      message: 'Row 3 is longer than 1 MB.',
    });
  });

  test('the file changes while it is read', async () => {
    const file = makeFile('growing.csv', 'a\n1\n');
    const read = readRecords(file, plainReading, quietContext, () => appendFileSync(file, 'x'));
    await expect(read).rejects.toMatchObject({ code: 'import.source-changed' });
  });

  test('another file takes its place', async () => {
    const file = makeFile('replaced.csv', 'a\n1\n');
    utimesSync(file, 1_000_000, 1_000_000);
    const read = readRecords(file, plainReading, quietContext, () => writeFileSync(file, 'b\n2\n'));
    await expect(read).rejects.toMatchObject({ code: 'import.source-changed' });
  });

  test('the file is gone', async () => {
    await expect(recordsOf('/nowhere/at-all.csv', plainReading)).rejects.toMatchObject({
      code: 'import.source-missing',
    });
  });

  test('reading was stopped', async () => {
    const signal = AbortSignal.abort();
    const file = makeFile('a.csv', 'a\n1\n');
    await expect(
      readRecords(file, plainReading, { ...quietContext, signal }, () => {}),
    ).rejects.toMatchObject({
      code: 'engine.stopped',
    });
  });
});
