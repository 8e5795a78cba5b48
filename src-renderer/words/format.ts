import { shareWords } from '#shared/throttle/simulation/figures.ts';
import { formatLocale as locale } from './locale.ts';

const nbsp = '\u00a0';

const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const clockTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false });
const wireTime = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});
const fullTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hour12: false });

/** A number with so many decimals. */
export function formatDecimal(value: number, decimals: number): string {
  return decimalFormat(decimals, decimals).format(value);
}

/** A number with so many decimals at most. */
export function formatTrimmed(value: number, decimals: number): string {
  return decimalFormat(0, decimals).format(value);
}

/**
 * A share of 1 in percent, with so many decimals at most: `38.1%`; 0 and 100% stand for none and all alone, and what
 * would be rounded to them is `< 0.01%` or `> 99.99%`.
 */
export function formatShare(share: number, decimals = 1): string {
  const { sign, percent, decimals: wanted } = shareWords(share, decimals);
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: wanted });
  return `${sign === '' ? '' : `${sign}${nbsp}`}${format.format(percent / 100)}`;
}

const decimalFormats = new Map<string, Intl.NumberFormat>();

// A format takes far longer to make than to use, and charts use it for every tick.
function decimalFormat(minimumFractionDigits: number, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${minimumFractionDigits} ${maximumFractionDigits}`;
  const known = decimalFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, {
    minimumFractionDigits,
    maximumFractionDigits,
    useGrouping: false,
  });
  decimalFormats.set(key, made);
  return made;
}

/** A whole number with thousands separators. */
export function formatCount(value: number): string {
  return integer.format(value);
}

/** Hours and minutes of an instant in epoch milliseconds. */
export function formatTime(millis: number): string {
  return clockTime.format(millis);
}

/** An instant in epoch milliseconds to the millisecond, as the wire list shows it. */
export function formatWireTime(millis: number): string {
  return wireTime.format(millis);
}

/** Date and time of an instant in epoch milliseconds. */
export function formatDateTime(millis: number): string {
  return fullTime.format(millis);
}

/** How long an exchange took, from microseconds: `0.4 ms`, `14 ms`, `2.3 s`. */
export function formatDuration(micros: number): string {
  if (micros < 1_000) return `${formatDecimal(micros / 1_000, 1)}${nbsp}ms`;
  if (micros < 1_000_000) return `${integer.format(micros / 1_000)}${nbsp}ms`;
  return `${formatDecimal(micros / 1_000_000, 1)}${nbsp}s`;
}

/** A size in bytes: `312 B`, `4.1 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${integer.format(bytes)}${nbsp}B`;
  if (bytes < 1_000_000) return `${formatDecimal(bytes / 1_000, 1)}${nbsp}kB`;
  return `${formatDecimal(bytes / 1_000_000, 1)}${nbsp}MB`;
}

/** Time left in milliseconds as `m:ss`, or `h:mm:ss` from an hour on; never below zero. */
export function formatCountdown(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** A difference in milliseconds as its two largest units: `+1 d 2 h`, `−5 min`. */
export function formatOffset(millis: number): string {
  const total = Math.round(Math.abs(millis) / 1_000);
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const;
  let rest = total;
  const parts: string[] = [];
  for (const [unit, seconds] of units) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0 && parts.length < 2) parts.push(`${integer.format(count)}${nbsp}${unit}`);
  }
  return `${millis < 0 ? '−' : '+'}${parts.length === 0 ? `0${nbsp}s` : parts.join(' ')}`;
}

/** How long something took, in milliseconds: as a duration below a minute, else as its two largest units. */
export function formatElapsed(millis: number): string {
  return millis < 60_000 ? formatDuration(millis * 1_000) : formatOffset(millis).slice(1);
}

/** An instant against another, both in epoch milliseconds: `in 5 min`, `2 h ago`. */
export function formatRelative(millis: number, nowMillis: number): string {
  const distance = formatOffset(Math.abs(millis - nowMillis)).slice(1);
  if (millis >= nowMillis) return `in ${distance}`;
  return locale === 'de-DE' ? `vor ${distance}` : `${distance} ago`;
}

const ageFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const ageUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago something was, in its largest unit: `now`, `4 min ago`, `yesterday`. */
export function formatAge(millis: number): string {
  const seconds = Math.max(0, millis) / 1_000;
  const [unit, size] = ageUnits.find(([, least]) => seconds >= least) ?? ['second', 60];
  return ageFormat.format(0 - Math.floor(seconds / size), unit);
}
