const form =
  /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
const zero = 48;
const nine = 57;
const colon = 58;
const usual = '0000-00-00T00:00:00Z';

/** True for texts like `2026-01-15T09:00:00Z`, the form that most remotes send. Faster than the regular expression. */
function hasUsualForm(text: string): boolean {
  if (text.length !== usual.length) return false;
  for (let index = 0; index < usual.length; index += 1) {
    const code = text.charCodeAt(index);
    const wanted = usual.charCodeAt(index);
    if (wanted === zero ? code < zero || code > nine : code !== wanted) return false;
  }
  return true;
}

/** True if a text is a valid calendar date, with or without time and offset. ISO 8601, RFC 3339 §5.6 */
export function isDateTime(text: string): boolean {
  if (!hasUsualForm(text) && !form.test(text)) return false;
  const day = twoDigits(text, 8);
  if (day < 1 || day > daysOf(twoDigits(text, 0) * 100 + twoDigits(text, 2), twoDigits(text, 5)))
    return false;
  if (text.length === 10) return true;
  const [hour, minute] = [twoDigits(text, 11), twoDigits(text, 14)];
  const second = text.charCodeAt(16) === colon ? twoDigits(text, 17) : 0;
  if (hour > 24 || (hour === 24 && (minute > 0 || second > 0)) || minute > 59 || second > 60) return false;
  return isOffset(text);
}

/** Of hours and minutes, where there is one. */
function isOffset(text: string): boolean {
  if (text.endsWith('Z')) return true;
  const sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
  if (sign < 11) return true;
  const minutesAt = text.charCodeAt(sign + 3) === colon ? sign + 4 : sign + 3;
  return twoDigits(text, sign + 1) < 24 && (text.length <= minutesAt || twoDigits(text, minutesAt) < 60);
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month === 4 || month === 6 || month === 9 || month === 11) return 30;
  return month >= 1 && month <= 12 ? 31 : 0;
}

const parts =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})([.,]\d+)?)?(?:[Zz]|([+-])(\d{2}):?(\d{2})?)?)?$/;
/** The calendar repeats itself, and years before 100 would be taken for those of 1900. */
const cycleYears = 400;
const cycleMillis = 146_097 * 86_400_000;

/** The instant of a date and time, in milliseconds since 1970 with their fraction; without an offset it is that of UTC. null: it is none. */
export function instantOf(text: string): number | null {
  if (!isDateTime(text)) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHours, offsetMinutes] =
    parts.exec(text) ?? [];
  const number = (digits: string | undefined) => Number(digits ?? 0);
  const millis = Date.UTC(
    number(year) + cycleYears,
    number(month) - 1,
    number(day),
    number(hour),
    number(minute),
    number(second),
  );
  const offset = (number(offsetHours) * 60 + number(offsetMinutes)) * 60_000;
  return (
    millis -
    cycleMillis +
    Number(`0${fraction.replace(',', '.')}`) * 1_000 +
    (sign === '-' ? offset : -offset)
  );
}
