import type { Attributes } from '../types.ts';
import type { Placeholder } from './variables.ts';

/** Values of the object that the placeholders of a request stand for. */
export interface Needs {
  readonly etag: boolean;
  readonly name: boolean;
  /** Attributes, wherever they are named. */
  readonly attributes: readonly string[];
  /** Those among them that are content, and no part of the path. */
  readonly carried: readonly string[];
  /** True if one of the placeholders is none: the request can never be made. */
  readonly isBroken: boolean;
}

const nothing: Needs = { etag: false, name: false, attributes: [], carried: [], isBroken: false };

/** Collects needs from the placeholders around the body and in it. */
export function compileNeeds(around: readonly Placeholder[], inBody: readonly Placeholder[]): Needs {
  const all = [...around, ...inBody];
  const has = (variable: Placeholder['variable']) => all.some((each) => each.variable === variable);
  if (all.every(({ variable }) => variable === 'uid')) return nothing;
  return {
    etag: has('etag'),
    name: has('name'),
    attributes: attributesOf(all),
    carried: attributesOf(inBody),
    isBroken: has('unknown'),
  };
}

function attributesOf(placeholders: readonly Placeholder[]): readonly string[] {
  return [...new Set(placeholders.flatMap(({ attribute }) => (attribute === '' ? [] : [attribute])))];
}

/** True if the change itself does not give everything that is needed but for the ETag. `naming` gives the name too. */
export function lacks(needs: Needs, attributes: Attributes, naming: string | null): boolean {
  if (needs.attributes.some((name) => !Object.hasOwn(attributes, name))) return true;
  return needs.name && nameIn(attributes, naming) === null;
}

/** The name of an object by its attributes; null: they do not say. */
export function nameIn(attributes: Attributes, naming: string | null): string | null {
  for (const attribute of ['__NAME__', ...(naming === null ? [] : [naming])]) {
    const value = Object.hasOwn(attributes, attribute) ? attributes[attribute] : null;
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}
