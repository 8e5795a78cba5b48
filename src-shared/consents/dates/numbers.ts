import type { LocalTime } from './local-time.ts';

const millisPerDay = 86_400_000;
/** 9999-12-31 in the system of 1900. */
const lastSerial = 2_958_465.999_999_999;
/** The serial number of 1970-01-01 in either system. ECMA-376 part 1 §18.17.4 */
const unixDay = { 1900: 25_569, 1904: 24_107 } as const;
/** A 29 February 1900, which never was, is day 60 of the system of 1900: before it everything is a day off. */
const feignedDay = 60;

/** Local milliseconds of the serial number of a spreadsheet; null where it names no day. */
export function serialMillis(serial: number, system: 1900 | 1904): number | null {
  if (!(serial >= 0 && serial <= lastSerial)) return null;
  if (system === 1900 && serial >= feignedDay && serial < feignedDay + 1) return null;
  const shifted = system === 1900 && serial < feignedDay ? serial + 1 : serial;
  // To the millisecond: a serial has no more than that in 15 digits.
  return Math.round((shifted - unixDay[system]) * millisPerDay);
}

/** Serial number of local milliseconds: the inverse of `serialMillis`. */
export function serialOf(localMillis: number, system: 1900 | 1904): number {
  const serial = localMillis / millisPerDay + unixDay[system];
  return system === 1900 && serial < feignedDay + 1 ? serial - 1 : serial;
}

/** Reads a serial number in digits. */
export function readSerial(text: string, system: 1900 | 1904): LocalTime | null {
  if (!/^\d{1,7}(?:[.,]\d+)?$/.test(text)) return null;
  const millis = serialMillis(Number(text.replace(',', '.')), system);
  return millis === null ? null : { millis, offsetMinutes: null };
}

/** Reads whole seconds or milliseconds since 1970, which name an instant by themselves. */
export function readEpoch(text: string, millisPerUnit: 1 | 1_000): LocalTime | null {
  if (!/^-?\d{1,15}$/.test(text)) return null;
  const millis = Number(text) * millisPerUnit;
  return Math.abs(millis) > 8.64e15 ? null : { millis, offsetMinutes: 0 };
}
