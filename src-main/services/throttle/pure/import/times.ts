import { isTimeName } from './roles.ts';
import { anyOrder, type OrderOfDates, slashedMillis } from './slashed-dates.ts';

const months = 'janfebmaraprmayjunjulaugsepoctnovdec';
const commonLog =
  /^\[?(\d{1,2})\/([A-Za-z]{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?: ([+-])(\d{2})(\d{2}))?\]?$/;
const isoDate = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i;
const number = /^-?\d+(?:\.\d+)?$/;
const isMillisName = /(?:ms|milli)/i;

/** From these counts on, a number since 1970 is in this unit: in seconds it would lie in a far future. */
const secondsSince1970 = 1e8;
const millisSince1970 = 1e11;
const microsSince1970 = 1e14;
const nanosSince1970 = 1e17;

/**
 * A time in milliseconds, from any fixed moment: ISO 8601 (without a zone as UTC), the format of web servers' logs, a
 * number since 1970 or since the start, or a date with slashes. null: the text is no time. `name` is that of its column.
 */
export function timeMillis(text: string, name: string, orders: OrderOfDates = anyOrder): number | null {
  const trimmed = text.trim();
  if (number.test(trimmed)) return numericMillis(Number(trimmed), name);
  const iso = isoDate.exec(trimmed);
  if (iso !== null) {
    const [, date = '', time = '', zone = 'Z'] = iso;
    const colon = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
    const millis = Date.parse(`${date}T${time.replace(',', '.')}${colon}`);
    return Number.isNaN(millis) ? null : millis;
  }
  return commonLogMillis(trimmed) ?? slashedMillis(trimmed, orders);
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
  const month = months.indexOf(monthName.toLowerCase()) / 3;
  if (!Number.isInteger(month) || month < 0) return null;
  const millis = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  const offsetMinutes = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  return millis - offsetMinutes * 60_000 + Number(`0.${fraction}`) * 1_000;
}

/** Times that can be read, for messages. */
export const readableTimes =
  'Times are read as ISO 8601, as web servers write them, as dates such as 30/03/2025 00:59:31, and as numbers since 1970.';

const shownCharacters = 40;

/** Says why a line has no time: its column has none, or no column does; `time` is the column, if one is known. */
export function noTimeText(time: string | null, names: readonly string[], values: readonly string[]): string {
  const column = time ?? names.find(isTimeName);
  if (column === undefined) return 'No column holds a time.';
  const text = values[names.indexOf(column)];
  const shown = text === undefined ? 'nothing' : `“${text.slice(0, shownCharacters)}”`;
  return `${column} is ${shown}, which is no time.`;
}
