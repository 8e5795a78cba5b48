/** A request of a log that a test made, with what the test knows of it. */
export interface KnownRequest {
  readonly atMillis: number;
  readonly client: string;
  readonly group: string;
  readonly isTaken: boolean;
}

export interface KnownCounts {
  accepted: number;
  refused: number;
}

export interface KnownLimit {
  readonly requests: number;
  readonly perMillis: number;
}

/**
 * A token bucket by hand, which shares no line with the product: credit in milliseconds, one token costs
 * perMillis / requests of it. Requests come in the order of the list.
 */
export function countsByHand(list: readonly KnownRequest[], { requests, perMillis }: KnownLimit) {
  const cost = perMillis / requests;
  if (!Number.isInteger(cost)) throw new Error('Choose numbers whose quotient is whole');
  const buckets = new Map<string, { credit: number; atMillis: number }>();
  const groups = new Map<string, KnownCounts>();
  const clients = new Map<string, KnownCounts>();
  let untaken = 0;
  for (const { atMillis, client, group, isTaken } of list) {
    if (!isTaken) {
      untaken += 1;
      continue;
    }
    const bucket = buckets.get(group) ?? { credit: perMillis, atMillis };
    bucket.credit = Math.min(perMillis, bucket.credit + atMillis - bucket.atMillis);
    bucket.atMillis = atMillis;
    const isAccepted = bucket.credit >= cost;
    if (isAccepted) bucket.credit -= cost;
    buckets.set(group, bucket);
    for (const [table, name] of [
      [groups, group],
      [clients, client],
    ] as const) {
      const counts = table.get(name) ?? { accepted: 0, refused: 0 };
      counts[isAccepted ? 'accepted' : 'refused'] += 1;
      table.set(name, counts);
    }
  }
  return { groups, clients, untaken };
}
