import {
  type FormattingOptions,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { TextEdit } from '#shared/contract/facts.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { removalOf } from './json-removal.ts';
import { findJsonSpan } from './json-span.ts';
import { createTextLines } from './text-lines.ts';

/** Objects and lists within each other that an artefact may have: what reads it takes a step on the stack for each. */
const maxLevels = 256;

/** The text of a JSON document with the locations of its values. Comments are allowed. */
export interface JsonText {
  readonly text: string;
  /** Location of a value; for a missing one, that of the closest value around it. */
  spanOf(path: JsonPath): { readonly at: number; readonly length: number };
  stringAt(path: JsonPath): string | null;
  isThere(path: JsonPath): boolean;
  /** The edits that put a value in a place; undefined takes the member out: none where it is not there. */
  set(path: JsonPath, value: JsonValue | undefined): readonly TextEdit[];
  /** The edit that gives a member another name; null where there is no such member. */
  rename(path: JsonPath, name: string): readonly TextEdit[] | null;
}

/** Opens the text of a JSON document that parses; its places are found when they are asked for. */
export function openJsonText(text: string): JsonText {
  let root: Node | null = null;
  const tree = (): Node | undefined => {
    root ??= treeOf(text);
    return root ?? undefined;
  };
  const nodeAt = (path: JsonPath): Node | undefined => {
    let node = tree();
    for (const step of path) node = inside(node, step);
    return node;
  };
  const insert = (path: JsonPath, value: JsonValue): readonly TextEdit[] => {
    const steps: JSONPath = [...path];
    return modify(text, steps, value, { formattingOptions: formatOf(text) }).map(
      ({ offset, length, content }) => ({ at: offset, length, text: content }),
    );
  };
  return {
    text,
    spanOf(path) {
      for (let length = path.length; length >= 0; length -= 1) {
        const node = nodeAt(path.slice(0, length));
        if (node !== undefined) return { at: node.offset, length: node.length };
      }
      return { at: 0, length: 0 };
    },
    stringAt(path) {
      const node = nodeAt(path);
      return node?.type === 'string' ? String(node.value) : null;
    },
    isThere: (path) => nodeAt(path) !== undefined,
    set(path, value) {
      const node = nodeAt(path);
      if (value === undefined) return node === undefined ? [] : removalOf(text, node);
      if (node === undefined) return insert(path, value);
      const isOneLine = !text.slice(node.offset, node.offset + node.length).includes('\n');
      return isOneLine && isPlain(value)
        ? [{ at: node.offset, length: node.length, text: inOneLine(value) }]
        : insert(path, value);
    },
    rename(path, name) {
      const key = nodeAt(path)?.parent?.children?.[0];
      return key?.type === 'string' && key.parent?.type === 'property'
        ? [{ at: key.offset, length: key.length, text: JSON.stringify(name) }]
        : null;
    },
  };
}

/** Opens a text once, however often its places are asked for: its tree is made once too. */
export function openedOnce(open: () => JsonText): () => JsonText {
  let opened: JsonText | null = null;
  return () => {
    opened ??= open();
    return opened;
  };
}

/** Of members of one name the last counts, as it does for JSON.parse. */
function inside(node: Node | undefined, step: string | number): Node | undefined {
  if (node?.type === 'array') return typeof step === 'number' ? node.children?.[step] : undefined;
  if (node?.type !== 'object') return undefined;
  return node.children?.findLast(({ children }) => children?.[0]?.value === step)?.children?.[1];
}

/** Tests whether a value is always written in one line: a text, a number, or a list of them. */
function isPlain(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each !== 'object' || each === null);
  return typeof value !== 'object' || value === null;
}

function inOneLine(value: JsonValue): string {
  return Array.isArray(value)
    ? `[${value.map((each) => JSON.stringify(each)).join(', ')}]`
    : JSON.stringify(value);
}

/** As the lines of the text are indented and ended. */
function formatOf(text: string): FormattingOptions {
  const indent = /\n([ \t]{1,8})["\]}[{]/.exec(text)?.[1] ?? '  ';
  const isTab = indent.startsWith('\t');
  return {
    insertSpaces: !isTab,
    tabSize: isTab ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/**
 * Parses a JSON document; comments and a comma behind the last member are allowed.
 * @throws contract.unreadable with line, column and the expected text
 */
export function parseJsonText(text: string, file: string): JsonValue {
  const deep = firstTooDeep(text);
  if (deep !== null)
    throw unreadable(text, file, deep, `objects and lists are nested more than ${maxLevels} levels deep`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first === undefined && root !== undefined) return plainValue(root);
  const what =
    first === undefined
      ? 'the file is empty'
      : printParseErrorCode(first.error).replace(/(?!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  throw unreadable(text, file, first?.offset ?? 0, what.toLowerCase());
}

function treeOf(text: string): Node | null {
  try {
    return parseTree(text, [], { allowTrailingComma: true }) ?? null;
  } catch (error) {
    // Too deep for the stack: its places cannot be told, which is better than no finding.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Opens a text that is JSON without comments: its places are found without a tree, which a text of any depth allows. */
export function openStrictJson(text: string): JsonText {
  const tree = openJsonText(text);
  const stringAt = (path: JsonPath): string | null => {
    const { span, isThere } = findJsonSpan(text, path);
    const written = text.slice(span.at, span.at + span.length);
    return isThere && written.startsWith('"') ? (JSON.parse(written) as string) : null;
  };
  return {
    ...tree,
    spanOf: (path) => findJsonSpan(text, path).span,
    stringAt,
    isThere: (path) => findJsonSpan(text, path).isThere,
    set(path, value) {
      const { span, isThere } = findJsonSpan(text, path);
      return !isThere || value === undefined || typeof value === 'object'
        ? tree.set(path, value)
        : [{ ...span, text: JSON.stringify(value) }];
    },
  };
}

/** Creates the error that a text cannot be read, and where. */
export function unreadable(text: string, file: string, at: number, what: string): GatehouseError {
  const { line, column } = createTextLines(text).rangeOf(at, 0);
  return new GatehouseError(
    'contract.unreadable',
    `${file} cannot be read at line ${line}, column ${column}: ${what}.`,
    { fix: 'Fix the file at this position, or export it again.', location: { file, line, column } },
  );
}

/** Own members only: `__proto__` in a file is a member like any other. */
function plainValue(node: Node): JsonValue {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value as JsonValue;
  return Object.fromEntries(
    (node.children ?? []).flatMap(({ children }) => {
      const [key, value] = children ?? [];
      return key === undefined || value === undefined
        ? []
        : [[String(key.value), plainValue(value)] as const];
    }),
  );
}

/** Offset of the first object or list that is nested too deep; null: none is. */
function firstTooDeep(text: string): number | null {
  let levels = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"' || character === '\n') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      levels += 1;
      if (levels > maxLevels) return at;
    } else if (character === '}' || character === ']') levels -= 1;
  }
  return null;
}
