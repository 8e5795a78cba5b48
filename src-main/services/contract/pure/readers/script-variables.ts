import { type Block, type Blocks, firstBehind } from './script-blocks.ts';
import { ScriptFunctions } from './script-functions.ts';
import { type Assignment, Variable } from './script-variable.ts';

/** The variables of a script, by their names and the blocks that they belong to. */
export class ScriptVariables {
  readonly blocks: Blocks;
  readonly functions = new ScriptFunctions();
  readonly #all = new Map<Block | null, Map<string, Variable>>();
  /** The first variables of each name that belong to classes. */
  readonly #members = new Map<string, readonly Variable[]>();
  readonly #nameOf: (written: string) => string;

  /** `nameOf`: by what a variable is called, of all that the language lets it be called. */
  constructor(blocks: Blocks, nameOf: (written: string) => string = (written) => written) {
    this.blocks = blocks;
    this.#nameOf = nameOf;
  }

  /** The variable of a name in a block, which is made where there is none. */
  declare(written: string, home: Block | null): Variable {
    const name = this.#nameOf(written);
    const names = this.#all.get(home) ?? new Map<string, Variable>();
    this.#all.set(home, names);
    const known = names.get(name);
    if (known !== undefined) return known;
    const variable = new Variable();
    names.set(name, variable);
    if (home?.kind === 'class')
      this.#members.set(name, [...(this.#members.get(name) ?? []), variable].slice(0, 2));
    return variable;
  }

  /** The variable that a name means at a place; null: the script does not set it. */
  find(written: string, at: number): Variable | null {
    const name = this.#nameOf(written);
    for (let block = this.blocks.within(at); block !== null; block = block.around) {
      const found = this.#all.get(block)?.get(name);
      if (found !== undefined) return found;
    }
    return this.#all.get(null)?.get(name) ?? this.#inherited(name);
  }

  /** A member of an object that another class declares; null: none does, or several do. */
  #inherited(name: string): Variable | null {
    const [only, ...more] = this.#members.get(name) ?? [];
    return only !== undefined && more.length === 0 ? only : null;
  }

  *variables(): Generator<Variable> {
    for (const names of this.#all.values()) yield* names.values();
  }

  /** The assignment that a variable has its value from at a place; null: that is only known when the script runs. */
  assignmentAt(variable: Variable, use: number): Assignment | null {
    const { assignments } = variable;
    const [only] = assignments;
    if (only === undefined) return null;
    // A function may stand before the value that it uses.
    if (assignments.length === 1) return only.from <= use && use < only.at ? null : only;
    const { blocks } = this;
    const functions = variable.functions(blocks);
    if (functions.size > 1 || !functions.has(blocks.functionAround(use))) return null;
    const behind = firstBehind(assignments, use);
    const [last, next] = [assignments[behind - 1], assignments[behind]];
    if (last === undefined || !blocks.isSure(last.at, use)) return null;
    const isAgain = next !== undefined && blocks.isRepeated(next.at, use, last.at);
    return isAgain ? null : last;
  }
}
