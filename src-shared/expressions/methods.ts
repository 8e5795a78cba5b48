import type { Patterns } from './functions/index.ts';
import { EvaluationError, isEmpty, LimitExceeded, memberOf, namesOf, numberOf, textOf } from './values.ts';

type Method<T> = (self: T, args: readonly unknown[], patterns: Patterns) => unknown;

const textMethods: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  ['startsWith', (self, [part]) => self.startsWith(textOf(part))],
  ['endsWith', (self, [part]) => self.endsWith(textOf(part))],
  ['contains', (self, [part]) => self.includes(textOf(part))],
  ['equals', (self, [other]) => self === other],
  ['equalsIgnoreCase', (self, [other]) => self.toLowerCase() === textOf(other).toLowerCase()],
  ['toLowerCase', (self) => self.toLowerCase()],
  ['toUpperCase', (self) => self.toUpperCase()],
  ['trim', (self) => self.trim()],
  ['length', (self) => self.length],
  ['isEmpty', (self) => self === ''],
  ['isBlank', (self) => self.trim() === ''],
  ['substring', (self, [from, to]) => self.slice(range(from), to === undefined ? undefined : range(to))],
  ['indexOf', (self, [part]) => self.indexOf(textOf(part))],
  ['lastIndexOf', (self, [part]) => self.lastIndexOf(textOf(part))],
  ['charAt', (self, [index]) => self.charAt(range(index))],
  ['concat', (self, [other]) => self + textOf(other)],
  ['replace', (self, [part, by]) => replaceAll(self, textOf(part), textOf(by))],
  ['matches', (self, [source], patterns) => patterns(textOf(source))?.matchesWhole(self) === true],
  ['split', (self, [source], patterns) => patterns(textOf(source))?.split(self) ?? null],
  ['toString', (self) => self],
]);

const listMethods: ReadonlyMap<string, Method<readonly unknown[]>> = new Map<
  string,
  Method<readonly unknown[]>
>([
  ['size', (self) => self.length],
  ['isEmpty', (self) => self.length === 0],
  ['get', (self, [index]) => memberOf(self, index)],
  ['contains', (self, [value]) => self.includes(value)],
  ['indexOf', (self, [value]) => self.indexOf(value)],
  ['getFirst', (self) => self[0] ?? null],
  ['getLast', (self) => self.at(-1) ?? null],
]);

const mapMethods: ReadonlyMap<string, Method<object>> = new Map<string, Method<object>>([
  ['get', (self, [name]) => memberOf(self, name)],
  ['getOrDefault', (self, [name, otherwise]) => memberOf(self, name) ?? otherwise ?? null],
  ['getFirst', (self, [name]) => firstOf(memberOf(self, name))],
  ['containsKey', (self, [name]) => memberOf(self, name) !== null],
  ['size', (self) => namesOf(self).length],
  ['isEmpty', (self) => isEmpty(self)],
  ['keySet', (self) => namesOf(self)],
  ['values', (self) => namesOf(self).map((name) => memberOf(self, name))],
]);

const maxTextLength = 1_000_000;

/** Negative places count as the start: nothing is counted from the end. */
function range(value: unknown): number {
  return Math.max(0, Math.trunc(numberOf(value)));
}

function replaceAll(text: string, part: string, by: string): string {
  if (part === '') return text;
  if (text.length * Math.max(1, by.length) > maxTextLength)
    throw new LimitExceeded('The text is too long for a replacement.');
  return text.split(part).join(by);
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value[0] ?? null) : value;
}

/** Names of all methods that values have. */
export const methodNames: ReadonlySet<string> = new Set([
  ...textMethods.keys(),
  ...listMethods.keys(),
  ...mapMethods.keys(),
]);

/** The member that a getter without arguments reads: `getMethod()` is `method`; null: it is no getter. */
export function getterMember(name: string, argumentCount: number): string | null {
  const member = argumentCount === 0 ? /^get([A-Z]\w*)$/.exec(name)?.[1] : undefined;
  return member === undefined ? null : member.charAt(0).toLowerCase() + member.slice(1);
}

/** Calls a listed method of a value; on null it gives null. @throws EvaluationError where the value has no such method */
export function callMethod(
  self: unknown,
  name: string,
  args: readonly unknown[],
  patterns: Patterns,
): unknown {
  if (self === null || self === undefined) return null;
  const known = (value: unknown) => (value === undefined ? null : value);
  if (typeof self === 'string' && textMethods.has(name)) return textMethods.get(name)?.(self, args, patterns);
  if (Array.isArray(self) && listMethods.has(name))
    return known(listMethods.get(name)?.(self, args, patterns));
  if (typeof self === 'object' && !Array.isArray(self)) {
    const method = mapMethods.get(name);
    if (method !== undefined) return known(method(self, args, patterns));
  }
  const member = getterMember(name, args.length);
  if (member !== null && typeof self === 'object') return memberOf(self, member);
  throw new EvaluationError(`The method ${name} does not exist for this value.`);
}
