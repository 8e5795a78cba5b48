/** Names up to this length stand as they are where nothing else is said. */
const shortLength = 20;
/** A common part is left out from this length on. */
const minCommon = 8;
const gap = '…';

/**
 * Long names by what tells them apart: where all of them begin or end alike, that part is left out. The whole names belong
 * beside them, where a person asks. `maxLength` is the length up to which a name has room as it is.
 */
export function tellingNames(names: readonly string[], maxLength = shortLength): readonly string[] {
  const [first = ''] = names;
  if (names.length < 2 || names.every((name) => name.length <= maxLength)) return names;
  const shortest = Math.min(...names.map((name) => name.length));
  let before = 0;
  while (before < shortest && names.every((name) => name[before] === first[before])) before += 1;
  let after = 0;
  const alike = (name: string) => name.at(-1 - after) === first.at(-1 - after);
  while (after < shortest - before - 1 && names.every(alike)) after += 1;
  const from = before >= minCommon ? before : 0;
  const cut = after >= minCommon ? after : 0;
  if (from + cut === 0) return names;
  return names.map(
    (name) => `${from > 0 ? gap : ''}${name.slice(from, name.length - cut)}${cut > 0 ? gap : ''}`,
  );
}
