import type { ValueReader } from './script-values.ts';
import type { Variable } from './script-variable.ts';

/** Functions of one name that are looked at where it is called. */
const maxOfName = 20;

/** A parameter that has a name. */
interface Parameter {
  readonly name: string;
  readonly variable: Variable;
}

/** A variable that is given to a function of the script. */
export interface GivenVariable {
  readonly name: string;
  /** Where it is named. */
  readonly at: number;
  /** The parameter that it is there. */
  readonly parameter: Variable;
}

/** The functions of a script, with the variables that are given to them. */
export class ScriptFunctions {
  readonly #all = new Map<string, (Parameter | null)[][]>();

  /** The brackets of its own parameters. */
  readonly #declared = new Set<number>();

  /** Notes a function, by the place of its bracket; of parameters that are patterns there is null. */
  add(name: string, open: number, parameters: readonly (Parameter | null)[]): void {
    this.#declared.add(open);
    const all = this.#all.get(name) ?? [];
    if (all.length < maxOfName) all.push([...parameters]);
    this.#all.set(name, all);
  }

  /** Where variables are given to these functions: each of one name may be meant. */
  *givenIn(values: ValueReader): Generator<GivenVariable> {
    if (this.#all.size === 0) return;
    for (const [index, { kind, source }] of values.tokens.entries()) {
      const isCall = kind === 'name' && values.isMark(index + 1, '(') && !this.#declared.has(index + 1);
      if (!isCall) continue;
      for (const parameters of this.#all.get(source) ?? [])
        yield* this.#givenAt(values, index + 1, parameters);
    }
  }

  *#givenAt(
    values: ValueReader,
    open: number,
    parameters: readonly (Parameter | null)[],
  ): Generator<GivenVariable> {
    const { named, placed } = values.givenTo(open);
    const all = [
      ...placed.map((value, index) => ({ value, parameter: parameters[index] })),
      ...(named?.members ?? []).map(({ name, value }) => ({
        value,
        parameter: parameters.find((each) => each?.name === name),
      })),
    ];
    for (const { value, parameter } of all)
      if (value.kind === 'other' && value.name !== null && parameter)
        yield { name: value.name, at: value.at, parameter: parameter.variable };
  }
}
