import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import { areOneExchange, portOf } from '#shared/exchange/exchange-pair.ts';
import type { RowsChange } from './exchange-rows.ts';

/** Records of one port that wait for their other end; older ones stay alone. */
const maxWaiting = 8;
const alone = -1;

/** Which two records are of one exchange, by their positions. */
export interface ExchangePairs {
  /** How many exchanges have both their records here. */
  readonly count: number;
  /** The position of the record taken at the other end; −1: none. */
  partnerOf(position: number): number;
  /** Follows a change of the rows; gives the earlier positions that are paired otherwise than before. */
  follow(change: RowsChange): readonly number[];
}

/** Pairs records as they come: the one that a client of this engine made, and the one of the service that it asked. */
export function createExchangePairs(rows: readonly StoredSummary[]): ExchangePairs {
  let partners: number[] = [];
  let waiting = new Map<number, number[]>();
  let count = 0;

  /** Looks at the rows that came; gives those that were there before and found their other end. */
  function extend(): number[] {
    const found: number[] = [];
    const known = partners.length;
    for (let position = known; position < rows.length; position += 1) {
      const other = takePartner(position);
      partners.push(other);
      if (other === alone) continue;
      partners[other] = position;
      count += 1;
      if (other < known) found.push(other);
    }
    return found;
  }

  function takePartner(position: number): number {
    const row = rows[position];
    if (row === undefined || row.clientPort === 0) return alone;
    const candidates = waiting.get(row.clientPort) ?? [];
    const index = candidates.findIndex((candidate) => areBothEnds(rows[candidate], row));
    const [partner] = index < 0 ? [] : candidates.splice(index, 1);
    if (partner !== undefined) return partner;
    candidates.push(position);
    waiting.set(row.clientPort, candidates.slice(-maxWaiting));
    return alone;
  }

  /** Pairs everything anew: a shift is rare, and what is left of a pair has to be told. */
  function pairAnew({ kept, gone, moved }: RowsChange): number[] {
    const former = partners;
    partners = [];
    waiting = new Map();
    count = 0;
    extend();
    const formerOf = (position: number) => (position < kept ? position : position + gone);
    const isOther = (position: number) => {
      const before = former[formerOf(position)] ?? alone;
      const now = partners[position] ?? alone;
      return (now === alone ? alone : formerOf(now)) !== before;
    };
    return Array.from({ length: kept + moved }, (_, position) => position).filter(isOther);
  }

  return {
    get count() {
      return count;
    },
    partnerOf: (position) => partners[position] ?? alone,
    follow: (change) => (change.isShift ? pairAnew(change) : extend()),
  };
}

/** Records of the same client port belong to one exchange only if they share the server's port too. */
function areBothEnds(one: StoredSummary | undefined, other: StoredSummary): boolean {
  return one !== undefined && portOf(one.origin) === portOf(other.origin) && areOneExchange(one, other);
}
