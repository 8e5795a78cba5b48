/** The fields that tell when an exchange arrived. */
export interface ArrivedRecord {
  readonly id: string;
  readonly startedAtMillis: number;
  readonly durationMicros: number;
}

/** How far the clock of the services is from the machine's before both are worth telling apart, in milliseconds. */
const movedMillis = 2_000;

/**
 * When a record came into the state, in epoch milliseconds of the machine's clock; null for an id that does not say.
 * Its head is the time in base 36; that of an imported exchange stands behind an `h`.
 */
export function keptSinceMillis(id: string): number | null {
  const stem = /^h?(0[0-9a-z]{8})/.exec(id)?.[1];
  return stem === undefined ? null : Number.parseInt(stem, 36);
}

/**
 * When an exchange began, in epoch milliseconds of the machine's clock. Where the clock of the services was moved it
 * differs from `startedAtMillis`; an imported exchange keeps the time of its recording.
 */
export function arrivedAtMillis({ id, startedAtMillis, durationMicros }: ArrivedRecord): number {
  const keptSince = id.startsWith('h') ? null : keptSinceMillis(id);
  if (keptSince === null) return startedAtMillis;
  const arrivedAt = keptSince - Math.round(durationMicros / 1_000);
  return Math.abs(arrivedAt - startedAtMillis) < movedMillis ? startedAtMillis : arrivedAt;
}
