import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import type { SummaryBlock, SummarySnapshot } from '#main/platform/ports.ts';

/**
 * The changes that a snapshot made: the first `kept` rows stay in place, the next `gone` rows left, the `moved` rows
 * after those are now `gone` places nearer to the front. All that follows is new.
 */
export interface RowsChange {
  readonly kept: number;
  readonly gone: number;
  readonly moved: number;
  /** True if a row that was there is elsewhere or gone, so that positions mean other rows. */
  readonly isShift: boolean;
}

interface LoadedBlock extends SummaryBlock {
  /** Null where the key at hand does not open it. */
  readonly rows: readonly StoredSummary[] | null;
}

const keyOf = ({ sequence, revision }: SummaryBlock): string => `${sequence}:${revision}`;

/** All stored exchanges in the order in which they came, the oldest first. */
export interface ExchangeRows {
  readonly all: readonly StoredSummary[];
  /** Takes over the stored exchanges; loads only missing blocks. Null if nothing changed. */
  take(snapshot: SummarySnapshot): RowsChange | null;
  /** Lets the next snapshot load again what did not open. */
  forgetUnopened(): void;
}

/** Makes the list, empty. */
export function createExchangeRows(): ExchangeRows {
  const rows: StoredSummary[] = [];
  let blocks: readonly LoadedBlock[] = [];
  return {
    all: rows,
    take(snapshot) {
      const same = leadingSame(blocks, snapshot.blocks);
      if (same === blocks.length && same === snapshot.blocks.length) return null;
      const known = new Map(blocks.slice(same).map((block) => [keyOf(block), block]));
      const start = blocks.slice(0, same).reduce((sum, block) => sum + (block.rows?.length ?? 0), 0);
      const next = snapshot.blocks.slice(same).map((block): LoadedBlock => {
        const { sequence, revision } = block;
        return known.get(keyOf(block)) ?? { sequence, revision, rows: snapshot.load(block) };
      });
      const tail = next.flatMap((block) => block.rows ?? []);
      const change = compare(rows, tail, start);
      rows.length = start;
      for (const row of tail) rows.push(row);
      blocks = [...blocks.slice(0, same), ...next];
      return change;
    },
    forgetUnopened() {
      blocks = blocks.filter((block) => block.rows !== null);
    },
  };
}

function leadingSame(former: readonly SummaryBlock[], next: readonly SummaryBlock[]): number {
  const differing = former.findIndex((block, index) => {
    const other = next[index];
    return other === undefined || keyOf(other) !== keyOf(block);
  });
  return differing < 0 ? former.length : differing;
}

/** By their ids: blocks that were joined, or that lost a row, hold the others as they were. */
function compare(
  former: readonly StoredSummary[],
  tail: readonly StoredSummary[],
  start: number,
): RowsChange {
  const isSame = (at: number, tailAt: number): boolean => {
    const row = former[at];
    return row !== undefined && row.id === tail[tailAt]?.id;
  };
  let kept = start;
  while (isSame(kept, kept - start)) kept += 1;
  const first = tail[kept - start];
  const found =
    first === undefined ? -1 : former.findIndex(({ id }, index) => index >= kept && id === first.id);
  const gone = (found < 0 ? former.length : found) - kept;
  let moved = 0;
  while (isSame(kept + gone + moved, kept - start + moved)) moved += 1;
  return { kept, gone, moved, isShift: kept < former.length };
}
