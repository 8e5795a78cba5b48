/** Header fields in the order of the wire. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** Fields of several sources: of those of one name the last source that has it is sent. RFC 9110 §5.1 */
export function mergeFields(...sources: readonly Fields[]): Fields {
  const merged: (readonly [name: string, value: string])[] = [];
  // Lists are short: looking through them costs less than a map.
  const names: string[] = [];
  for (const source of sources) {
    const seen: string[] = [];
    for (const field of source) {
      const name = field[0].toLowerCase();
      const at = seen.includes(name) ? -1 : names.indexOf(name);
      seen.push(name);
      if (at < 0) {
        merged.push(field);
        names.push(name);
      } else {
        merged[at] = field;
        for (let last = names.lastIndexOf(name); last > at; last = names.lastIndexOf(name)) {
          merged.splice(last, 1);
          names.splice(last, 1);
        }
      }
    }
  }
  return merged;
}

const flattened = new WeakMap<Fields, string[]>();

/** Name, value, name, value, …: the same list for the same fields. It may not be changed. */
export function flatFields(fields: Fields): string[] {
  const known = flattened.get(fields);
  if (known !== undefined) return known;
  const flat = fields.flat();
  flattened.set(fields, flat);
  return flat;
}

/** The first value of a field; null: there is none. */
export function fieldOf(fields: Fields, name: string): string | null {
  const lower = name.toLowerCase();
  return fields.find(([each]) => each.toLowerCase() === lower)?.[1] ?? null;
}

/** Fields but for those of some names, which are given in lower case. */
export function withoutFields(fields: Fields, names: ReadonlySet<string>): Fields {
  return fields.filter(([name]) => !names.has(name.toLowerCase()));
}

/** Essence of a Content-Type in lower case; empty: none. RFC 9110 §8.3.1 */
export function mediaTypeOf(fields: Fields): string {
  return (fieldOf(fields, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
