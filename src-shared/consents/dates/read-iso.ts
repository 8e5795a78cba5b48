import type { LocalTime } from './local-time.ts';
import { timeMillis, utcMillis } from './zone.ts';

/**
 * Reads a date of ISO 8601, or a date and a time of RFC 3339 with or without its offset; null where it is none.
 * Fractions beyond milliseconds are cut off.
 */
export function readIso(text: string): LocalTime | null {
  if (text.length < 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return null;
  const day = utcMillis(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2));
  if (Number.isNaN(day)) return null;
  if (text.length === 10) return { millis: day, offsetMinutes: null };
  const joint = text.charCodeAt(10);
  // T, t, or a space
  if ((joint !== 84 && joint !== 116 && joint !== 32) || text.charCodeAt(13) !== 58) return null;
  let end = 16;
  let second = 0;
  if (text.charCodeAt(16) === 58) {
    second = digits(text, 17, 2);
    end = 19;
  }
  let millis = 0;
  const point = text.charCodeAt(end);
  if (end === 19 && (point === 46 || point === 44)) {
    const begin = end + 1;
    end = begin;
    while (isDigit(text.charCodeAt(end))) end += 1;
    if (end === begin) return null;
    millis = digits(text.slice(begin, begin + 3).padEnd(3, '0'), 0, 3);
  }
  const time = timeMillis(digits(text, 11, 2), digits(text, 14, 2), second, millis);
  const offsetMinutes = end === text.length ? null : readOffset(text, end);
  if (Number.isNaN(time) || Number.isNaN(offsetMinutes)) return null;
  return { millis: day + time, offsetMinutes };
}

/** Minutes east of UTC of `Z`, `+hh:mm`, `+hhmm` or `+hh` that end a text; NaN where that is none of them. */
export function readOffset(text: string, begin: number): number {
  const sign = text.charCodeAt(begin);
  // Z, z
  if (sign === 90 || sign === 122) return text.length === begin + 1 ? 0 : Number.NaN;
  if (sign !== 43 && sign !== 45) return Number.NaN;
  const length = text.length - begin - 1;
  const hours = digits(text, begin + 1, 2);
  const minutes =
    length === 2
      ? 0
      : length === 4
        ? digits(text, begin + 3, 2)
        : length === 5 && text.charCodeAt(begin + 3) === 58
          ? digits(text, begin + 4, 2)
          : Number.NaN;
  if (hours > 18 || minutes > 59) return Number.NaN;
  return (sign === 45 ? -1 : 1) * (hours * 60 + minutes);
}

/** The number that so many digits make; NaN where one is no digit. */
export function digits(text: string, begin: number, count: number): number {
  let value = 0;
  for (let index = begin; index < begin + count; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
