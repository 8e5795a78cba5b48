/** Where every service reads the time, so that a tester can move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch, as the services see them. */
  nowMillis(): number;
}

/** Source of unpredictable values; tests pass a seeded one. */
export interface Random {
  /** `count` random bytes. */
  bytes(count: number): Uint8Array;
}
