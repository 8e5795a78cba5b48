import { assertNever } from '#shared/errors/assert-never.ts';
import type { TranslatedScript } from '../types.ts';
import type { BinaryOperator, Expression, Script, Statement } from './ast.ts';
import { notInSubset, ScriptSyntaxError } from './tokens.ts';

/** Classes that `new` makes; the sandbox has them by these names. */
const classes: ReadonlySet<string> = new Set(['ThrottlingRate', 'Request']);
/** Classes whose methods are called on themselves. */
const statics: ReadonlySet<string> = new Set(['Promises', 'Promise']);

/** Names that make a run depend on more than its bindings. */
const stateful: ReadonlySet<string> = new Set(['globals', 'http', 'logger', 'session']);

const helpers: Readonly<Record<Exclude<BinaryOperator, '&&' | '||' | '?:'>, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'by',
  '%': 'rest',
  '==': 'equal',
  '!=': 'differ',
  '<': 'less',
  '<=': 'most',
  '>': 'more',
  '>=': 'least',
};

/** Names declared in a script, with those of its closures around them. */
class Names {
  readonly #own = new Set<string>();
  readonly #outer: Names | null;

  constructor(outer: Names | null) {
    this.#outer = outer;
  }

  declare(name: string): void {
    this.#own.add(name);
  }

  has(name: string): boolean {
    return this.#own.has(name) || this.#outer?.has(name) === true;
  }
}

/** Writes a script as the body of a function. A class because it keeps count of lines and names. */
class Printer {
  readonly #bindings: ReadonlySet<string>;
  readonly uses = new Set<string>();
  #text = '';
  #line = 1;

  constructor(bindings: ReadonlySet<string>) {
    this.#bindings = bindings;
  }

  print({ statements }: Script): string {
    this.#block(statements, new Names(null), true);
    return this.#text;
  }

