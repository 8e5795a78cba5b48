import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** A value of a body that a mapping names. */
interface MappedValue {
  /** Members on the way to it; steps into lists are left out. */
  readonly steps: readonly string[];
  /** Its name in the mapping. */
  readonly name: string;
  /** Where the mapping says so: names on the way from its top. */
  readonly at: readonly string[];
}

/** Steps of a way into a body; what names more is none. */
const maxSteps = 64;

/**
 * The values of a body that a mapping of a connector names; nested mappings are below the key that holds
 * them.
 */
export function stepsOf(mapping: JsonValue | undefined, at: readonly string[] = []): readonly MappedValue[] {
  if (!isJsonObject(mapping)) return [];
  return Object.entries(mapping).flatMap(([name, target]) => {
    if (typeof target !== 'string') return stepsOf(target, [...at, name]);
    const steps = membersOf(target);
    return steps.length > maxSteps ? [] : [{ steps, name, at: [...at, name] }];
  });
}

/** Where a mapping names a member of the body, or one below it; `isOnly`: once. null: nowhere. */
export function placeIn(
  mapping: JsonValue | undefined,
  path: readonly (string | number)[],
): { readonly at: readonly string[]; readonly isOnly: boolean } | null {
  const wanted = path.filter((step) => typeof step === 'string');
  const begins = ({ steps }: MappedValue) => wanted.every((step, index) => steps[index] === step);
  const [first, ...more] = stepsOf(mapping).filter(begins);
  return first === undefined ? null : { at: first.at, isOnly: more.length === 0 };
}

/** A way into a body on which the member at `path` is called otherwise; null: it is not on the way. */
export function renameStep(way: string, path: readonly (string | number)[], name: string): string | null {
  const wanted = path.filter((step) => typeof step === 'string');
  let passed = 0;
  const pieces = way.split(/(\[[^\][]*\]|[./*]+)/).map((piece, index) => {
    if (index % 2 === 1 || piece === '') return piece;
    passed += 1;
    return passed === wanted.length && piece === wanted.at(-1) ? name : piece;
  });
  const renamed = pieces.join('');
  return renamed === way ? null : renamed;
}

/** `contact.phones[*].number`, `/name/given` → the names of members. */
function membersOf(path: string): readonly string[] {
  return path
    .replace(/\[[^\][]*\]/g, '')
    .split(/[./]/)
    .filter((step) => step !== '' && step !== '*');
}
