import { formatCount, formatTrimmed } from '#renderer/words/format.ts';
import { labMessages } from './words.ts';

const { units } = labMessages.throttle;

/** A length of time for reading: `12.6 s`, `5 min`, `24 h`, `2 d`; whole units above two minutes where it is one. */
export function lengthText(seconds: number): string {
  if (seconds < 120) return units.seconds(formatTrimmed(seconds, 3));
  if (seconds % 86_400 === 0) return units.days(formatTrimmed(seconds / 86_400, 1));
  if (seconds % 3_600 === 0) return units.hours(formatTrimmed(seconds / 3_600, 1));
  if (seconds < 7_200) return units.minutes(formatTrimmed(seconds / 60, 1));
  return units.hours(formatTrimmed(seconds / 3_600, 1));
}

/** The length of a bin: `2 s`, `1 min`. */
export function binText(seconds: number): string {
  return seconds >= 60 && seconds < 3_600 && seconds % 60 === 0
    ? units.minutes(formatTrimmed(seconds / 60, 1))
    : lengthText(seconds);
}

/** A wait in seconds as the readouts show it: `4`, `0.72`, `1,200`. */
export function waitText(seconds: number): string {
  if (seconds >= 100) return formatCount(Math.round(seconds));
  if (seconds > 0 && seconds < 0.001) return `<\u00a0${formatTrimmed(0.001, 3)}`;
  return formatTrimmed(seconds, seconds < 1 ? 3 : 2);
}
