import { isTimeName } from './roles.ts';
import { anyOrder, type OrderOfDates, slashedMillis } from './slashed-dates.ts';

const monthNames = 'janfebmaraprmayjunjulaugsepoctnovdec';
const commonLog =
  /^\[?(\d{1,2})\/([A-Za-z]{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?: ([+-])(\d{2})(\d{2}))?\]?$/;
/** With hyphens, or with slashes as much of Asia and the error log of nginx write it. */
const yearFirst =
  /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})[T ](\d{1,2})(:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i;
const number = /^-?\d+(?:\.\d+)?$/;
const isMillisName = /(?:ms|milli)/i;

/** From these counts on, a number since 1970 is in this unit: in seconds it would lie in a far future. */
const secondsSince1970 = 1e8;
const millisSince1970 = 1e11;
const microsSince1970 = 1e14;
const nanosSince1970 = 1e17;

/**
 * A time in milliseconds, from any fixed moment: ISO 8601 (without a zone as UTC), the format of web servers' logs, a
 * number since 1970 or since the start, or a date with slashes in any order. null: the text is no time. `name` is that of its column.
 */
export function timeMillis(text: string, name: string, orders: OrderOfDates = anyOrder): number | null {
  const trimmed = text.trim();
  if (number.test(trimmed)) return numericMillis(Number(trimmed), name);
  return yearFirstMillis(trimmed) ?? commonLogMillis(trimmed) ?? slashedMillis(trimmed, orders);
}

function yearFirstMillis(text: string): number | null {
  const match = yearFirst.exec(text);
  if (match === null) return null;
  const [, year = '', , month = '', day = '', hour = '', rest = '', zone = 'Z'] = match;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  // A day that a month does not have would be one of the next month.
  if (Number(day) > last) return null;
  const [months, days, hours] = [month, day, hour].map((part) => part.padStart(2, '0'));
  const colon = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const millis = Date.parse(`${year}-${months}-${days}T${hours}${rest.replace(',', '.')}${colon}`);
  return Number.isNaN(millis) ? null : millis;
}

function numericMillis(value: number, name: string): number {
  if (value >= nanosSince1970) return value / 1e6;
  if (value >= microsSince1970) return value / 1e3;
  if (value >= millisSince1970) return value;
  if (value >= secondsSince1970) return value * 1e3;
  return isMillisName.test(name) ? value : value * 1e3;
}

function commonLogMillis(text: string): number | null {
  const match = commonLog.exec(text);
  if (match === null) return null;
  const [
    ,
    day,
    monthName = '',
    year,
    hour,
    minute,
    second,
    fraction = '0',
    sign = '+',
    zoneHours = '0',
    zoneMinutes = '0',
  ] = match;
  const month = monthNames.indexOf(monthName.toLowerCase()) / 3;
  if (!Number.isInteger(month) || month < 0) return null;
  const millis = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  const offsetMinutes = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  return millis - offsetMinutes * 60_000 + Number(`0.${fraction}`) * 1_000;
}

/** Times that can be read, for messages. */
export const readableTimes =
  'Supported times: ISO 8601, access log times, dates like 30/03/2025 00:59:31, and Unix timestamps. Date and time may be two columns, such as date and time.';

const shownCharacters = 40;

/** Says why a line has no time: its columns have none, or no column does; `times` are the columns, if they are known. */
export function noTimeText(
  times: readonly string[],
  names: readonly string[],
  values: readonly string[],
): string {
  const columns = times.length > 0 ? times : names.filter(isTimeName).slice(0, 1);
  if (columns.length === 0) return 'No column contains times.';
  const named = `column${columns.length > 1 ? 's' : ''} ${columns.join(' and ')}`;
  const texts = columns.map((column) => values[names.indexOf(column)]);
  if (texts.includes(undefined)) return `The line has no ${named}.`;
  return `“${texts.join(' ').trim().slice(0, shownCharacters)}” in ${named} is not a supported time format.`;
}
