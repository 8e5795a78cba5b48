import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createDateReader,
  createDateSurvey,
  createSkipCheck,
  decideDates,
  formatsWith,
  writeLocal,
} from '#shared/consents/index.ts';
import { property } from '#test/support/property.ts';

const now = Date.UTC(2026, 0, 1);

function read(format: string, text: string, zone = 'UTC'): string | null {
  const millis = createDateReader({ format, zone })?.(text) ?? null;
  return millis === null ? null : new Date(millis).toISOString();
}

function survey(texts: readonly string[]) {
  const surveyor = createDateSurvey(null, now);
  texts.forEach((text, index) => surveyor.add(index + 1, text));
  return surveyor.end();
}

/** Formats, and to how many milliseconds they tell times apart. */
const formats = [
  ['iso', 1],
  ['epoch-seconds', 1_000],
  ['epoch-millis', 1],
  ['yyyyMMdd', 86_400_000],
  ['yyyyMMddHHmmss', 1_000],
  ['dd/MM/yyyy', 86_400_000],
  ['MM/dd/yyyy HH:mm', 60_000],
  ['dd.MM.yy HH:mm:ss', 1_000],
  ['MMM dd, yyyy hh:mm a', 60_000],
  ['dd-MMM-yyyy', 86_400_000],
  ['yyyy/MM/dd HH:mm:ss.SSSXXX', 1],
] as const;

describe('times of a column', () => {
  test('each format reads what it writes', () => {
    const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2068, 11, 31) });
    fc.assert(
      fc.property(fc.constantFrom(...formats), instant, ([format, unit], millis) => {
        const wanted = Math.floor(millis / unit) * unit;
        const text = writeLocal(format, wanted);
        expect(text === null ? null : createDateReader({ format, zone: 'UTC' })?.(text)).toBe(wanted);
      }),
    );
  });

  property([
    fc.constantFrom('excel-1900', 'excel-1904'),
    fc.integer({ min: Date.UTC(1905, 0, 1), max: Date.UTC(2100, 0, 1) }),
  ])('serial numbers of either system are read as they are written, to the millisecond', (format, millis) => {
    const text = writeLocal(format, millis) ?? '';
    expect(createDateReader({ format, zone: 'UTC' })?.(text)).toBe(millis);
  });

  test.each([
    ['iso', '2023-02-29', null],
    ['iso', '2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['iso', '2024-02-29 23:59', '2024-02-29T23:59:00.000Z'],
    ['iso', '2021-05-12T18:32:15.591Z', '2021-05-12T18:32:15.591Z'],
    ['iso', '2021-05-12T18:32:15.591876+02:00', '2021-05-12T16:32:15.591Z'],
    ['iso', '2021-05-12T18:32:15-0530', '2021-05-13T00:02:15.000Z'],
    ['iso', '2021-05-12T25:00:00Z', null],
    ['iso', '2021-05-12T18:32:15 o’clock', null],
    ['iso', 'yesterday', null],
    ['excel-1900', '1', '1900-01-01T00:00:00.000Z'],
    ['excel-1900', '59', '1900-02-28T00:00:00.000Z'],
    ['excel-1900', '60', null],
    ['excel-1900', '61', '1900-03-01T00:00:00.000Z'],
    ['excel-1900', '45000.5', '2023-03-15T12:00:00.000Z'],
    ['excel-1904', '0', '1904-01-01T00:00:00.000Z'],
    ['excel-1904', '43538', '2023-03-15T00:00:00.000Z'],
    ['epoch-seconds', '1620844335', '2021-05-12T18:32:15.000Z'],
    ['epoch-millis', '1620844335591', '2021-05-12T18:32:15.591Z'],
    ['dd/MM/yyyy', '1/2/2023', '2023-02-01T00:00:00.000Z'],
    ['dd/MM/yyyy', '31/02/2023', null],
    ['dd.MM.yy', '31.12.68', '2068-12-31T00:00:00.000Z'],
    ['dd.MM.yy', '31.12.69', '1969-12-31T00:00:00.000Z'],
    ['MMM dd, yyyy', 'September 4, 2020', '2020-09-04T00:00:00.000Z'],
    ['MM/dd/yyyy hh:mm a', '12/31/2023 12:05 am', '2023-12-31T00:05:00.000Z'],
    ['MM/dd/yyyy hh:mm a', '12/31/2023 13:05 pm', null],
  ])('%s reads “%s” as %s', (format, text, iso) => {
    expect(read(format, text)).toBe(iso);
  });

  test('no reader is made of what is no format, or of a zone that is not there', () => {
    expect(createDateReader({ format: 'dd of MM', zone: 'UTC' })).toBeNull();
    expect(createDateReader({ format: 'dd/MM', zone: 'UTC' })).toBeNull();
    expect(createDateReader({ format: 'dd/MM/yyyy hh:mm', zone: 'UTC' })).toBeNull();
    expect(createDateReader({ format: 'iso', zone: 'Mars/Olympus' })).toBeNull();
    expect(createDateReader({ format: 'iso', zone: '+19:00' })).toBeNull();
  });
});

