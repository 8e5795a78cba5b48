import type { JsonValue } from '../../workspace/three-way.ts';
import type { PathStep } from './parse-path.ts';
import type { Trail } from './read.ts';

/** The object or list that is being written; on the way, members are objects and lists of the same kind. */
type Container = { [key: string]: unknown } | unknown[];

/** Puts a value at the end of a trail. A text or number on the way is replaced by an object or a list. */
export function writeTrail(trail: Trail, target: object, value: JsonValue): void {
  const { steps } = trail;
  let container = target as Container;
  let at = 0;
  while (at < steps.length) {
    const step = steps[at];
    if (step === undefined || !canHold(container, step)) return;
    const { key, next } = keyFor(trail, at, container);
    if (next >= steps.length) {
      put(container, key, value);
      return;
    }
    const child = own(container, key);
    if (typeof child === 'object' && child !== null) container = child as Container;
    else {
      const made: Container = isIndex(steps[next]) ? [] : {};
      put(container, key, made);
      container = made;
    }
    at = next;
  }
}

function canHold(container: Container, { kind }: PathStep): boolean {
  return Array.isArray(container)
    ? kind === 'index' || kind === 'number'
    : kind === 'name' || kind === 'number';
}

/** A dotted key is written only if it exists. */
function keyFor({ steps, joins }: Trail, at: number, container: Container) {
  const key = steps[at]?.key ?? '';
  if (Array.isArray(container) || own(container, key) !== undefined) return { key, next: at + 1 };
  return joins[at]?.find((joined) => own(container, joined.key) !== undefined) ?? { key, next: at + 1 };
}

function own(container: Container, key: string): unknown {
  return Object.hasOwn(container, key) ? (container as Readonly<Record<string, unknown>>)[key] : undefined;
}

function put(container: Container, key: string, value: unknown): void {
  if (!Array.isArray(container)) {
    container[key] = value;
    return;
  }
  const index = Number(key);
  while (container.length < index) container.push(null);
  container[index] = value;
}

function isIndex(step: PathStep | undefined): boolean {
  return step?.kind === 'index' || step?.kind === 'number';
}
