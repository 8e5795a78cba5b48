import { formatTrimmed } from '#renderer/words/format.ts';

/** A duration for a readout, in whole seconds: `7:48` minutes, or `1:07:48` from an hour on. */
export function readoutText(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}

/** A rate or limit, short enough for a readout: `9.8`, `120`. */
export function rateText(perSecond: number): string {
  return formatTrimmed(perSecond, perSecond < 100 ? 1 : 0);
}
