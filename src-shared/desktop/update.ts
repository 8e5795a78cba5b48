import { z } from 'zod';

/** The response of an update feed. */
export const feedSchema = z.object({
  version: z
    .string()
    .max(40)
    .regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  url: z
    .string()
    .max(2_048)
    .regex(/^https:\/\//i),
  notes: z.string().max(20_000).default(''),
});

export type Feed = z.infer<typeof feedSchema>;

const askEveryMillis = 24 * 3_600_000;

/** True if the next check is due: at most once a day. A clock that was set back also makes it due. */
export function isCheckDue(lastMillis: number | null, nowMillis: number): boolean {
  return lastMillis === null || nowMillis < lastMillis || nowMillis - lastMillis >= askEveryMillis;
}

function numbersOf(version: string): readonly number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number);
}

/** True if a version is newer than another. With the same numbers, a release is newer than a pre-release. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  for (const index of [0, 1, 2]) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return than.includes('-') && !version.includes('-');
}
