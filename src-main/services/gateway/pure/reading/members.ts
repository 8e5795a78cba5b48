import { type CompiledExpression, nearestName } from '#shared/expressions/index.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import { type Declaration, type ReadContext, report, reportInvalid } from './context.ts';
import { readBoolean, readExpression, readMillis, readNumber, readText } from './values.ts';

/** Members of an object of a route, read one by one. */
export interface Members {
  readonly context: ReadContext;
  readonly path: JsonPath;
  has(name: string): boolean;
  /** The raw member; undefined: there is none. */
  raw(name: string): unknown;
  at(name: string): JsonPath;
  text(name: string): string | null;
  number(name: string, otherwise: number, min: number, max: number): number;
  boolean(name: string, otherwise: boolean): boolean;
  /** Milliseconds; null: unlimited. */
  millis(name: string, otherwise: number | null): number | null;
  expression(name: string): CompiledExpression | null;
  object(name: string): Members | null;
  /** Notes that a member is missing. */
  missing(name: string, what: string): null;
}

export interface KnownMembers {
  readonly known: readonly string[];
  /** Members of the products that do nothing here. */
  readonly ignored?: readonly string[];
}

/** The members of an object; those that are not listed are warned about. */
export function membersOf(
  context: ReadContext,
  value: Readonly<Record<string, unknown>>,
  path: JsonPath,
  members: KnownMembers,
): Members {
  noteUnknown(context, value, path, members);
  return new ObjectMembers(context, value, path);
}

/** Warns about the members of an object that are not listed. */
export function noteUnknown(
  context: ReadContext,
  value: Readonly<Record<string, unknown>>,
  path: JsonPath,
  { known, ignored = [] }: KnownMembers,
): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name) || isComment(name)) continue;
    warn(context, [...path, name], name, known, ignored.includes(name));
  }
}

/** The members of a declared object's `config`. */
export function configOf(context: ReadContext, { config, path }: Declaration, known: KnownMembers): Members {
  return membersOf(context, config, [...path, 'config'], known);
}

const isComment = (name: string): boolean => /^(?:_|\/\/|comment)/.test(name);

function warn(
  context: ReadContext,
  path: JsonPath,
  name: string,
  known: readonly string[],
  isIgnored: boolean,
): void {
  const near = nearestName(name, known);
  report(context, path, {
    code: 'route.unknown-member',
    severity: 'warning',
    message: isIgnored ? `“${name}” has no effect here.` : `“${name}” is not used.`,
    fix: !isIgnored && near !== null ? `Did you mean “${near}”?` : 'Remove it, or keep it for the product.',
  });
}

class ObjectMembers implements Members {
  readonly context: ReadContext;
  readonly path: JsonPath;
  readonly #value: Readonly<Record<string, unknown>>;

  constructor(context: ReadContext, value: Readonly<Record<string, unknown>>, path: JsonPath) {
    this.context = context;
    this.#value = value;
    this.path = path;
  }

  raw(name: string): unknown {
    const value = Object.hasOwn(this.#value, name) ? this.#value[name] : undefined;
    return value === null ? undefined : value;
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  at(name: string): JsonPath {
    return [...this.path, name];
  }

  text(name: string): string | null {
    return this.has(name) ? readText(this.context, this.raw(name), this.at(name)) : null;
  }

  number(name: string, otherwise: number, min: number, max: number): number {
    if (!this.has(name)) return otherwise;
    const number = readNumber(this.context, this.raw(name), this.at(name));
    if (number === null) return otherwise;
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    const fix = `Set a whole number from ${min} to ${max}.`;
    reportInvalid(this.context, this.at(name), `${number} is not a valid value for ${name}.`, fix);
    return otherwise;
  }

  boolean(name: string, otherwise: boolean): boolean {
    if (!this.has(name)) return otherwise;
    return readBoolean(this.context, this.raw(name), this.at(name)) ?? otherwise;
  }

  millis(name: string, otherwise: number | null): number | null {
    if (!this.has(name)) return otherwise;
    const millis = readMillis(this.context, this.raw(name), this.at(name));
    return millis === 'unlimited' ? null : (millis ?? otherwise);
  }

  expression(name: string): CompiledExpression | null {
    const value = this.raw(name);
    if (value === undefined) return null;
    if (typeof value === 'string') return readExpression(this.context, value, this.at(name));
    return reportInvalid(
      this.context,
      this.at(name),
      'Expected an expression.',
      'Use a string, such as ${…}.',
    );
  }

  object(name: string): Members | null {
    const value = this.raw(name);
    if (value === undefined) return null;
    if (isJsonObject(value)) return new ObjectMembers(this.context, value, this.at(name));
    return reportInvalid(this.context, this.at(name), 'Expected an object.', 'Use { … }.');
  }

  missing(name: string, what: string): null {
    return reportInvalid(this.context, this.path, `“${name}” is missing.`, `Add ${name}: ${what}.`);
  }
}
