import { readFileSync } from 'node:fs';
import { Workbook } from '@cj-tech-master/excelts';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readRecords } from '#main/services/consents/reading/index.ts';
import type { Reading } from '#shared/consents/index.ts';
import { makeFile, makeWorkbook, quietContext, recordsOf, type WorkbookParts } from './files.ts';

const reading: Extract<Reading, { kind: 'xlsx' }> = {
  kind: 'xlsx',
  sheet: 'People',
  headerRow: 1,
  dateSystem: 1900,
};

const rowsOf = (rows: string, more: Partial<WorkbookParts> = {}, changes: Partial<typeof reading> = {}) =>
  recordsOf(makeFile('book.xlsx', makeWorkbook({ sheets: { People: rows }, ...more })), {
    ...reading,
    ...changes,
  });

const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
const dateStyles =
  '<numFmts><numFmt numFmtId="164" formatCode="[Red]dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.00&quot;d&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';

describe('the rows of a sheet', () => {
  test('as another program writes them', async () => {
    const book = new Workbook();
    const sheet = book.addWorksheet('People');
    sheet.addRow(['user', 'accepted', 'times', 'note']);
    sheet.addRow(['anna', new Date('2023-03-15T12:30:00Z'), 0.1 + 0.2, 'a & b < c']);
    sheet.addRow(['bert', new Date('1999-12-31T00:00:00Z'), 1e21, '']);
    const file = makeFile('written.xlsx', '');
    await book.xlsx.writeFile(file);
    expect(readFileSync(file).length).toBeGreaterThan(0);
    expect(await recordsOf(file, reading)).toEqual([
      ['user', 'accepted', 'times', 'note'],
      ['anna', '2023-03-15T12:30:00', '0.30000000000000004', 'a & b < c'],
      ['bert', '1999-12-31', '1e+21', ''],
    ]);
  });

  test('shared texts are whole, with their runs and without what is read aloud', async () => {
    const strings = [
      '<t>user</t>',
      '<r><t>An</t></r><r><rPr><b/></rPr><t xml:space="preserve">na </t></r><rPh sb="0" eb="1"><t>ana</t></rPh>',
      '<t>line_x000D_\nend</t>',
    ];
    expect(
      await rowsOf(
        '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c></row>',
        { strings },
      ),
    ).toEqual([['user'], ['Anna '], ['line\r\nend']]);
  });

  test('serial numbers are dates by their style and the system of the workbook', async () => {
    const rows =
      '<row r="1"><c r="A1" s="1"><v>45000.5</v></c><c r="B1" s="2"><v>45000</v></c><c r="C1" s="3"><v>45000</v></c><c r="D1" s="0"><v>45000</v></c></row>';
    expect(await rowsOf(rows, { styles: dateStyles }, { headerRow: null })).toEqual([
      ['2023-03-15T12:00:00', '2023-03-15', '45000', '45000'],
    ]);
    expect(await rowsOf(rows, { styles: dateStyles }, { headerRow: null, dateSystem: 1904 })).toEqual([
      ['2027-03-16T12:00:00', '2027-03-16', '45000', '45000'],
    ]);
  });

  test('formulas give the value that was computed last, errors their name, truth values theirs', async () => {
    const rows =
      '<row r="1"><c r="A1" t="str"><f>CONCAT("a","b")</f><v>ab</v></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1" t="b"><f>TRUE()</f><v>1</v></c><c r="D1" t="e"><f>X!A1</f><v>#REF!</v></c><c r="E1"><f>NOW()</f></c><c r="F1" t="d"><v>2020-01-01T00:00:00</v></c></row>';
    expect(await rowsOf(rows, {}, { headerRow: null })).toEqual([
      ['ab', '2', 'TRUE', '#REF!', '', '2020-01-01T00:00:00'],
    ]);
  });

  test('cells that are not there are empty, rows that hold nothing are none, references may be left out', async () => {
    const rows = `<row r="1">${text('A1', 'a')}${text('B1', 'b')}${text('C1', 'c')}</row><row r="3">${text('C3', 'z')}</row><row r="4"><c r="A4"/></row><row><c t="inlineStr"><is><t>x</t></is></c><c t="inlineStr"><is><t>y</t></is></c></row>`;
    expect(await rowsOf(rows)).toEqual([
      ['a', 'b', 'c'],
      ['', '', 'z'],
      ['x', 'y', ''],
    ]);
  });

  test('stand where the sheet says, or below the row before', async () => {
    const row = (attributes: string, value: string) =>
      `<row${attributes}><c t="inlineStr"><is><t>${value}</t></is></c></row>`;
    const sheet = [
      row(' r="2"', 'h'),
      row(' r="3"', 'a'),
      row(' r="7"', 'b'),
      row('', 'c'),
      row(' r="x"', 'd'),
    ];
    const places: (readonly [string, number, number])[] = [];
    const file = makeFile('book.xlsx', makeWorkbook({ sheets: { People: sheet.join('') } }));
    await readRecords(file, reading, quietContext, ([cell = ''], _record, place) => {
      places.push([cell, place.row, place.line]);
    });
    expect(places).toEqual([
      ['h', 2, 0],
      ['a', 3, 0],
      ['b', 7, 0],
      ['c', 8, 0],
      ['d', 9, 0],
    ]);
  });

  test('a sheet with a hundred thousand ampersands is read to its end', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, row) => `<row>${text(`A${row + 1}`, '&amp;&amp;&amp;&amp;&amp;')}</row>`,
    );
    const records = await rowsOf(rows.join(''), {}, { headerRow: null });
    expect(records).toHaveLength(20_000);
    expect(records.at(-1)).toEqual(['&&&&&']);
  });
});

