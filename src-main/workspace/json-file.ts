import { readFileSync, statSync } from 'node:fs';
import {
  createScanner,
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { z } from 'zod';
import { GatehouseError, type Problem, type ProblemLocation } from '#shared/errors/index.ts';
import { type JsonPath, type JsonValue, toPointer } from '#shared/workspace/index.ts';
import { resolveInWorkspace } from './resolve-path.ts';

/** Largest workspace file of one entity, in bytes. */
const maxFileBytes = 4 * 1_048_576;
/** Objects and lists within each other that a file may have: what reads it takes a step on the stack for each. */
const maxLevels = 256;
/** How many things are said to be wrong with one file at most. */
const maxProblems = 20;

/** The mark that some editors put before the first character; it is no part of the JSON. */
export const byteOrderMark = '\uFEFF';

export type FileResult<T> = { readonly value: T } | { readonly problem: Problem };

/** The text of a workspace file, and its value. */
export interface JsonDocument {
  /** Path below the workspace, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly value: JsonValue;
}

/** Line and column, from 1, of an offset in a text. */
function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/**
 * Parses the text of a workspace file (JSON, comments allowed); a problem names line, column and the expected
 * text.
 */
export function parseJsonDocument(text: string, file: string): FileResult<JsonDocument> {
  const body = withoutMark(text);
  const deep = firstTooDeep(body);
  if (deep !== null) return { problem: tooDeep(body, file, deep) };
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first !== undefined || root === undefined) return { problem: syntaxProblem(body, file, first) };
  return { value: { file, text, value: plainValue(root) } };
}

/** Offset of the first object or list that lies too deep; null: none does. */
function firstTooDeep(text: string): number | null {
  if ((text.match(/[[{]/g)?.length ?? 0) <= maxLevels) return null;
  const scanner = createScanner(text, true);
  let levels = 0;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= text.length) return null;
    // A text has its quotation marks.
    if (scanner.getTokenLength() > 1) continue;
    const character = text[offset];
    if (character === '{' || character === '[') levels += 1;
    else if (character === '}' || character === ']') levels -= 1;
    if (levels > maxLevels) return offset;
  }
}

/** Checks a document, or its converted value; a problem names file, line, column and the expected value. */
export function checkDocument<Schema extends z.ZodType>(
  document: JsonDocument,
  schema: Schema,
  value: JsonValue = document.value,
): FileResult<z.output<Schema>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const [problem = invalid(document, [], 'is invalid')] = problemsOf(document, parsed.error);
  return { problem };
}

/** Everything in a document that its schema does not allow, as far as one wants to read. */
export function schemaProblems(
  document: JsonDocument,
  schema: z.ZodType,
  value: JsonValue = document.value,
): readonly Problem[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : problemsOf(document, parsed.error).slice(0, maxProblems);
}

/** Location of a member of a document in its file; for a missing one, that of the closest value around it. */
export function locate({ file, text }: JsonDocument, path: JsonPath): ProblemLocation {
  const body = withoutMark(text);
  const root = parseTree(body, [], { allowTrailingComma: true });
  const steps: JSONPath = [...path];
  let node: Node | undefined;
  for (let length = steps.length; root !== undefined && node === undefined && length >= 0; length -= 1)
    node = findNodeAtLocation(root, steps.slice(0, length));
  return { file, ...position(body, node?.offset ?? 0), pointer: toPointer(path) };
}

/** Reads the text of one workspace file; one that is too large, not UTF-8, unreadable or outside is a Problem. */
export function readTextFile(directory: string, file: string): FileResult<string> {
  try {
    const path = resolveInWorkspace(directory, file);
    const found = statSync(path);
    // A pipe would never end, and a folder has no text.
    if (!found.isFile())
      throw new Error(found.isDirectory() ? 'The path is a folder.' : 'The path is not a regular file.');
    if (found.size > maxFileBytes) return { problem: tooLarge(file, found.size) };
    return { value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)) };
  } catch (cause) {
    if (cause instanceof GatehouseError) return { problem: cause.toProblem() };
    const why = cause instanceof TypeError ? 'is not UTF-8' : 'is not readable';
    const error = new GatehouseError('workspace.unreadable', `${file} ${why}.`, {
      fix:
        why === 'is not UTF-8'
          ? 'Save it as UTF-8.'
          : 'Check that the file exists and that this user has permission to read it.',
      location: { file },
      cause,
    });
    return { problem: error.toProblem() };
  }
}

/** The value of a node with its own members only: `__proto__` in a file is a member like any other. */
export function plainValue(node: Node): JsonValue {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value as JsonValue;
  const entries = (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [[String(key.value), plainValue(value)] as const];
  });
  return Object.fromEntries(entries);
}

function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
}

function problemsOf(document: JsonDocument, { issues }: z.ZodError): readonly Problem[] {
  return issues
    .flatMap((issue) => closestIssues(issue))
    .map(({ path, message }) =>
      invalid(
        document,
        path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
        message,
      ),
    );
}

type Issue = z.core.$ZodIssue;

/** Of a value that may have one of several forms, the faults of the form that it comes closest to. */
function closestIssues(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [closest] = issue.errors
    .filter((faults) => faults.length > 0 && !faults.some(isOfAnotherForm))
    .toSorted((one, other) => one.length - other.length);
  if (closest === undefined) return [issue];
  return closest.flatMap((fault) => closestIssues({ ...fault, path: [...issue.path, ...fault.path] }));
}

/** True if the value has the wrong type, or its discriminator names another member of the union. */
function isOfAnotherForm({ code, path }: Issue): boolean {
  return path.length === 0 ? code === 'invalid_type' : path.length === 1 && code === 'invalid_union';
}

function invalid(document: JsonDocument, path: JsonPath, message: string): Problem {
  const where = path.length === 0 ? 'the document' : path.join('.');
  return {
    code: 'workspace.invalid',
    severity: 'error',
    message: `${document.file}: ${where}: ${message}.`,
    fix: 'Fix this member. Until then, Gatehouse ignores the file.',
    location: locate(document, path),
  };
}

function tooLarge(file: string, sizeBytes: number): Problem {
  return new GatehouseError(
    'workspace.too-large',
    `${file} has ${sizeBytes} bytes. The limit is ${maxFileBytes} bytes.`,
    { fix: 'Replace it with a smaller file. Until then, Gatehouse ignores the file.', location: { file } },
  ).toProblem();
}

function syntaxProblem(text: string, file: string, error: ParseError | undefined): Problem {
  const at = position(text, error?.offset ?? 0);
  const what = error === undefined ? 'the file is empty' : words(printParseErrorCode(error.error));
  return {
    code: 'workspace.syntax',
    severity: 'error',
    message: `${file}: invalid JSON at line ${at.line}, column ${at.column}: ${what}.`,
    fix: 'Fix the syntax. Until then, Gatehouse ignores the file.',
    location: { file, ...at },
  };
}

function tooDeep(text: string, file: string, offset: number): Problem {
  const at = position(text, offset);
  return {
    code: 'workspace.syntax',
    severity: 'error',
    message: `${file}: objects and lists are nested more than ${maxLevels} levels deep at line ${at.line}, column ${at.column}.`,
    fix: 'Reduce the nesting. Until then, Gatehouse ignores the file.',
    location: { file, ...at },
  };
}

/** `CloseBraceExpected` → `close brace expected`. */
function words(code: string): string {
  return code.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
}
