import type { SimulationResult } from './types.ts';

/** The figures of a simulation: those of the requests that the route takes, and beside them those that it does not. */
export interface Figures {
  /** Requests that the route takes, retries included. */
  readonly offered: number;
  readonly allowed: number;
  readonly refused: number;
  readonly failed: number;
  /** Among the allowed. */
  readonly unthrottled: number;
  readonly shadowed: number;
  readonly retries: number;
  readonly gaveUp: number;
  /** Part of the offered, 0 … 1; 0 where nothing was offered. */
  readonly refusedShare: number;
  /** Requests that the route does not take: in none of the numbers above. */
  readonly notTaken: number;
  /** Everything that was sent: offered and not taken. */
  readonly all: number;
}

/** The figures of a simulation: screen, command line, report and assertions show these, and compute none. */
export function figuresOf({ totals }: Pick<SimulationResult, 'totals'>): Figures {
  const { offered, accepted, refused, failed, unthrottled, shadowed, retries, gaveUp, notTaken } = totals;
  return {
    offered,
    allowed: accepted,
    refused,
    failed,
    unthrottled,
    shadowed,
    retries,
    gaveUp,
    refusedShare: shareOf(refused, offered),
    notTaken,
    all: offered + notTaken,
  };
}

/** A part of a whole, 0 … 1; 0 where there is nothing of it. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Decimals of a percentage at most. */
const maxDecimals = 2;

/** How a share is to be written: rounded, or as a bound where rounding would tell of nothing or of all. */
export interface ShareWords {
  readonly sign: '' | '<' | '>';
  /** The percentage, 0 … 100, rounded to `decimals`. */
  readonly percent: number;
  readonly decimals: number;
}

/**
 * Rounds a share so that 0 % says “none” and 100 % says “all”, and nothing else is written so: 99.98 % keeps its
 * decimals, and what even two decimals would round away is “> 99.99 %” or “< 0.01 %”.
 */
export function shareWords(share: number, decimals = 1): ShareWords {
  const percent = share * 100;
  for (let tried = decimals; tried <= Math.max(decimals, maxDecimals); tried += 1) {
    const rounded = Number(percent.toFixed(tried));
    if ((rounded !== 0 || share <= 0) && (rounded !== 100 || share >= 1))
      return { sign: '', percent: rounded, decimals: tried };
  }
  return share < 0.5
    ? { sign: '<', percent: 0.01, decimals: maxDecimals }
    : { sign: '>', percent: 99.99, decimals: maxDecimals };
}

/** A share for command line and reports: `38 %`, `99.98 %`, `> 99.99 %`. */
export function shareText(share: number, decimals = 1): string {
  const { sign, percent } = shareWords(share, decimals);
  return `${sign === '' ? '' : `${sign} `}${percent} %`;
}
