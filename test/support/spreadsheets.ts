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

type How = Partial<Pick<Spreadsheet, 'dates' | 'zone' | 'encoding'>>;

/** A spreadsheet after which questions stay open. */
const asks = (
  name: string,
  text: string,
  questions: readonly DatesQuestion[],
  how: How = {},
): Spreadsheet => ({
  name,
  text,
  expected: { questions },
  ...how,
});

/** A spreadsheet of whose rows so many come to what. */
const gives = (
  name: string,
  text: string,
  outcomes: Partial<Record<RowOutcome, number>>,
  how: How = {},
): Spreadsheet => ({ name, text, expected: { outcomes }, ...how });

export const spreadsheets: readonly Spreadsheet[] = [
  gives('times with Z', withZ, { ready: 3 }),
  asks('days', days, ['zone']),
  gives('days of a zone', days, { ready: 3 }, { zone: 'UTC' }),
  asks('a day decides', decided, ['zone']),
  gives('a day decides, of a zone', decided, { ready: 3 }, { zone: 'Asia/Tokyo' }),
  asks('no day decides', doubtful, ['ambiguous', 'zone']),
  asks('no day decides, of a zone', doubtful, ['ambiguous'], { zone: 'UTC' }),
  asks('a person decides', doubtful, ['zone'], { dates: ['dd/MM/yyyy'] }),
  gives('a person decides, of a zone', doubtful, { ready: 3 }, { dates: ['MM/dd/yyyy'], zone: '+02:00' }),
  asks('two formats', mixed, ['several-formats', 'zone']),
  gives('two formats, both taken', mixed, { ready: 20 }, { dates: ['iso', 'dd.MM.yyyy'], zone: 'UTC' }),
  asks('three formats, one in doubt', mixedInDoubt, ['ambiguous'], { zone: 'UTC' }),
  gives(
    'three formats, one in doubt, decided',
    mixedInDoubt,
    { ready: 13 },
    { dates: ['iso', 'MM/dd/yyyy', 'dd.MM.yyyy'], zone: 'UTC' },
  ),
  gives(
    'two formats, one taken',
    mixed,
    { ready: 10, 'date-unreadable': 10 },
    { dates: ['iso'], zone: 'UTC' },
  ),
  asks('words for times', words, ['no-format']),
  gives('words for times, read all the same', words, { 'date-unreadable': 3 }, { dates: ['iso'] }),
  gives('no times', sheet(['', '']), { 'date-missing': 2 }),
  gives('a word among times', sheet([z, z, 'soon']), { ready: 2, 'date-unreadable': 1 }),
  gives('seconds', sheet(['1620844335', '1620844336']), { ready: 2 }),
  gives('milliseconds', sheet(['1620844335591']), { ready: 1 }),
  asks('serial numbers', serials, ['ambiguous', 'zone']),
  gives(
    'serial numbers of a system',
    serials,
    { ready: 3 },
    { dates: ['excel-1900'], zone: 'Europe/Berlin' },
  ),
  asks('digits alone', sheet(['20240513', '20240514']), ['zone']),
  gives('digits alone, of a zone', sheet(['20240513', '20240514']), { ready: 2 }, { zone: 'UTC' }),
  gives('offsets', sheet(['2024-05-13T10:00:00+02:00', '2024-05-13T10:00:00-0530']), { ready: 2 }),
  gives('an hour that the clocks skip', gap, { ready: 2, 'date-skipped': 1 }, { zone: 'Europe/Berlin' }),
  gives('the same hour where they do not', gap, { ready: 3 }, { zone: 'UTC' }),
  gives('a title above the header', `Consents of May,,,\n${withZ}`, { ready: 3 }),
  gives('empty rows', rows(line(1, z), '', ',,,', ' , ,,', line(2, z)), { ready: 2, 'empty-row': 2 }),
  gives('semicolons', withZ.replaceAll(',', ';'), { ready: 3 }),
  gives('tabs', withZ.replaceAll(',', '\t'), { ready: 3 }),
  gives('line breaks in cells', `${header},Note\n${line(1, z)},"two\nlines"\n${line(2, z)},"a ""word"""\n`, {
    ready: 2,
  }),
  gives('UTF-16', `\ufeff${withZ}`, { ready: 3 }, { encoding: 'utf-16le' }),
  gives(
    'windows-1252',
    `${header},Note\n${line(1, z)},Zoë Müller\n${line(2, z)},Zoë Weiß\n`,
    { ready: 2 },
    { encoding: 'windows-1252' },
  ),
  gives('a time to come', sheet([z, '2999-01-01T00:00:00Z']), { ready: 1, 'date-future': 1 }),
  gives('nobody', rows(line(1, z), `NOBODY-1,Terms of Service,en,${z}`), { ready: 1, 'unknown-user': 1 }),
  gives('no user', rows(line(1, z), `,Terms of Service,en,${z}`), { ready: 1, 'missing-user': 1 }),
  gives('the same twice', rows(line(1, z), line(1, z)), { ready: 1, duplicate: 1 }),
  gives('an older consent', rows(line(1, '2023-05-13T10:00:00Z'), line(1, z)), { ready: 1, superseded: 1 }),
  gives('cells beyond the last column', rows(line(1, z), `${line(2, z)},more`), {
    ready: 1,
    'unreadable-row': 1,
  }),
  asks('halves of a day', sheet(['12/31/2023 11:30 pm', '01/02/2024 12:05 am']), ['zone']),
  gives(
    'names of months',
    sheet(['"May 13, 2024"', '"June 4, 2024"']),
    { ready: 2 },
    { zone: 'America/New_York' },
  ),
];
