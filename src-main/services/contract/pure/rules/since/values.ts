import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** Values of one document that are looked at: a body that holds more is data, no configuration. */
const maxValues = 20_000;
const maxLevels = 64;

/**
 * Visits a value and everything in it, with its path from the top; without recursion, so that depth costs no
 * stack.
 */
export function valuesBelow(top: JsonValue, visit: (value: JsonValue, path: JsonPath) => void): void {
  const waiting: [JsonValue, JsonPath][] = [[top, []]];
  for (let seen = 0; seen < maxValues; seen += 1) {
    const next = waiting.pop();
    if (next === undefined) return;
    const [value, path] = next;
    visit(value, path);
    if (typeof value !== 'object' || value === null || path.length >= maxLevels) continue;
    const members = Object.entries(value).map(([name, each]): [JsonValue, JsonPath] => [
      each,
      [...path, Array.isArray(value) ? Number(name) : name],
    ]);
    waiting.push(...members.toReversed());
  }
}

/** The paths at which steps lead to a value: `*` is each element of a list, `**` anything down to any depth. */
export function pathsTo(
  top: JsonValue,
  steps: readonly string[],
): readonly (readonly [JsonPath, JsonValue])[] {
  let reached: (readonly [JsonPath, JsonValue])[] = [[[], top]];
  for (const step of steps) {
    reached = reached.flatMap(([path, value]) =>
      stepsFrom(value, step).map(([more, next]) => [[...path, ...more], next] as const),
    );
    if (reached.length === 0) return [];
  }
  return reached;
}

function stepsFrom(value: JsonValue, step: string): readonly (readonly [JsonPath, JsonValue])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === '**') {
    const found: (readonly [JsonPath, JsonValue])[] = [];
    valuesBelow(value, (each, path) => found.push([path, each]));
    return found;
  }
  if (Array.isArray(value))
    return step === '*' ? (value as readonly JsonValue[]).map((each, index) => [[index], each] as const) : [];
  const members = value as Readonly<Record<string, JsonValue>>;
  const next = Object.hasOwn(members, step) ? members[step] : undefined;
  return next === undefined ? [] : [[[step], next]];
}