describe('zones', () => {
  test('a text that names its offset is not touched by the zone of the column', () => {
    expect(read('iso', '2023-07-01T12:00:00Z', 'America/New_York')).toBe('2023-07-01T12:00:00.000Z');
  });

  test('a time without a zone is of the zone of the column, summer and winter', () => {
    expect(read('iso', '2023-07-01T12:00', 'Europe/Zurich')).toBe('2023-07-01T10:00:00.000Z');
    expect(read('iso', '2023-01-01T12:00', 'Europe/Zurich')).toBe('2023-01-01T11:00:00.000Z');
    expect(read('iso', '2023-01-01T12:00', '+02:00')).toBe('2023-01-01T10:00:00.000Z');
  });

  test('a time that the clocks skip lies as far behind the jump', () => {
    expect(read('iso', '2023-03-26T01:59', 'Europe/Zurich')).toBe('2023-03-26T00:59:00.000Z');
    expect(read('iso', '2023-03-26T02:30', 'Europe/Zurich')).toBe('2023-03-26T01:30:00.000Z');
    expect(read('iso', '2023-03-26T03:00', 'Europe/Zurich')).toBe('2023-03-26T01:00:00.000Z');
  });

  test('a time that the clocks skip is known as one, with the time that they show instead', () => {
    const instead = (zone: string, text: string) => {
      const millis = createSkipCheck({ format: 'iso', zone })?.(text) ?? null;
      return millis === null ? null : writeLocal('iso', millis);
    };
    expect(instead('Europe/Zurich', '2023-03-26T01:59')).toBeNull();
    expect(instead('Europe/Zurich', '2023-03-26T02:00')).toBe('2023-03-26T03:00:00');
    expect(instead('Europe/Zurich', '2023-03-26T02:30')).toBe('2023-03-26T03:30:00');
    expect(instead('Europe/Zurich', '2023-03-26T03:00')).toBeNull();
    expect(instead('Europe/Zurich', '2023-03-26T02:30+01:00')).toBeNull();
    expect(instead('Europe/Zurich', '2023-10-29T02:30')).toBeNull();
    expect(instead('Australia/Lord_Howe', '2023-10-01T02:15')).toBe('2023-10-01T02:45:00');
    // Chile begins summer time at midnight: that day has none.
    expect(instead('America/Santiago', '2023-09-03')).toBe('2023-09-03T01:00:00');
    expect(createSkipCheck({ format: 'iso', zone: 'UTC' })).toBeNull();
    expect(createSkipCheck({ format: 'iso', zone: '+02:00' })).toBeNull();
  });

  test('a time that comes twice is the earlier', () => {
    expect(read('iso', '2023-10-29T02:30', 'Europe/Zurich')).toBe('2023-10-29T00:30:00.000Z');
    expect(read('iso', '2023-10-29T03:00', 'Europe/Zurich')).toBe('2023-10-29T02:00:00.000Z');
    expect(read('iso', '2023-11-05T01:30', 'America/New_York')).toBe('2023-11-05T05:30:00.000Z');
  });

  property([
    fc.constantFrom('Europe/Zurich', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'),
    fc.integer({ min: 0, max: 60 * 24 * 365 * 60 }),
  ])('what a zone makes of a local time is told as that local time by the zone', (zone, minutes) => {
    const local = new Date(minutes * 60_000).toISOString().slice(0, 16);
    const instant = createDateReader({ format: 'iso', zone })?.(local) ?? Number.NaN;
    const told = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(instant);
    const skipped = minutes * 60_000 - Date.parse(`${told.replace(' ', 'T')}Z`);
    // In a gap the clock shows a later time, by as much as it jumps.
    expect([0, -3_600_000, -1_800_000]).toContain(skipped);
  });
});

const nothing = { formats: null, zone: null };

describe('how a column is written, by all of its values', () => {
  test('one day beyond the twelfth decides which number is the month', () => {
    const found = survey(['01/02/2023', '05/06/2023', '13/06/2023', '']);
    expect(found.inDoubt).toEqual([]);
    expect(found.candidates.map(({ format, reads, deciding }) => [format, reads, deciding])).toEqual([
      ['dd/MM/yyyy', 3, 1],
      ['MM/dd/yyyy', 2, 0],
    ]);
    expect(found.unread).toEqual([]);
    expect(decideDates(found, { formats: null, zone: 'UTC' })).toEqual({
      reading: { format: 'dd/MM/yyyy', zone: 'UTC' },
      questions: [],
      formats: ['dd/MM/yyyy'],
    });
  });

  test('where no day decides, a person has to', () => {
    const found = survey(['01/02/2023', '02/01/2023']);
    expect(found.inDoubt).toEqual(['dd/MM/yyyy', 'MM/dd/yyyy']);
    expect(decideDates(found, nothing)).toEqual({
      reading: null,
      questions: ['ambiguous', 'zone'],
      formats: null,
    });
  });

  test('two formats that say the same of all values are no question', () => {
    expect(survey(['01/01/2023', '02/02/2023']).inDoubt).toEqual([]);
  });

  test('days that decide for either make a question of the rest', () => {
    const found = survey(['13/01/2020', '14/01/2020', '01/15/2020', '02/03/2020']);
    expect(found.inDoubt).toEqual(['dd/MM/yyyy', 'MM/dd/yyyy']);
    expect(found.candidates.map(({ format, deciding }) => [format, deciding])).toEqual([
      ['dd/MM/yyyy', 2],
      ['MM/dd/yyyy', 1],
    ]);
    expect(formatsWith(found, 'MM/dd/yyyy')).toEqual(['MM/dd/yyyy']);
  });

  test('a column of several formats is said to be one, and is no doubt about a cell', () => {
    const found = survey([
      ...Array.from({ length: 10 }, (_, index) => `2024-05-${10 + index}`),
      ...Array.from({ length: 10 }, (_, index) => `${13 + index}.06.2024`),
      'soon',
    ]);
    expect(found).toMatchObject({
      inDoubt: [],
      together: [
        { format: 'iso', reads: 10 },
        { format: 'dd.MM.yyyy', reads: 10 },
      ],
      unreadable: 1,
    });
    expect(decideDates(found, { formats: null, zone: 'UTC' }).questions).toEqual(['several-formats']);
    expect(decideDates(found, { formats: ['iso', 'dd.MM.yyyy'], zone: 'UTC' }).reading).toEqual({
      format: 'iso',
      otherFormats: ['dd.MM.yyyy'],
      zone: 'UTC',
    });
  });

  test('a doubt within one of several formats is asked of, and the answer stands beside the others', () => {
    const found = survey(['2024-05-13', '2024-05-14', '2024-05-15', '01/02/2024', '02/01/2024']);
    expect(found.inDoubt).toEqual(['dd/MM/yyyy', 'MM/dd/yyyy']);
    expect(formatsWith(found, 'MM/dd/yyyy')).toEqual(['iso', 'MM/dd/yyyy']);
  });

  test('several formats are tried in their order, and what none of them reads is named', () => {
    const reading = { format: 'iso', otherFormats: ['dd.MM.yyyy', 'MM.dd.yyyy'], zone: 'UTC' };
    const reader = createDateReader(reading);
    expect(['2024-05-13', '02.01.2024', '01.13.2024', '13.13.2024'].map((text) => reader?.(text))).toEqual([
      Date.UTC(2024, 4, 13),
      Date.UTC(2024, 0, 2),
      Date.UTC(2024, 0, 13),
      null,
    ]);
    const surveyor = createDateSurvey(reading, now);
    ['2024-05-13', '02.01.2024', '01.13.2024', '13.13.2024'].forEach((text, at) =>
      surveyor.add(at + 2, text),
    );
    expect(surveyor.end()).toMatchObject({
      minMillis: Date.UTC(2024, 0, 2),
      maxMillis: Date.UTC(2024, 4, 13),
      unread: [{ row: 5, text: '13.13.2024' }],
    });
    expect(createDateReader({ ...reading, otherFormats: ['dd of MM'] })).toBeNull();
  });

  test('cells that are no times ask for no zone, and times that name theirs ask for none', () => {
    const words = survey(Array.from({ length: 20 }, (_, index) => `person ${index}`));
    expect(words.zoneless).toBe(0);
    expect(decideDates(words, nothing)).toEqual({ reading: null, questions: ['no-format'], formats: null });
    const mixed = survey(['2024-05-13T10:00:00Z', 'soon', 'unknown', '1620844335']);
    expect(mixed.zoneless).toBe(0);
    const whole = survey(['2024-05-13T10:00:00Z', '2024-05-13T10:00:00+02:00']);
    expect(decideDates(whole, nothing).reading).toEqual({ format: 'iso', zone: 'UTC' });
    expect(decideDates(survey(['2024-05-13']), nothing).questions).toEqual(['zone']);
  });

  test('a column without any time has nothing to ask', () => {
    expect(decideDates(survey(['', ' ']), nothing)).toEqual({
      reading: { format: 'iso', zone: 'UTC' },
      questions: [],
      formats: ['iso'],
    });
  });

  test('a zone that there is not takes no candidate away', () => {
    const surveyor = createDateSurvey({ format: 'iso', zone: 'Nowhere/AtAll' }, now);
    surveyor.add(1, '2020-01-01');
    expect(surveyor.end().candidates.map(({ format }) => format)).toEqual(['iso']);
  });

  test('a value that nothing reads does not hide the question', () => {
    const { inDoubt, unread } = survey(['01/02/2023', 'soon', '02/03/2023']);
    expect(inDoubt).toHaveLength(2);
    expect(unread).toEqual([{ row: 2, text: 'soon' }]);
  });

  test('serial numbers could be of either system', () => {
    const { candidates, inDoubt } = survey(['45000', '45001.25']);
    expect(inDoubt).toEqual(['excel-1900', 'excel-1904']);
    expect(candidates.map(({ format }) => format)).toEqual(['excel-1900', 'excel-1904']);
  });

  test('bounds, times to come, times long ago and missing zones are counted', () => {
    const found = survey(['1989-12-31', '2024-05-01T10:00:00Z', '2026-01-01T00:04:00Z', '2026-02-01', ' ']);
    expect(found).toMatchObject({ values: 4, empty: 1, zoneless: 2, future: 1, before1990: 1 });
    expect(found.minMillis).toBe(Date.UTC(1989, 11, 31));
    expect(found.maxMillis).toBe(Date.UTC(2026, 1, 1));
  });

  test('with a chosen reading the bounds and what is not read are its own', () => {
    const surveyor = createDateSurvey({ format: 'MM/dd/yyyy', zone: 'UTC' }, now);
    surveyor.add(1, '01/02/2023');
    surveyor.add(2, '13/02/2023');
    const found = surveyor.end();
    expect(found.minMillis).toBe(Date.UTC(2023, 0, 2));
    expect(found.unread).toEqual([{ row: 2, text: '13/02/2023' }]);
  });
});
