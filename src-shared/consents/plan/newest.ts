/** Finds, for a user and an agreement, the row that holds. */
export interface Newest {
  /** Lets a row take part; rows come in the order of the file. */
  add(row: number): void;
  /** The row that holds for the user and the agreement of another. */
  winner(row: number): number;
}

/** Access to the rows that take part. */
export interface DatedRows {
  readonly count: number;
  userOf(row: number): number;
  agreementOf(row: number): number;
  /** When it was consented, in milliseconds. */
  timeOf(row: number): number;
}

/**
 * Makes the contest in which the newest consent of each user to each agreement wins, the first in the file of equally
 * old ones: what the platform keeps is one state for the two, and an older one that came later would take its place.
 * An open-addressing table of row numbers: a million take 8 MB.
 */
export function createNewest({ count, userOf, agreementOf, timeOf }: DatedRows): Newest {
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, count * 2)));
  /** Row plus one; 0 is free. */
  const slots = new Int32Array(size);

  function slotOf(row: number): number {
    const user = userOf(row);
    const agreement = agreementOf(row);
    let slot = (Math.imul(user, 0x9e3779b1) ^ Math.imul(agreement + 1, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    for (;;) {
      const held = (slots[slot] ?? 0) - 1;
      if (held < 0 || (userOf(held) === user && agreementOf(held) === agreement)) return slot;
      slot = (slot + 1) & (size - 1);
    }
  }

  return {
    add(row) {
      const slot = slotOf(row);
      const held = (slots[slot] ?? 0) - 1;
      if (held < 0 || timeOf(row) > timeOf(held)) slots[slot] = row + 1;
    },
    winner: (row) => (slots[slotOf(row)] ?? 0) - 1,
  };
}
