/** A date and a time as they are written. */
export interface LocalTime {
  /** Milliseconds since 1970, counted as if the text were of UTC. */
  readonly millis: number;
  /** East of UTC; null where the text does not say. */
  readonly offsetMinutes: number | null;
}

/** Reads a text of one format; null where it is not of that. */
export type ReadLocal = (text: string) => LocalTime | null;
