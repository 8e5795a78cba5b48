const millisPerMinute = 60_000;
const millisPerDay = 86_400_000;

/** The conversion of local times, which are counted as if they were UTC. */
export interface Zone {
  /** Returns the instant of a local time. */
  toInstant(localMillis: number): number;
  /**
   * The local time that the clocks of the zone show where they skip the given one; null where they do not skip it. Absent
   * in a zone whose clocks never change.
   */
  readonly shownInstead: ((localMillis: number) => number | null) | null;
}

/**
 * Makes the conversion for `UTC`, an offset such as `+02:00`, or an IANA name; null where there is no such zone.
 * A time that the clocks skip is as far behind the jump as it is after its begin, and one that comes twice is the
 * earlier: what RFC 5545 §3.3.5 says of local times.
 */
export function zoneOf(name: string): Zone | null {
  if (name === 'UTC' || name === 'Z') return { toInstant: (local) => local, shownInstead: null };
  const offset = /^([+-])(\d\d):?(\d\d)$/.exec(name);
  if (offset !== null) {
    const [, sign, hours, minutes] = offset;
    const millis = (Number(hours) * 60 + Number(minutes)) * millisPerMinute * (sign === '-' ? -1 : 1);
    return Number(hours) > 18 || Number(minutes) > 59
      ? null
      : { toInstant: (local) => local - millis, shownInstead: null };
  }
  return ianaZone(name);
}

function ianaZone(name: string): Zone | null {
  const offsetAt = offsetReader(name);
  if (offsetAt === null) return null;
  /** Offset of all times of a local day; NaN where the clocks change around it. */
  const ofDays = new Map<number, number>();
  const dayOffset = (local: number): number => {
    const day = Math.floor(local / millisPerDay);
    let offset = ofDays.get(day);
    if (offset === undefined) {
      const before = offsetAt((day - 1) * millisPerDay);
      offset = before === offsetAt((day + 2) * millisPerDay) ? before : Number.NaN;
      ofDays.set(day, offset);
    }
    return offset;
  };
  return {
    toInstant(local) {
      const offset = dayOffset(local);
      return local - (Number.isNaN(offset) ? offsetOfLocal(local, offsetAt) : offset);
    },
    shownInstead(local) {
      if (!Number.isNaN(dayOffset(local))) return null;
      const instant = local - offsetOfLocal(local, offsetAt);
      const shown = instant + offsetAt(instant);
      return shown === local ? null : shown;
    },
  };
}

/** The offset of a local time near a change: of two that fit the earlier instant, of none the one before the jump. */
function offsetOfLocal(local: number, offsetAt: (instant: number) => number): number {
  const before = offsetAt(local - millisPerDay);
  const after = offsetAt(local + millisPerDay);
  if (offsetAt(local - before) === before) return before;
  return offsetAt(local - after) === after ? after : before;
}

function offsetReader(name: string): ((instant: number) => number) | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
  } catch {
    return null;
  }
  return (instant) => {
    const parts: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = value;
    const of = (type: string) => Number(parts[type]);
    const year = parts['era'] === 'BC' ? 1 - of('year') : of('year');
    const local =
      utcMillis(year, of('month'), of('day')) + timeMillis(of('hour'), of('minute'), of('second'), 0);
    return local - Math.floor(instant / 1_000) * 1_000;
  };
}

/** Milliseconds since 1970 of the begin of a day of the proleptic Gregorian calendar; NaN where there is no such day. */
export function utcMillis(year: number, month: number, day: number): number {
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return Number.NaN;
  // Days from the civil calendar, counted from March: H. Hinnant, chrono-compatible low-level date algorithms.
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return (era * 146_097 + dayOfEra - 719_468) * millisPerDay;
}

/** Milliseconds of a time of day; NaN where there is no such time. A leap second is the second before it. */
export function timeMillis(hour: number, minute: number, second: number, millis: number): number {
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN;
  return ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1_000 + millis;
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 0);
}
