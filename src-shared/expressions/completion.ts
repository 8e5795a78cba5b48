import { expressionFunctions } from './functions/index.ts';
import type { Completion, ContextNode, ContextTree } from './types.ts';

const pathBefore = /((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\[[^[\]]*\])*\s*\.\s*)*)([\p{L}_$][\p{L}\p{N}_$]*)?$/u;
/** Longest path that is completed, in characters: the text before it may be read many times. */
const maxPathLength = 500;
const stepOfPath = /\[\s*(?:'([^']*)'|"([^"]*)"|(\d+))\s*\]|([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/**
 * Returns the completions at a place of a text: roots and functions, or the members of the expression before the dot.
 */
export function completionsAt(source: string, offset: number, tree: ContextTree): readonly Completion[] {
  const inside = openExpression(source.slice(0, offset));
  if (inside === null) return [];
  const match = pathBefore.exec(inside.slice(-maxPathLength));
  const [path = '', prefix = ''] = [match?.[1], match?.[2]];
  if (path !== '') return memberCompletions(nodeAt(path, tree), prefix);
  // After a bracket or a call nothing is known.
  if (/[)\]]\s*\.\s*[\p{L}\p{N}_$]*$/u.test(inside)) return [];
  const roots = Object.entries(tree).map(
    ([name, { detail }]): Completion => ({
      label: name,
      detail,
      insert: name,
      replaceLength: prefix.length,
      kind: 'root',
    }),
  );
  const functions = [...expressionFunctions.values()].map(
    ({ name, parameters, detail }): Completion => ({
      label: `${name}(${parameters})`,
      detail,
      insert: `${name}(`,
      replaceLength: prefix.length,
      kind: 'function',
    }),
  );
  return [...roots, ...functions].filter(({ insert }) => startsWith(insert, prefix));
}

const startsWith = (name: string, prefix: string): boolean =>
  name.toLowerCase().startsWith(prefix.toLowerCase());

/** Returns the text after the last `${` that is still open; null if none is open, or a quoted text is. */
function openExpression(before: string): string | null {
  const at = Math.max(before.lastIndexOf('${'), before.lastIndexOf('#{'));
  if (at < 0 || before.charAt(at - 1) === '\\') return null;
  let quote = '';
  for (let index = at + 2; index < before.length; index += 1) {
    const character = before.charAt(index);
    if (quote !== '' && character === '\\') index += 1;
    else if (quote === '' && character === '}') return null;
    else if (quote === '' && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = '';
  }
  return quote === '' ? before.slice(at + 2) : null;
}

function nodeAt(path: string, tree: ContextTree): ContextNode | undefined {
  let node: ContextNode | undefined = { detail: '', members: tree };
  for (const [, single, double, index, name] of path.matchAll(stepOfPath)) {
    const step = single ?? double ?? index ?? name ?? '';
    const members: ContextTree | undefined = node?.members;
    node = (members !== undefined && Object.hasOwn(members, step) ? members[step] : undefined) ?? node?.items;
  }
  return node;
}

function memberCompletions(node: ContextNode | undefined, prefix: string): readonly Completion[] {
  return Object.entries(node?.members ?? {}).flatMap(([name, { detail }]): Completion[] =>
    startsWith(name, prefix) && plainName.test(name)
      ? [{ label: name, detail, insert: name, replaceLength: prefix.length, kind: 'member' }]
      : [],
  );
}
