import type { LocalTime, ReadLocal } from './local-time.ts';
import { digits, readOffset } from './read-iso.ts';
import { timeMillis, utcMillis } from './zone.ts';

const fieldNames = ['yyyy', 'yy', 'MMM', 'MM', 'dd', 'HH', 'hh', 'mm', 'SSS', 'ss', 'a', 'XXX'] as const;
type FieldName = (typeof fieldNames)[number];

/** A field, or text between fields. */
type Part =
  | { readonly kind: 'field'; readonly name: FieldName; readonly isPacked: boolean }
  | { readonly kind: 'text'; readonly text: string };

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

/** Years of two digits from here on are of the century before. POSIX strptime, %y */
const pivotYear = 69;

/** Cuts a pattern into its fields; null where it has none, one twice, or not all of a date. */
export function parsePattern(pattern: string): readonly Part[] | null {
  const raw = pattern.match(/yyyy|yy|MMM|MM|dd|HH|hh|mm|SSS|ss|XXX|a|[^A-Za-z]+|[A-Za-z]/g) ?? [];
  const isField = (text: string | undefined): text is FieldName => fieldNames.some((name) => name === text);
  const fields = raw.filter(isField);
  const has = (...names: readonly FieldName[]) => names.some((name) => fields.includes(name));
  if (!has('yyyy', 'yy') || !has('MM', 'MMM') || !has('dd') || new Set(fields).size < fields.length)
    return null;
  if (has('hh') !== has('a') || (has('hh') && has('HH'))) return null;
  return raw.map((text, index) =>
    isField(text)
      ? // Digits that follow each other are counted; others end where something else begins.
        { kind: 'field', name: text, isPacked: isDigits(raw[index + 1]) || isDigits(raw[index - 1]) }
      : { kind: 'text', text },
  );

  function isDigits(text: string | undefined): boolean {
    return isField(text) && text !== 'MMM' && text !== 'a' && text !== 'XXX';
  }
}

/** The values of a text's fields, while it is read. */
interface Fields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millis: number;
  /** 0 before noon, 1 after it, -1 where the clock has 24 hours. */
  half: number;
  offsetMinutes: number | null;
}

/** Reads a part of a text from a place on; gives the place behind it, or -1 where the part is not there. */
type Step = (text: string, at: number, fields: Fields) => number;

/** Makes the reader of a pattern; null where it is none. */
export function patternReader(pattern: string): ReadLocal | null {
  const steps = parsePattern(pattern)?.map(stepOf);
  if (steps === undefined) return null;
  return (text) => {
    const fields: Fields = {
      year: 0,
      month: 0,
      day: 0,
      hour: 0,
      minute: 0,
      second: 0,
      millis: 0,
      half: -1,
      offsetMinutes: null,
    };
    let at = 0;
    for (const step of steps) {
      at = step(text, at, fields);
      if (at < 0) return null;
    }
    return at === text.length ? timeOf(fields) : null;
  };
}

function timeOf({
  year,
  month,
  day,
  hour,
  minute,
  second,
  millis,
  half,
  offsetMinutes,
}: Fields): LocalTime | null {
  if (half !== -1 && (hour < 1 || hour > 12)) return null;
  const hours = half === -1 ? hour : (hour % 12) + half * 12;
  const all = utcMillis(year, month, day) + timeMillis(hours, minute, second, millis);
  return Number.isNaN(all) ? null : { millis: all, offsetMinutes };
}

function stepOf(part: Part): Step {
  if (part.kind === 'text') {
    const { text: wanted } = part;
    return (text, at) => (text.startsWith(wanted, at) ? at + wanted.length : -1);
  }
  const { name, isPacked } = part;
  if (name === 'XXX') return readZone;
  if (name === 'MMM' || name === 'a') return wordStep(name);
  return digitStep(numberFields[name], isPacked);
}

const readZone: Step = (text, at, fields) => {
  fields.offsetMinutes = readOffset(text, at);
  return Number.isNaN(fields.offsetMinutes) ? -1 : text.length;
};

function wordStep(name: 'MMM' | 'a'): Step {
  return (text, begin, fields) => {
    let at = begin;
    while (isLetter(text.charCodeAt(at))) at += 1;
    const word = text.slice(begin, at).toLowerCase();
    if (name === 'MMM') fields.month = monthOf(word);
    else fields.half = ['am', 'pm'].indexOf(word);
    return (name === 'MMM' ? fields.month === 0 : fields.half === -1) ? -1 : at;
  };
}

interface NumberField {
  readonly field: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millis';
  readonly max: number;
  /** Has all its digits at any position. */
  readonly isExact: boolean;
  readonly hasCentury: boolean;
}

const number = (field: NumberField['field'], max: number, more: Partial<NumberField> = {}): NumberField => ({
  field,
  max,
  isExact: false,
  hasCentury: true,
  ...more,
});

const numberFields: Readonly<Record<Exclude<FieldName, 'XXX' | 'MMM' | 'a'>, NumberField>> = {
  yyyy: number('year', 4, { isExact: true }),
  yy: number('year', 2, { isExact: true, hasCentury: false }),
  MM: number('month', 2),
  dd: number('day', 2),
  HH: number('hour', 2),
  hh: number('hour', 2),
  mm: number('minute', 2),
  ss: number('second', 2),
  SSS: number('millis', 3, { isExact: true }),
};

function digitStep({ field, max, isExact, hasCentury }: NumberField, isPacked: boolean): Step {
  const min = isExact || isPacked ? max : 1;
  return (text, at, fields) => {
    let length = 0;
    while (length < max && isDigit(text.charCodeAt(at + length))) length += 1;
    if (length < min) return -1;
    const value = digits(text, at, length);
    fields[field] = hasCentury ? value : value + (value < pivotYear ? 2_000 : 1_900);
    return at + length;
  };
}

/** English names, whole or cut to three letters or more; 0 where it is none. */
function monthOf(word: string): number {
  if (word.length < 3) return 0;
  return (
    monthNames.findIndex((name) => name.startsWith(word) || (word === 'sept' && name === 'september')) + 1
  );
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Writes local milliseconds by a pattern that `parsePattern` takes. */
export function writePattern(parts: readonly Part[], localMillis: number): string {
  const date = new Date(localMillis);
  const two = (value: number) => String(value).padStart(2, '0');
  const hour = date.getUTCHours();
  const fields: Readonly<Record<FieldName, string>> = {
    yyyy: String(date.getUTCFullYear()).padStart(4, '0'),
    yy: two(date.getUTCFullYear() % 100),
    MMM: capital(monthNames[date.getUTCMonth()] ?? '').slice(0, 3),
    MM: two(date.getUTCMonth() + 1),
    dd: two(date.getUTCDate()),
    HH: two(hour),
    hh: two(hour % 12 === 0 ? 12 : hour % 12),
    mm: two(date.getUTCMinutes()),
    ss: two(date.getUTCSeconds()),
    SSS: String(date.getUTCMilliseconds()).padStart(3, '0'),
    a: hour < 12 ? 'AM' : 'PM',
    XXX: 'Z',
  };
  return parts.map((part) => (part.kind === 'text' ? part.text : fields[part.name])).join('');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
