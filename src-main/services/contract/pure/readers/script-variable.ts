import type { Literal } from './literals.ts';
import type { Block, Blocks } from './script-blocks.ts';

/** A place that gives a variable a value. */
export interface Assignment {
  /** Where it begins, and where the value is there. */
  readonly from: number;
  readonly at: number;
  /** null: only known when the script runs, such as that of a parameter. */
  readonly value: Literal | null;
}

/** A variable; the same name in another block is another one. */
export class Variable {
  readonly #given: Assignment[] = [];
  #sorted: readonly Assignment[] | null = null;
  #functions: ReadonlySet<Block | null> | null = null;

  assign(assignment: Assignment): void {
    this.#given.push(assignment);
    this.#sorted = null;
  }

  /** In the order of the script. */
  get assignments(): readonly Assignment[] {
    this.#sorted ??= this.#given.toSorted((one, other) => one.at - other.at);
    return this.#sorted;
  }

  /** The functions that give it a value; null: the script outside of them. */
  functions(blocks: Blocks): ReadonlySet<Block | null> {
    this.#functions ??= new Set(this.#given.map(({ at }) => blocks.functionAround(at)));
    return this.#functions;
  }
}
