import { readFileSync, statSync } from 'node:fs';
import {
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { z } from 'zod';
import { GatehouseError, type Problem, type ProblemLocation } from '#shared/errors/index.ts';

/** Largest workspace file of one entity, in bytes. */
const largestFileBytes = 4 * 1_048_576;

/** What some editors put before the first character; it is no part of the JSON. */
export const byteOrderMark = '\uFEFF';

export type FileResult<T> = { readonly value: T } | { readonly problem: Problem };

/** Line and column, from 1, of an offset in a text. */
function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/**
 * Reads one workspace file (JSON, comments allowed) and checks it. What is wrong comes back as a Problem that names
 * file, line, column and what was expected.
 */
export function readJsonFile<Schema extends z.ZodType>(
  path: string,
  shownAs: string,
  schema: Schema,
): FileResult<z.output<Schema>> {
  const text = readTextFile(path, shownAs);
  return 'problem' in text ? text : parseJsonText(text.value, shownAs, schema);
}

/** Checks the text of a workspace file; `shownAs` is its name in what is wrong. */
export function parseJsonText<Schema extends z.ZodType>(
  written: string,
  shownAs: string,
  schema: Schema,
): FileResult<z.output<Schema>> {
  const text = written.startsWith(byteOrderMark) ? written.slice(1) : written;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first !== undefined || root === undefined) return { problem: syntaxProblem(text, shownAs, first) };
  const parsed = schema.safeParse(plainValue(root));
  if (parsed.success) return { value: parsed.data };
  const issue = parsed.error.issues[0];
  const at = issue?.path ?? [];
  return {
    problem: {
      code: 'workspace.invalid',
      severity: 'error',
      message: `${shownAs}: ${at.length === 0 ? 'the document' : at.join('.')}: ${issue?.message ?? 'is not as expected'}.`,
      fix: 'Mend this member; the file is left out until then, everything else works.',
      location: locate(text, root, at, shownAs),
    },
  };
}

/** Reads the text of one workspace file; one that is too large, not UTF-8 or unreadable is a Problem. */
export function readTextFile(path: string, shownAs: string): FileResult<string> {
  try {
    const { size } = statSync(path);
    if (size > largestFileBytes)
      return fail(
        'workspace.too-large',
        `${shownAs} has ${size} bytes; ${largestFileBytes} are the most.`,
        shownAs,
      );
    return { value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)) };
  } catch (cause) {
    const why = cause instanceof TypeError ? 'is not UTF-8' : 'cannot be read';
    const error = new GatehouseError('workspace.unreadable', `${shownAs} ${why}.`, {
      fix:
        why === 'is not UTF-8' ? 'Save it as UTF-8.' : 'Check that it exists and that this user may read it.',
      location: { file: shownAs },
      cause,
    });
    return { problem: error.toProblem() };
  }
}

function fail(code: 'workspace.too-large', message: string, file: string): { readonly problem: Problem } {
  return { problem: new GatehouseError(code, message, { location: { file } }).toProblem() };
}

function syntaxProblem(text: string, file: string, error: ParseError | undefined): Problem {
  const at = position(text, error?.offset ?? 0);
  const what = error === undefined ? 'the file is empty' : words(printParseErrorCode(error.error));
  return {
    code: 'workspace.syntax',
    severity: 'error',
    message: `${file}: not JSON at line ${at.line}, column ${at.column}: ${what}.`,
    fix: 'Mend it there; the file is left out until then, everything else works.',
    location: { file, ...at },
  };
}

/** `CloseBraceExpected` → `close brace expected`. */
function words(code: string): string {
  return code.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
}

/** The value of a node with its own members only: `__proto__` in a file is a member like any other. */
export function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  const entries = (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [[String(key.value), plainValue(value)] as const];
  });
  return Object.fromEntries(entries);
}

function locate(text: string, root: Node, path: readonly PropertyKey[], file: string): ProblemLocation {
  const steps = path.map((step) => (typeof step === 'symbol' ? String(step) : step)) as JSONPath;
  let node: Node | undefined;
  // A missing member has no node: the closest one around it is shown.
  for (let length = steps.length; node === undefined && length >= 0; length -= 1)
    node = findNodeAtLocation(root, steps.slice(0, length));
  return { file, ...position(text, node?.offset ?? 0), pointer: `/${steps.join('/')}` };
}
