import type { DateReading } from '../job.ts';
import type { ReadLocal } from './local-time.ts';
import { readEpoch, readSerial, serialOf } from './numbers.ts';
import { parsePattern, patternReader, writePattern } from './pattern.ts';
import { readIso } from './read-iso.ts';
import { zoneOf } from './zone.ts';

const millisPerMinute = 60_000;

/** The formats that are no patterns. */
const fixedReaders = {
  iso: readIso,
  'epoch-seconds': (text) => readEpoch(text, 1_000),
  'epoch-millis': (text) => readEpoch(text, 1),
  'excel-1900': (text) => readSerial(text, 1900),
  'excel-1904': (text) => readSerial(text, 1904),
} as const satisfies Readonly<Record<string, ReadLocal>>;

/** Makes the reader of a format; null where there is no such format. */
export function localReader(format: string): ReadLocal | null {
  return Object.hasOwn(fixedReaders, format)
    ? fixedReaders[format as keyof typeof fixedReaders]
    : patternReader(format);
}

/** Reads a text as an instant in milliseconds since 1970; null where it is not of the format. */
export type ReadInstant = (text: string) => number | null;

/** The formats of a reading, in the order in which they are tried. */
export function formatsOf({ format, otherFormats = [] }: DateReading): readonly string[] {
  return [format, ...otherFormats];
}

/** Makes the reader of a column; null where there is no such format or no such zone. */
export function createDateReader(reading: DateReading): ReadInstant | null {
  const read = localReaderOf(reading);
  const zone = zoneOf(reading.zone);
  if (read === null || zone === null) return null;
  return (text) => {
    const time = read(text);
    if (time === null) return null;
    return time.offsetMinutes === null
      ? zone.toInstant(time.millis)
      : time.millis - time.offsetMinutes * millisPerMinute;
  };
}

/**
 * Makes the check whether a text names a local time that the clocks of the zone skip: it gives the local time that they
 * show instead, in milliseconds, and null where they skip nothing there. null for a zone whose clocks never change.
 */
export function createSkipCheck(reading: DateReading): ((text: string) => number | null) | null {
  const read = localReaderOf(reading);
  const zone = zoneOf(reading.zone);
  if (read === null || zone === null) return null;
  const { shownInstead } = zone;
  if (shownInstead === null) return null;
  return (text) => {
    const time = read(text);
    return time === null || time.offsetMinutes !== null ? null : shownInstead(time.millis);
  };
}

/** The first of the formats that reads a text; null where there is no such format. */
function localReaderOf(reading: DateReading): ReadLocal | null {
  const readers = formatsOf(reading).map(localReader);
  const known = readers.filter((read) => read !== null);
  const [only] = known;
  if (known.length < readers.length || only === undefined) return null;
  if (known.length === 1) return only;
  return (text) => {
    for (const read of known) {
      const time = read(text);
      if (time !== null) return time;
    }
    return null;
  };
}

/** Writes local milliseconds in a format, as its reader takes them; null where there is no such format. */
export function writeLocal(format: string, localMillis: number): string | null {
  switch (format) {
    case 'iso':
      return new Date(localMillis).toISOString().replace(/(?:T00:00:00)?(?:\.000)?Z$/, '');
    case 'epoch-seconds':
      return String(Math.floor(localMillis / 1_000));
    case 'epoch-millis':
      return String(localMillis);
    case 'excel-1900':
      return String(serialOf(localMillis, 1900));
    case 'excel-1904':
      return String(serialOf(localMillis, 1904));
    default: {
      const parts = parsePattern(format);
      return parts === null ? null : writePattern(parts, localMillis);
    }
  }
}
