import { firstFrom } from '../sorted-places.ts';

/** A stretch of a script: what it does there may be skipped, repeated, or left to a call. */
export interface Stretch {
  readonly at: number;
  /** Offset behind it. */
  readonly end: number;
  readonly kind: 'function' | 'class' | 'branch' | 'loop' | 'block';
}

/** A stretch with the one around it. */
export interface Block extends Stretch {
  readonly around: Block | null;
  readonly depth: number;
}

/** Blocks nested deeper than this are not tracked: each name is looked up in every enclosing block. */
const deepest = 200;

/** The stretches of a script, which lie within each other. */
export class Blocks {
  readonly #all: readonly Block[];

  constructor(stretches: readonly Stretch[]) {
    const all: Block[] = [];
    let around: Block | null = null;
    for (const stretch of stretches.toSorted((one, other) => one.at - other.at || other.end - one.end)) {
      while (around !== null && stretch.at >= around.end) around = around.around;
      const depth: number = (around?.depth ?? 0) + 1;
      if (depth > deepest) continue;
      around = { ...stretch, around, depth };
      all.push(around);
    }
    this.#all = all;
  }

  /** The innermost block around a place; null: it lies in none. */
  within(at: number): Block | null {
    let block = this.#all[firstBehind(this.#all, at + 1) - 1] ?? null;
    while (block !== null && at >= block.end) block = block.around;
    return block;
  }

  /** The innermost block of some kinds around a place; null: it lies in none. */
  around(at: number, kinds: readonly Stretch['kind'][]): Block | null {
    let block = this.within(at);
    while (block !== null && !kinds.includes(block.kind)) block = block.around;
    return block;
  }

  /** The function around a place; null: it lies in none. */
  functionAround(at: number): Block | null {
    return this.around(at, ['function']);
  }

  /** True if the code at one place has run once the code at another one does that comes behind it. */
  isSure(at: number, use: number): boolean {
    return holds(this.around(at, ['function', 'branch', 'loop']), use);
  }

  /** True if both places are run again and again, and a third one is not with them. */
  isRepeated(at: number, use: number, other: number): boolean {
    for (let block = this.within(use); block !== null; block = block.around)
      if (block.kind === 'loop' && holds(block, at) && !holds(block, other)) return true;
    return false;
  }
}

/** True if a place lies in a block; null: the whole script. */
export function holds(block: Block | null, at: number): boolean {
  return block === null || (block.at <= at && at < block.end);
}

/** Index of the first of what is sorted by its places that does not stand before one. */
export function firstBehind(sorted: readonly { readonly at: number }[], at: number): number {
  return firstFrom(sorted.length, (index) => sorted[index]?.at ?? 0, at);
}
