import { isDeepStrictEqual } from 'node:util';
import { parseTree } from 'jsonc-parser';
import { byteOrderMark, plainValue } from './json-file.ts';
import { removeMember, setMember } from './json-members.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The text of a JSON document with its members set to those of `value`. Comments, order, indentation and the members
 * that `known` does not list stay; a known member that `value` lacks is removed.
 */
export function editJson(text: string, value: Members, known: readonly string[]): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(mark.length);
  const root = parseTree(body, [], { allowTrailingComma: true });
  const current = root === undefined ? null : plainValue(root);
  if (!isMembers(current)) return mark + newJson(value, known);
  const kept = Object.fromEntries(
    Object.entries(current).filter(([name]) => !Object.hasOwn(value, name) && !known.includes(name)),
  );
  const edited = changesOf(current, { ...kept, ...value }, []).reduce(
    (soFar, { path, name, value: changed }) =>
      changed === undefined
        ? removeMember(soFar, path, name)
        : setMember(soFar, path, name, changed, path.length === 0 ? known : []),
    body,
  );
  return mark + edited;
}

/** The text of a new document: two spaces, the known members first and in their order. */
export function newJson(value: Members, known: readonly string[]): string {
  const rank = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => rank(one) - rank(other));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

interface Change {
  /** Names of the objects around the member. */
  readonly path: readonly string[];
  readonly name: string;
  /** Undefined: the member is to go. */
  readonly value: unknown;
}

/** The smallest members that differ. */
function changesOf(current: Members, next: Members, path: readonly string[]): readonly Change[] {
  const names = new Set([...Object.keys(current), ...Object.keys(next)]);
  return [...names].flatMap((name) => {
    const before = Object.hasOwn(current, name) ? current[name] : undefined;
    const after = Object.hasOwn(next, name) ? next[name] : undefined;
    if (isDeepStrictEqual(before, after)) return [];
    return isMembers(before) && isMembers(after)
      ? changesOf(before, after, [...path, name])
      : [{ path, name, value: after }];
  });
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
