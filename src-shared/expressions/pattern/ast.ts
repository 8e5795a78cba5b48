/** Characters from one code unit to another, both included. */
export type CharacterRange = readonly [from: number, to: number];

/** A regular expression that was read. */
export type PatternNode =
  | { readonly kind: 'empty' }
  /** One character of the ranges. */
  | { readonly kind: 'set'; readonly ranges: readonly CharacterRange[] }
  | { readonly kind: 'assert'; readonly at: 'start' | 'end' | 'word' | 'no-word' }
  | { readonly kind: 'group'; readonly node: PatternNode; readonly index: number | null }
  | { readonly kind: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'alternatives'; readonly nodes: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly node: PatternNode;
      readonly min: number;
      /** Infinity: without end. */
      readonly max: number;
      readonly isGreedy: boolean;
    };

export interface ParsedPattern {
  readonly node: PatternNode;
  readonly groups: number;
}

/** Why a regular expression is not read, and where in it. */
export class PatternRefusal extends Error {
  readonly offset: number;
  readonly length: number;

  constructor(message: string, offset: number, length: number) {
    super(message);
    this.offset = offset;
    this.length = length;
  }
}
