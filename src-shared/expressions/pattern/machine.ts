import { assertNever } from '../../errors/index.ts';
import { LimitExceeded } from '../values.ts';
import type { Instruction } from './program.ts';
import { isInRanges, isWordUnit } from './sets.ts';

/** Where groups begin and end: two places for each, −1 where a group took no part. */
export type Places = readonly number[];

/** Places of groups that are copied in the time of a step. */
export const slotsPerStep = 64;

/** Steps that several matches may take together. */
export interface StepBudget {
  left: number;
}

interface Threads {
  /** Instructions of a thread, best first. */
  readonly at: number[];
  readonly places: Places[];
}

/**
 * Runs all ways through a pattern at once, each instruction at most once for each character: the time is bounded by
 * the product of both lengths whatever they are. R. Pike's method; the leftmost match wins, and in it what was written
 * first.
 */
class Machine {
  readonly #program: readonly Instruction[];
  readonly #text: string;
  /** Step in which an instruction was last reached. */
  readonly #reached: Int32Array;
  /** Instructions that were reached, and what was copied for them. */
  steps: number;

  constructor(program: readonly Instruction[], text: string) {
    this.#program = program;
    this.#text = text;
    this.#reached = new Int32Array(program.length).fill(-1);
    this.steps = program.length / slotsPerStep;
  }

  run(slots: number, isWhole: boolean, max: number): Places | null {
    const none: Places = Array.from({ length: slots }, () => -1);
    let threads: Threads = { at: [], places: [] };
    let found: Places | null = null;
    for (let at = 0; at <= this.#text.length; at += 1) {
      // A whole match begins at the start, and nowhere once something better is under way.
      if (found === null && (at === 0 || !isWhole)) this.#follow(threads, 0, at, none);
      if (threads.at.length === 0 && (found !== null || isWhole)) break;
      if (this.steps > max) throw new LimitExceeded('The text is too long for this regular expression.');
      const next: Threads = { at: [], places: [] };
      found = this.#step(threads, next, at, isWhole) ?? found;
      threads = next;
    }
    return found;
  }

  /** Moves every thread over one character; gives the match that the best of them has reached. */
  #step(threads: Threads, next: Threads, at: number, isWhole: boolean): Places | null {
    const unit = at < this.#text.length ? this.#text.charCodeAt(at) : -1;
    for (let index = 0; index < threads.at.length; index += 1) {
      const address = threads.at[index] ?? 0;
      const instruction = this.#program[address];
      const places = threads.places[index] ?? [];
      if (instruction?.op === 'match') {
        if (!isWhole || unit === -1) return places;
      } else if (instruction?.op === 'set' && unit !== -1 && isInRanges(instruction.ranges, unit))
        this.#follow(next, address + 1, at + 1, places);
    }
    return null;
  }

  /** Adds the threads that come of an address without a character. */
  #follow(threads: Threads, address: number, at: number, places: Places): void {
    const instruction = this.#program[address];
    if (instruction === undefined || this.#reached[address] === at) return;
    this.#reached[address] = at;
    this.steps += 1;
    switch (instruction.op) {
      case 'jump':
        this.#follow(threads, instruction.to, at, places);
        return;
      case 'split':
        this.#follow(threads, instruction.first, at, places);
        this.#follow(threads, instruction.second, at, places);
        return;
      case 'save':
        this.steps += places.length / slotsPerStep;
        this.#follow(threads, address + 1, at, places.with(instruction.slot, at));
        return;
      case 'assert':
        if (this.#holds(instruction.at, at)) this.#follow(threads, address + 1, at, places);
        return;
      case 'set':
      case 'match':
        threads.at.push(address);
        threads.places.push(places);
        return;
      default:
        assertNever(instruction);
    }
  }

  #holds(range: 'start' | 'end' | 'word' | 'no-word', at: number): boolean {
    if (range === 'start') return at === 0;
    if (range === 'end') return at === this.#text.length;
    const isWordAt = (index: number) =>
      index >= 0 && index < this.#text.length && isWordUnit(this.#text.charCodeAt(index));
    return (isWordAt(at - 1) !== isWordAt(at)) === (range === 'word');
  }
}

/**
 * The first match of a pattern's instructions in a text, or null; `isWhole`: nothing may be left over.
 * @throws LimitExceeded after `most` steps
 */
export function runProgram(
  program: readonly Instruction[],
  groups: number,
  text: string,
  {
    isWhole,
    budget,
    max = Number.POSITIVE_INFINITY,
  }: { readonly isWhole: boolean; readonly budget: StepBudget | null; readonly max?: number },
): Places | null {
  const machine = new Machine(program, text);
  const found = machine.run((groups + 1) * 2, isWhole, max);
  if (budget !== null) budget.left -= machine.steps;
  return found;
}
