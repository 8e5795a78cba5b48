import {
  applyEdits,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type JsonPath, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' } as const;
const parseOptions = { allowTrailingComma: true } as const;

/** The value of a JSON text with comments; as much of it as can be read where it is broken. */
export function valueOf(text: string): JsonValue | undefined {
  return parse(text, [], parseOptions) as JsonValue | undefined;
}

/** True if a text is JSON, comments allowed. */
export function isJson(text: string): boolean {
  return syntaxFaultIn(text) === null;
}

/** A syntax error and its position. */
export interface SyntaxFault extends TextPosition {
  /** In English, such as `close brace expected`. */
  readonly what: string;
}

/** The first syntax error in a JSON text; null when there is none. Comments are allowed. */
export function syntaxFaultIn(text: string): SyntaxFault | null {
  const errors: ParseError[] = [];
  parse(text, errors, parseOptions);
  const [first] = errors;
  if (first === undefined) return null;
  const what = printParseErrorCode(first.error).replace(/(?!^)([A-Z])/g, ' $1');
  return { ...positionOf(text, first.offset), what: what.toLowerCase() };
}

/** The text with the value at a path set, or taken away where it is undefined; everything else stays as it is. */
export function setAt(text: string, path: JsonPath, value: JsonValue | undefined): string {
  if (value === undefined && valueAt(valueOf(text), path) === undefined) return text;
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

/** The text with a value added to the end of a list; the list is made where there is none. */
export function appendAt(text: string, path: JsonPath, value: JsonValue): string {
  const list = valueAt(valueOf(text), path);
  if (!Array.isArray(list)) return setAt(text, path, [value]);
  return applyEdits(
    text,
    modify(text, [...path, list.length], value, { formattingOptions, isArrayInsertion: true }),
  );
}

/** The text with a member called otherwise, in its place; unchanged where that name is taken. */
export function renameAt(text: string, path: JsonPath, from: string, to: string): string {
  const tree = parseTree(text, [], parseOptions);
  const object = tree === undefined ? undefined : findNodeAtLocation(tree, [...path]);
  const keys = (object?.children ?? []).map((property) => property.children?.[0]);
  const key = keys.find((node) => node?.value === from);
  if (key === undefined || keys.some((node) => node?.value === to)) return text;
  return `${text.slice(0, key.offset)}${JSON.stringify(to)}${text.slice(key.offset + key.length)}`;
}

/** The text with two neighbours of a list changed over, comments inside them included. */
export function swapAt(text: string, path: JsonPath, index: number, by: 1 | -1): string {
  const tree = parseTree(text, [], parseOptions);
  const items = (tree === undefined ? undefined : findNodeAtLocation(tree, [...path]))?.children ?? [];
  const [first, second] = [items[Math.min(index, index + by)], items[Math.max(index, index + by)]];
  if (first === undefined || second === undefined) return text;
  const cut = (node: Node) => text.slice(node.offset, node.offset + node.length);
  const between = text.slice(first.offset + first.length, second.offset);
  return `${text.slice(0, first.offset)}${cut(second)}${between}${cut(first)}${text.slice(second.offset + second.length)}`;
}

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Location of a value in the text, `offset` units into it if it is a text; lines and columns count from 1.
 */
export function positionAt(text: string, path: readonly string[], offset?: number): TextPosition {
  const tree = parseTree(text, [], parseOptions);
  const found = tree === undefined ? undefined : nearestNode(tree, path);
  const into = offset === undefined || found?.type !== 'string' ? 0 : offset + 1;
  return positionOf(text, (found?.offset ?? 0) + into);
}

function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

/** The node at a path of names; of one that is not there the last that is. */
function nearestNode(tree: Node, path: readonly string[]): Node {
  let node = tree;
  for (const step of path) {
    const next = findNodeAtLocation(node, [node.type === 'array' ? Number(step) : step]);
    if (next === undefined) return node;
    node = next;
  }
  return node;
}
