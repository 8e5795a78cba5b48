const dayMillis = 86_400_000;
const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const instant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A point in time of a filter: an instant, or a time of day that holds on every day, in milliseconds. */
export type FilterTime =
  | { readonly kind: 'instant'; readonly millis: number; readonly isLocal: boolean }
  | { readonly kind: 'time-of-day'; readonly millis: number };

/** Reads HH:MM, HH:MM:SS or an ISO date, with or without time and zone; null for anything else. */
export function parseFilterTime(text: string): FilterTime | null {
  const clock = timeOfDay.exec(text);
  if (clock !== null) {
    const [hours = 0, minutes = 0, seconds = 0] = clock.slice(1).map((part) => Number(part ?? 0));
    return { kind: 'time-of-day', millis: ((hours * 60 + minutes) * 60 + seconds) * 1_000 };
  }
  const zone = instant.exec(text);
  if (zone === null) return null;
  const isLocal = zone[1] === undefined;
  const withTime = text.length > 10 ? text : `${text}T00:00`;
  const millis = Date.parse(isLocal ? `${withTime}Z` : withTime);
  return Number.isNaN(millis) ? null : { kind: 'instant', millis, isLocal };
}

/**
 * Compares an instant with a time of a filter: below 0 before it, 0 at it. Offset in minutes ahead of UTC.
 */
export function compareToFilterTime(millis: number, time: FilterTime, zoneOffsetMinutes: number): number {
  const offsetMillis = zoneOffsetMinutes * 60_000;
  if (time.kind === 'instant') return millis - (time.isLocal ? time.millis - offsetMillis : time.millis);
  const local = (millis + offsetMillis) % dayMillis;
  return (local < 0 ? local + dayMillis : local) - time.millis;
}
