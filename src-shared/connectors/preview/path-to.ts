import { fromPointer } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { compilePath, formatPath, type PathStep } from '../paths/index.ts';

/**
 * The path by which a responseMapping reaches a value of a sample: from one element of the list at `listRoot` (empty:
 * the sample itself), or from the answer where that is null. Lists on the way are taken whole.
 * null: the pointer leads to nothing, or to nothing inside an element.
 */
export function pathTo(sample: JsonValue, pointer: string, listRoot: string | null): string | null {
  const steps = stepsTo(sample, fromPointer(pointer));
  if (steps === null) return null;
  const before = listRoot === null ? 0 : depthOf(listRoot, steps);
  return before === null || steps.length <= before ? null : formatPath(steps.slice(before));
}

function stepsTo(sample: JsonValue, names: readonly string[] | null): readonly PathStep[] | null {
  if (names === null) return null;
  const steps: PathStep[] = [];
  let value = sample;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    steps.push(
      Array.isArray(value) ? { kind: 'every', key: '', index: -1 } : { kind: 'name', key: name, index: -1 },
    );
    value = (value as Readonly<Record<string, JsonValue>>)[name] ?? null;
  }
  return steps;
}

/** Steps that lead into an element of the list; null: the steps lead elsewhere. */
function depthOf(listRoot: string, steps: readonly PathStep[]): number | null {
  const compiled = listRoot === '' ? null : compilePath(listRoot);
  if (compiled !== null && 'problem' in compiled) return null;
  const root = compiled === null ? [] : compiled.path.steps;
  const isInside = root.every(({ key }, index) => steps[index]?.kind === 'name' && steps[index].key === key);
  return isInside && steps[root.length]?.kind === 'every' ? root.length + 1 : null;
}
