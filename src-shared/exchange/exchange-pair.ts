/** The fields that decide if two records belong to the same exchange. */
export interface PairableRecord {
  readonly side: 'server' | 'client';
  readonly method: string;
  readonly target: string;
  readonly status: number | null;
  readonly startedAtMillis: number;
  readonly durationMicros: number;
}

/** How far the clocks of both ends may be apart, in milliseconds: an event loop that is busy reads late. */
const slackMillis = 100;

/**
 * True if two records of one connection belong to one exchange: they were taken at different ends, share the request line
 * and the status, and the server's time lies within the client's. Anything less would join requests of one connection.
 */
export function areOneExchange(one: PairableRecord, other: PairableRecord): boolean {
  if (one.side === other.side) return false;
  if (one.method !== other.method || one.target !== other.target) return false;
  if (one.status !== null && other.status !== null && one.status !== other.status) return false;
  const [client, server] = one.side === 'client' ? [one, other] : [other, one];
  return (
    server.startedAtMillis >= client.startedAtMillis - slackMillis &&
    endOf(server) <= endOf(client) + slackMillis
  );
}

const endOf = ({ startedAtMillis, durationMicros }: PairableRecord): number =>
  startedAtMillis + durationMicros / 1_000;

/** The port of an origin, in digits; empty where it names none. */
export const portOf = (origin: string): string => /:(\d+)$/.exec(origin)?.[1] ?? '';
