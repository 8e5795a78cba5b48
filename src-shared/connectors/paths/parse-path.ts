/** One step of a path. `key` is a text for `every` too, so that all steps have one shape. */
export interface PathStep {
  /** A number between dots leads into lists and objects alike. */
  readonly kind: 'name' | 'number' | 'index' | 'every';
  readonly key: string;
  /** -1: it is no index. */
  readonly index: number;
}

export interface PathProblem {
  readonly message: string;
  /** UTF-16 units from 0. */
  readonly offset: number;
}

export type ParsedPath = { readonly steps: readonly PathStep[] } | { readonly problem: PathProblem };

const maxPathLength = 1_000;
const maxSteps = 64;
const maxIndex = 9_999;
/** Names that lead out of the data of an object. */
const refusedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const bareName = /[^.[\]]+/y;
const wholeNumber = /^(?:0|[1-9]\d*)$/;
const bracketed = /\[(?:(\*)|(\d+)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/y;

class Refusal extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Reads `a.b`, `a[0].b`, `a['b.c']`, `a[*]` and `a[*].b`. */
export function parsePath(text: string): ParsedPath {
  try {
    return { steps: stepsOf(text) };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { problem: { message: refusal.message, offset: refusal.offset } };
  }
}

function stepsOf(text: string): readonly PathStep[] {
  if (text === '') throw new Refusal('The path is empty.', 0);
  if (text.length > maxPathLength)
    throw new Refusal(`The path is longer than ${maxPathLength} characters.`, 0);
  const steps: PathStep[] = [];
  let at = 0;
  while (at < text.length) {
    if (steps.length >= maxSteps) throw new Refusal(`The path has more than ${maxSteps} steps.`, at);
    const isBracket = text.charAt(at) === '[';
    if (!isBracket && steps.length > 0) at = afterDot(text, at);
    const { step, end } = isBracket ? bracketAt(text, at) : nameAt(text, at);
    steps.push(step);
    at = end;
  }
  return steps;
}

function afterDot(text: string, at: number): number {
  if (text.charAt(at) !== '.') throw new Refusal('Expected a dot or a bracket here.', at);
  return at + 1;
}

interface Found {
  readonly step: PathStep;
  readonly end: number;
}

function nameAt(text: string, at: number): Found {
  bareName.lastIndex = at;
  const name = bareName.exec(text)?.[0];
  if (name === undefined)
    throw new Refusal(
      text.charAt(at) === ']' ? 'This closing bracket has no opening bracket.' : 'Expected a name here.',
      at,
    );
  if (name === '*') throw new Refusal('Write [*] for all elements of a list, without a dot.', at);
  const end = at + name.length;
  if (wholeNumber.test(name)) return { step: { kind: 'number', key: name, index: indexOf(name, at) }, end };
  return { step: named(name, at), end };
}

function bracketAt(text: string, at: number): Found {
  bracketed.lastIndex = at;
  const match = bracketed.exec(text);
  if (match === null)
    throw new Refusal("Brackets must contain an index, * or a quoted name: [0], [*], ['a.b'].", at);
  const [whole, star, digits, single, double] = match;
  const end = at + whole.length;
  if (star !== undefined) return { step: { kind: 'every', key: '', index: -1 }, end };
  if (digits !== undefined)
    return { step: { kind: 'index', key: digits, index: indexOf(digits, at + 1) }, end };
  return { step: named((single ?? double ?? '').replace(/\\(.)/gs, '$1'), at), end };
}

function named(name: string, at: number): PathStep {
  if (refusedNames.has(name)) throw new Refusal(`A path cannot contain “${name}”.`, at);
  return { kind: 'name', key: name, index: -1 };
}

function indexOf(digits: string, at: number): number {
  const index = Number(digits);
  if (index > maxIndex) throw new Refusal(`The maximum index is ${maxIndex}.`, at);
  return index;
}

/** Writes a path so that it reads as the same steps. */
export function formatPath(steps: readonly PathStep[]): string {
  return steps.reduce((text, { kind, key }) => {
    switch (kind) {
      case 'every':
        return `${text}[*]`;
      case 'index':
        return `${text}[${key}]`;
      case 'number':
      case 'name':
        return text + nameText(kind, key, text === '');
    }
  }, '');
}

function nameText(kind: 'name' | 'number', key: string, isFirst: boolean): string {
  const isBare = kind === 'number' || (/^[^.[\]]+$/.test(key) && key !== '*' && !wholeNumber.test(key));
  if (!isBare) return `['${key.replace(/['\\]/g, '\\$&')}']`;
  return isFirst ? key : `.${key}`;
}
