import { applyEdits, type Node, parseTree } from 'jsonc-parser';
import type { JsonPath, JsonValue } from '#shared/workspace/index.ts';
import { byteOrderMark, plainValue } from './json-file.ts';

/** A value for a path of a document. */
export interface Replacement {
  readonly path: JsonPath;
  readonly value: JsonValue;
}

/**
 * The text with other values at some paths; all else stays byte for byte. A repeated member is replaced each
 * time.
 */
export function replaceValues(text: string, replacements: readonly Replacement[]): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(mark.length);
  const root = tolerantTree(body);
  if (root === null) return text;
  const edits = replacements.flatMap(({ path, value }) =>
    nodesAt(root, path).map(({ offset, length }) => ({ offset, length, content: JSON.stringify(value) })),
  );
  return mark + applyEdits(body, edits);
}

/** Every value at a path: a repeated member has two. */
export function valuesAt(text: string, path: JsonPath): readonly JsonValue[] {
  const root = tolerantTree(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  return root === null ? [] : nodesAt(root, path).map(plainValue);
}

/** Reads as much of a text as possible, whether it is sound JSON or not. */
export function tolerantValue(text: string): JsonValue | undefined {
  const root = tolerantTree(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  return root === null ? undefined : plainValue(root);
}

function tolerantTree(body: string): Node | null {
  return parseTree(body, [], { allowTrailingComma: true }) ?? null;
}

function nodesAt(node: Node, path: JsonPath): readonly Node[] {
  const [step, ...rest] = path;
  if (step === undefined) return [node];
  if (node.type === 'array') {
    const item = node.children?.[Number(step)];
    return item === undefined ? [] : nodesAt(item, rest);
  }
  return (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return node.type === 'object' && value !== undefined && key?.value === String(step)
      ? nodesAt(value, rest)
      : [];
  });
}
