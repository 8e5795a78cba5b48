import type { DatesQuestion, Encoding, RowOutcome } from '#shared/consents/index.ts';

/** A spreadsheet as people have it, and what has to be made of it: worked out by hand, before the first run. */
export interface Spreadsheet {
  readonly name: string;
  readonly text: string;
  readonly encoding?: Encoding;
  /** Answers that a person gives beforehand. */
  readonly dates?: readonly string[];
  readonly zone?: string;
  /** The questions that stay open, or how many rows come to what. */
  readonly expected:
    | { readonly questions: readonly DatesQuestion[] }
    | { readonly outcomes: Partial<Record<RowOutcome, number>> };
}

const header = 'External ID,Agreement,Language,Consented at';
const user = (number: number) => `EXT-${String(number).padStart(5, '0')}`;
const line = (number: number, date: string) => `${user(number)},Terms of Service,en,${date}`;

/** Rows of different users with these times. */
function sheet(dates: readonly string[], head = header): string {
  return `${[head, ...dates.map((date, index) => line(index + 1, date))].join('\n')}\n`;
}

const withZ = sheet(['2024-05-13T10:00:00Z', '2024-05-14T10:00:00Z', '2024-05-15T10:00:00Z']);
const days = sheet(['2024-05-13', '2024-05-14', '2024-05-15']);
const decided = sheet(['13/05/2024', '01/02/2024', '03/04/2024']);
const doubtful = sheet(['01/02/2024', '03/04/2024', '05/06/2024']);
const mixed = sheet([
  ...Array.from({ length: 10 }, (_, index) => `2024-05-${10 + index}`),
  ...Array.from({ length: 10 }, (_, index) => `${13 + index}.06.2024`),
]);
/** Of these the days with strokes can be read in two ways; the others cannot. */
const mixedInDoubt = sheet([
  ...Array.from({ length: 5 }, (_, index) => `2024-05-${10 + index}`),
  ...Array.from({ length: 5 }, (_, index) => `0${3 + index}/04/2024`),
  ...Array.from({ length: 3 }, (_, index) => `${20 + index}.05.2024`),
]);
const words = sheet(['soon', 'later', 'unknown']);
const serials = sheet(['45000', '45001', '45002']);
const gap = sheet(['2024-03-31T02:30', '2024-03-31T03:30', '2024-03-31T01:30']);
const rows = (...lines: string[]) => `${[header, ...lines].join('\n')}\n`;
const z = '2024-05-13T10:00:00Z';