  /** Statements keep the lines of their source, so that errors name those. */
  #write(text: string, line: number): void {
    while (this.#line < line) {
      this.#text += '\n';
      this.#line += 1;
    }
    this.#text += text;
  }

  /** `gives`: the last statement is the value of the block. */
  #block(statements: readonly Statement[], names: Names, gives: boolean): void {
    statements.forEach((statement, index) => {
      this.#statement(statement, names, gives && index === statements.length - 1);
    });
  }

  #statement(statement: Statement, names: Names, gives: boolean): void {
    const { line } = statement;
    this.#write('', line);
    switch (statement.kind) {
      case 'declaration': {
        if (names.has(statement.name) || this.#bindings.has(statement.name))
          throw new ScriptSyntaxError(
            `The variable ${statement.name} is already declared.`,
            statement,
            'Use another name.',
          );
        const value = statement.value === null ? 'null' : this.#expression(statement.value, names);
        names.declare(statement.name);
        this.#write(`let $${statement.name} = ${value};`, line);
        if (gives) this.#write(`return $${statement.name};`, line);
        return;
      }
      case 'expression':
        return this.#write(
          `${gives ? 'return ' : ''}${this.#expression(statement.expression, names)};`,
          line,
        );
      case 'return':
        return this.#write(
          `return ${statement.value === null ? 'null' : this.#expression(statement.value, names)};`,
          line,
        );
      case 'if':
        return this.#if(statement, names, gives);
      default:
        return assertNever(statement);
    }
  }

  #if(statement: Statement & { readonly kind: 'if' }, names: Names, gives: boolean): void {
    this.#write(`if (G.truth(${this.#expression(statement.test, names)})) {`, statement.line);
    this.#block(statement.yes, new Names(names), gives);
    this.#text += '}';
    if (statement.no === null) return;
    this.#text += ' else {';
    this.#block(statement.no, new Names(names), gives);
    this.#text += '}';
  }

  #list(items: readonly Expression[], names: Names): string {
    return `[${items.map((item) => this.#expression(item, names)).join(', ')}]`;
  }

  #expression(expression: Expression, names: Names): string {
    const inner = (each: Expression) => this.#expression(each, names);
    switch (expression.kind) {
      case 'literal':
        return JSON.stringify(expression.value);
      case 'template':
        return `G.text([${expression.parts.map((part) => (typeof part === 'string' ? JSON.stringify(part) : inner(part))).join(', ')}])`;
      case 'name':
        return this.#name(expression, names);
      case 'member':
        return `G.${expression.isSafe ? 'safeGet' : 'get'}(${this.#owner(expression.object, names)}, ${JSON.stringify(expression.name)})`;
      case 'index':
        return `G.at(${inner(expression.object)}, ${inner(expression.index)})`;
      case 'call':
        return this.#call(expression, names);
      case 'new':
        if (!classes.has(expression.type)) throw notInSubset(`The class ${expression.type}`, expression);
        return `new ${expression.type}(...${this.#list(expression.args, names)})`;
      case 'list':
        return this.#list(expression.items, names);
      case 'map':
        return `G.map([${expression.entries.map(({ key, value }) => `[${inner(key)}, ${inner(value)}]`).join(', ')}])`;
      case 'unary':
        return expression.operator === '!'
          ? `!G.truth(${inner(expression.operand)})`
          : `(${expression.operator}G.number(${inner(expression.operand)}))`;
      case 'binary':
        return this.#binary(expression, names);
      case 'conditional':
        return `(G.truth(${inner(expression.test)}) ? ${inner(expression.yes)} : ${inner(expression.no)})`;
      case 'closure':
        return this.#closure(expression, names);
      case 'assignment':
        return this.#assignment(expression, names);
      default:
        return assertNever(expression);
    }
  }

  #name(expression: Expression & { readonly kind: 'name' }, names: Names): string {
    const { name } = expression;
    if (names.has(name)) return `$${name}`;
    if (this.#bindings.has(name)) {
      this.uses.add(name);
      return `$${name}`;
    }
    throw new ScriptSyntaxError(
      `The variable ${name} is not declared.`,
      expression,
      `Declare it with def. Predefined variables: ${[...this.#bindings].toSorted().join(', ')}.`,
    );
  }

  #owner(object: Expression, names: Names): string {
    const isStatic = object.kind === 'name' && statics.has(object.name) && !names.has(object.name);
    return isStatic ? 'G.promises' : this.#expression(object, names);
  }

  #call(expression: Expression & { readonly kind: 'call' }, names: Names): string {
    const { object, method, isSafe } = expression;
    const args = this.#list(expression.args, names);
    if (method !== null)
      return `G.${isSafe ? 'safeCall' : 'call'}(${this.#owner(object, names)}, ${JSON.stringify(method)}, ${args})`;
    if (object.kind === 'name' && !names.has(object.name) && !this.#bindings.has(object.name)) {
      if (object.name === 'newResultPromise') return `G.call(G.promises, "newResultPromise", ${args})`;
      throw notInSubset(`The method ${object.name}`, expression);
    }
    return `G.run(${this.#expression(object, names)}, ${args})`;
  }

  #binary(expression: Expression & { readonly kind: 'binary' }, names: Names): string {
    const left = this.#expression(expression.left, names);
    const right = this.#expression(expression.right, names);
    const { operator } = expression;
    if (operator === '&&' || operator === '||') return `(G.truth(${left}) ${operator} G.truth(${right}))`;
    if (operator === '?:') return `G.orElse(${left}, () => ${right})`;
    return `G.${helpers[operator]}(${left}, ${right})`;
  }

  #closure(expression: Expression & { readonly kind: 'closure' }, names: Names): string {
    const own = new Names(names);
    for (const parameter of expression.parameters) own.declare(parameter);
    const parameters = expression.parameters.map((name) => `$${name} = null`).join(', ');
    // The body is written in place, so that its lines are right too.
    const before = this.#text;
    this.#text = '';
    this.#block(expression.body, own, true);
    const body = this.#text;
    this.#text = before;
    return `((${parameters}) => {${body}})`;
  }

  #assignment(expression: Expression & { readonly kind: 'assignment' }, names: Names): string {
    const { target, operator } = expression;
    const given = this.#expression(expression.value, names);
    const old = () => this.#expression(target, names);
    const value =
      operator === '='
        ? given
        : `G.${helpers[operator.charAt(0) as '+' | '-' | '*' | '/' | '%']}(${old()}, ${given})`;
    if (target.kind === 'name') {
      if (!names.has(target.name)) throw this.#unassignable(target);
      return `($${target.name} = ${value})`;
    }
    if (target.kind !== 'member' && target.kind !== 'index')
      throw new ScriptSyntaxError(
        'The left side is not assignable.',
        target,
        'Use a variable on the left side.',
      );
    const key =
      target.kind === 'member' ? JSON.stringify(target.name) : this.#expression(target.index, names);
    return `G.put(${this.#expression(target.object, names)}, ${key}, ${value})`;
  }

  #unassignable(target: Expression & { readonly kind: 'name' }): ScriptSyntaxError {
    const { name } = target;
    const message = this.#bindings.has(name)
      ? `${name} is predefined and read-only.`
      : `The variable ${name} is not declared.`;
    return new ScriptSyntaxError(message, target, 'Declare your own variable with def.');
  }
}

/** Writes a script as JavaScript over the helpers `G` of the sandbox. @throws ScriptSyntaxError */
export function printScript(script: Script, bindings: ReadonlySet<string>): TranslatedScript {
  const printer = new Printer(bindings);
  const body = printer.print(script);
  return { body, uses: printer.uses, isStateless: [...printer.uses].every((name) => !stateful.has(name)) };
}