/** The same archive with the numbers of each part among the extra fields, as some writers put them. APPNOTE 4.5.3 */
function asZip64(bytes: Uint8Array): Buffer {
  const archive = Buffer.from(bytes);
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const begin = archive.readUInt32LE(end + 16);
  const entries: Buffer[] = [];
  for (let at = begin; at < end; ) {
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const entry = Buffer.from(archive.subarray(at, nameEnd));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [place, from] of [24, 20, 42].entries()) {
      extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(from)), 4 + place * 8);
      entry.writeUInt32LE(0xffffffff, from);
    }
    entry.writeUInt16LE(extra.length, 30);
    entries.push(entry, extra);
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  const directory = Buffer.concat(entries);
  const tail = Buffer.from(archive.subarray(end));
  tail.writeUInt32LE(directory.length, 12);
  return Buffer.concat([archive.subarray(0, begin), directory, tail]);
}

test('a workbook whose numbers stand among the extra fields is read', async () => {
  const bytes = asZip64(makeWorkbook({ sheets: { People: `<row>${text('A1', 'a')}</row>` } }));
  const file = makeFile('wide.xlsx', bytes);
  expect(await recordsOf(file, { ...reading, headerRow: null })).toEqual([['a']]);
});

describe('a workbook that cannot be read says why', () => {
  const fails = (bytes: Uint8Array, changes: Partial<typeof reading> = {}) =>
    recordsOf(makeFile('bad.xlsx', bytes), { ...reading, ...changes });
  const good = makeWorkbook({ sheets: { People: `<row>${text('A1', 'a')}</row>` } });

  test('the sheet is not there', async () => {
    await expect(fails(good, { sheet: 'Persons' })).rejects.toMatchObject({
      code: 'import.sheet-missing',
      cause: { message: 'The sheets are People.' },
    });
  });

  test('a password protects it', async () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096)]);
    await expect(fails(compound)).rejects.toMatchObject({ code: 'import.workbook-encrypted' });
    const flagged = Buffer.from(good);
    const directory = flagged.indexOf(Buffer.from('504b0102', 'hex'));
    flagged.writeUInt16LE(flagged.readUInt16LE(directory + 8) | 1, directory + 8);
    await expect(fails(flagged)).rejects.toMatchObject({ code: 'import.workbook-encrypted' });
  });

  test('it is a bomb, whether its directory says so or not', async () => {
    const sheet = Buffer.alloc(20_000_000, ' ');
    sheet.write('<worksheet><sheetData>');
    const bomb = Buffer.from(
      zipSync({ ...unzipSync(good), 'xl/worksheets/sheet1.xml': sheet }, { level: 1 }),
    );
    expect(bomb.length * 100).toBeLessThan(sheet.length);
    await expect(fails(bomb)).rejects.toMatchObject({ code: 'import.workbook-too-large' });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(sheet.length);
    bomb.writeUInt32LE(1_000, bomb.lastIndexOf(size));
    await expect(fails(bomb)).rejects.toMatchObject({ code: 'import.workbook-too-large' });
  });

  test('a part of it is another than was packed, though it can be read', async () => {
    const stored = Buffer.from(zipSync(unzipSync(good), { level: 0 }));
    expect(await fails(stored, { headerRow: null })).toEqual([['a']]);
    stored.write('b', stored.indexOf('>a<') + 1);
    await expect(fails(stored)).rejects.toMatchObject({
      code: 'import.workbook-invalid',
      cause: { message: 'The checksum of the part xl/worksheets/sheet1.xml does not match.' },
    });
  });

  test('it is cut off, damaged, no archive, or lacks its parts', async () => {
    await expect(fails(good.subarray(0, good.length - 30))).rejects.toMatchObject({
      code: 'import.workbook-invalid',
    });
    const damaged = Buffer.from(good);
    damaged.fill(0xff, 40, 80);
    await expect(fails(damaged)).rejects.toMatchObject({ code: 'import.workbook-invalid' });
    await expect(fails(zipSync({ 'hello.txt': Buffer.from('x') }))).rejects.toMatchObject({
      code: 'import.workbook-invalid',
    });
    const noXml = zipSync({
      ...unzipSync(good),
      'xl/worksheets/sheet1.xml': Buffer.from('<worksheet><sheetData><row>'),
    });
    await expect(fails(noXml)).rejects.toMatchObject({ code: 'import.workbook-invalid' });
  });

  test('a cell stands in no column that there is', async () => {
    for (const reference of ['XFE1', '12'])
      await expect(rowsOf(`<row>${text(reference, 'lost')}</row>`)).rejects.toMatchObject({
        code: 'import.workbook-invalid',
        cause: { message: expect.stringContaining('“lost”') },
      });
  });

  test('a cell has ten megabytes', async () => {
    const rows = `<row>${text('A1', 'a')}</row><row>${text('A2', 'xy'.repeat(5_000_000))}</row>`;
    await expect(rowsOf(rows)).rejects.toMatchObject({
      code: expect.stringMatching(/^import\.(?:cell|workbook)-too-large$/),
    });
  });
});
