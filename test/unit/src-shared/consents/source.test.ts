import { describe, expect, test } from 'vitest';
import {
  addedColumns,
  guessDialect,
  guessEncoding,
  guessHeader,
  nameColumns,
  resultColumns,
} from '#shared/consents/index.ts';

const encodingOf = (bytes: Uint8Array) => guessEncoding([bytes], true).value;

describe('the encoding of a file', () => {
  test.each([
    ['a byte order mark of UTF-8', Buffer.from('\ufeffid'), 'utf-8'],
    ['a byte order mark of UTF-16', Buffer.from('\ufeffid', 'utf16le'), 'utf-16le'],
    [
      'a byte order mark of UTF-16, the large byte first',
      Buffer.from('\ufeffid', 'utf16le').swap16(),
      'utf-16be',
    ],
    ['zeros at every second place', Buffer.from('user;date\r\nanna;2020', 'utf16le'), 'utf-16le'],
    ['zeros at every first place', Buffer.from('user;date\r\nanna;2020', 'utf16le').swap16(), 'utf-16be'],
    ['characters of several bytes', Buffer.from('name\nZoë, 李, 🙂'), 'utf-8'],
    ['a lone byte beyond ASCII', Buffer.from('name\nZo\xeb', 'latin1'), 'windows-1252'],
    ['nothing but ASCII', Buffer.from('name\nZoe'), 'utf-8'],
  ])('%s', (_, bytes, encoding) => {
    expect(encodingOf(bytes)).toBe(encoding);
  });

  test('a sample may cut a character at either end', () => {
    const bytes = Buffer.from('李李李');
    expect(guessEncoding([Buffer.from('a'), bytes.subarray(1, 8)], false).value).toBe('utf-8');
  });

  test('a byte far down the file is seen where the samples reach it', () => {
    expect(guessEncoding([Buffer.from('ascii'), Buffer.from('caf\xe9 au lait', 'latin1')], false).value).toBe(
      'windows-1252',
    );
  });
});

describe('how a text is cut into cells', () => {
  test.each([
    ['a,b,c\n1,2,3\n4,5,6\n', ',', '"'],
    ['a;b;c\n1,5;2;3\n4;5,5;6\n', ';', '"'],
    ['a\tb\nx, y\tz\n', '\t', '"'],
    ['a|b\nx;y|z\n', '|', '"'],
    ['name,note\n"Smith, John","said ""hi"""\n"Doe, Jane",x\n', ',', '"'],
    ["name;note\n'Smith; John';x\n'Doe; Jane';y\n", ';', "'"],
    ['name,size\nscrew 5" long,1\nnut 3" wide,2\n', ',', ''],
    ["name,note\nO'Brien,it's\nD'Arcy,x\n", ',', '"'],
  ])('%j', (text, delimiter, quote) => {
    expect(guessDialect(text, {}).dialect).toEqual({ delimiter, quote });
  });

  test('what is given is not guessed', () => {
    const { dialect, guesses } = guessDialect('a;b,c\n1;2,3\n', { delimiter: ',' });
    expect(dialect.delimiter).toBe(',');
    expect(guesses.map(({ what }) => what)).toEqual(['quote']);
  });
});

describe('the header', () => {
  test('is the first record of different words above values', () => {
    const guess = guessHeader([
      ['user', 'date'],
      ['a@example.com', '2020-01-01'],
      ['b@example.com', '2020-01-02'],
    ]);
    expect(guess.headerRow).toBe(1);
    expect(guess.confidence).toBeGreaterThan(0.8);
  });

  test.each([
    ['ends in a delimiter', ['user', 'date', '']],
    ['has a name twice', ['user', 'date', 'date']],
    ['lacks a name', ['user', '', 'date']],
  ])('may be one that %s', (_, header) => {
    const rows = [
      ['a@example.com', '2020-01-01', '2021-01-01'],
      ['b@example.com', '2020-01-02', ''],
    ];
    expect(guessHeader([header, ...rows]).headerRow).toBe(1);
    expect(guessHeader([['Consents', '', ''], header, ...rows]).headerRow).toBe(2);
    expect(guessHeader([['anna', '2020-01-02', ''], ...rows]).headerRow).toBeNull();
  });

  test('stands below a title', () => {
    const guess = guessHeader([
      ['Export of consents', '', ''],
      ['user', 'text', 'date'],
      ['u1', 'x', '2020-01-01'],
    ]);
    expect(guess.headerRow).toBe(2);
  });

  test('is not there where the first record holds values', () => {
    expect(
      guessHeader([
        ['a@example.com', '2020-01-01'],
        ['b@example.com', '2020-01-02'],
      ]).headerRow,
    ).toBeNull();
  });

  test('two records that look like headers are told', () => {
    const guess = guessHeader([
      ['Benutzer', 'Datum'],
      ['user', 'date'],
      ['a@example.com', '2020-01-01'],
      ['b@example.com', '2020-01-02'],
    ]);
    expect(guess.headerRow).toBe(1);
    expect(guess.problems).toMatchObject([{ code: 'import.two-headers', severity: 'warning' }]);
  });

  test('a first row of words is none', () => {
    const rows = [
      ['user', 'text', 'note'],
      ['anna', 'Terms', 'hello'],
      ['bert', 'Terms', ''],
      ['cleo', 'Privacy', ''],
    ];
    expect(guessHeader(rows)).toMatchObject({ headerRow: 1, problems: [] });
  });

  test('gives every column a name of its own', () => {
    expect(nameColumns(['mail', ' mail ', '', 'mail (2)'], 4)).toEqual([
      'mail',
      'mail (2)',
      'Column 3',
      'mail (2) (2)',
    ]);
    expect(nameColumns(null, 2)).toEqual(['Column 1', 'Column 2']);
  });

  test('columns that a result file added are known by all of their names together', () => {
    expect([...addedColumns(['user', ...resultColumns])]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(addedColumns(['user', '_status', '_code']).size).toBe(0);
  });
});