export const spreadsheets: readonly Spreadsheet[] = [
  { name: 'times with Z', text: withZ, expected: { outcomes: { ready: 3 } } },
  { name: 'days', text: days, expected: { questions: ['zone'] } },
  { name: 'days of a zone', text: days, zone: 'UTC', expected: { outcomes: { ready: 3 } } },
  { name: 'a day decides', text: decided, expected: { questions: ['zone'] } },
  {
    name: 'a day decides, of a zone',
    text: decided,
    zone: 'Asia/Tokyo',
    expected: { outcomes: { ready: 3 } },
  },
  { name: 'no day decides', text: doubtful, expected: { questions: ['ambiguous', 'zone'] } },
  { name: 'no day decides, of a zone', text: doubtful, zone: 'UTC', expected: { questions: ['ambiguous'] } },
  { name: 'a person decides', text: doubtful, dates: ['dd/MM/yyyy'], expected: { questions: ['zone'] } },
  {
    name: 'a person decides, of a zone',
    text: doubtful,
    dates: ['MM/dd/yyyy'],
    zone: '+02:00',
    expected: { outcomes: { ready: 3 } },
  },
  { name: 'two formats', text: mixed, expected: { questions: ['several-formats', 'zone'] } },
  {
    name: 'two formats, both taken',
    text: mixed,
    dates: ['iso', 'dd.MM.yyyy'],
    zone: 'UTC',
    expected: { outcomes: { ready: 20 } },
  },
  {
    name: 'three formats, one in doubt',
    text: mixedInDoubt,
    zone: 'UTC',
    expected: { questions: ['ambiguous'] },
  },
  {
    name: 'three formats, one in doubt, decided',
    text: mixedInDoubt,
    dates: ['iso', 'MM/dd/yyyy', 'dd.MM.yyyy'],
    zone: 'UTC',
    expected: { outcomes: { ready: 13 } },
  },
  {
    name: 'two formats, one taken',
    text: mixed,
    dates: ['iso'],
    zone: 'UTC',
    expected: { outcomes: { ready: 10, 'date-unreadable': 10 } },
  },
  { name: 'words for times', text: words, expected: { questions: ['no-format'] } },
  {
    name: 'words for times, read all the same',
    text: words,
    dates: ['iso'],
    expected: { outcomes: { 'date-unreadable': 3 } },
  },
  { name: 'no times', text: sheet(['', '']), expected: { outcomes: { 'date-missing': 2 } } },
  {
    name: 'a word among times',
    text: sheet([z, z, 'soon']),
    expected: { outcomes: { ready: 2, 'date-unreadable': 1 } },
  },
  { name: 'seconds', text: sheet(['1620844335', '1620844336']), expected: { outcomes: { ready: 2 } } },
  { name: 'milliseconds', text: sheet(['1620844335591']), expected: { outcomes: { ready: 1 } } },
  { name: 'serial numbers', text: serials, expected: { questions: ['ambiguous', 'zone'] } },
  {
    name: 'serial numbers of a system',
    text: serials,
    dates: ['excel-1900'],
    zone: 'Europe/Berlin',
    expected: { outcomes: { ready: 3 } },
  },
  { name: 'digits alone', text: sheet(['20240513', '20240514']), expected: { questions: ['zone'] } },
  {
    name: 'digits alone, of a zone',
    text: sheet(['20240513', '20240514']),
    zone: 'UTC',
    expected: { outcomes: { ready: 2 } },
  },
  {
    name: 'offsets',
    text: sheet(['2024-05-13T10:00:00+02:00', '2024-05-13T10:00:00-0530']),
    expected: { outcomes: { ready: 2 } },
  },
  {
    name: 'an hour that the clocks skip',
    text: gap,
    zone: 'Europe/Berlin',
    expected: { outcomes: { ready: 2, 'date-skipped': 1 } },
  },
  { name: 'the same hour where they do not', text: gap, zone: 'UTC', expected: { outcomes: { ready: 3 } } },
  {
    name: 'a title above the header',
    text: `Consents of May,,,\n${withZ}`,
    expected: { outcomes: { ready: 3 } },
  },
  {
    name: 'empty rows',
    text: rows(line(1, z), '', ',,,', ' , ,,', line(2, z)),
    expected: { outcomes: { ready: 2, 'empty-row': 2 } },
  },
  { name: 'semicolons', text: withZ.replaceAll(',', ';'), expected: { outcomes: { ready: 3 } } },
  { name: 'tabs', text: withZ.replaceAll(',', '\t'), expected: { outcomes: { ready: 3 } } },
  {
    name: 'line breaks in cells',
    text: `${header},Note\n${line(1, z)},"two\nlines"\n${line(2, z)},"a ""word"""\n`,
    expected: { outcomes: { ready: 2 } },
  },
  { name: 'UTF-16', text: `\ufeff${withZ}`, encoding: 'utf-16le', expected: { outcomes: { ready: 3 } } },
  {
    name: 'windows-1252',
    text: `${header},Note\n${line(1, z)},Zoë Müller\n${line(2, z)},Zoë Weiß\n`,
    encoding: 'windows-1252',
    expected: { outcomes: { ready: 2 } },
  },
  {
    name: 'a time to come',
    text: sheet([z, '2999-01-01T00:00:00Z']),
    expected: { outcomes: { ready: 1, 'date-future': 1 } },
  },
  {
    name: 'nobody',
    text: rows(line(1, z), `NOBODY-1,Terms of Service,en,${z}`),
    expected: { outcomes: { ready: 1, 'unknown-user': 1 } },
  },
  {
    name: 'no user',
    text: rows(line(1, z), `,Terms of Service,en,${z}`),
    expected: { outcomes: { ready: 1, 'missing-user': 1 } },
  },
  {
    name: 'the same twice',
    text: rows(line(1, z), line(1, z)),
    expected: { outcomes: { ready: 1, duplicate: 1 } },
  },
  {
    name: 'an older consent',
    text: rows(line(1, '2023-05-13T10:00:00Z'), line(1, z)),
    expected: { outcomes: { ready: 1, superseded: 1 } },
  },
  {
    name: 'cells beyond the last column',
    text: rows(line(1, z), `${line(2, z)},more`),
    expected: { outcomes: { ready: 1, 'unreadable-row': 1 } },
  },
  {
    name: 'halves of a day',
    text: sheet(['12/31/2023 11:30 pm', '01/02/2024 12:05 am']),
    expected: { questions: ['zone'] },
  },
  {
    name: 'names of months',
    text: sheet(['"May 13, 2024"', '"June 4, 2024"']),
    zone: 'America/New_York',
    expected: { outcomes: { ready: 2 } },
  },
];
