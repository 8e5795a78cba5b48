import type { ErrorCode } from '#shared/errors/codes.ts';
import type { Scope, TextProblem } from '#shared/expressions/index.ts';
import type { RouteProblem } from '#shared/gateway/types.ts';
import { type JsonPath, toPointer } from '#shared/workspace/json-pointer.ts';

/** An object of a route that was declared in place or on the heap. */
export interface Declaration {
  readonly name: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly path: JsonPath;
}

interface Finding {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string;
  readonly severity?: 'error' | 'warning';
}

/** Context shared by the readers of one route. */
export interface ReadContext {
  readonly problems: RouteProblem[];
  /** The scope that configuration expressions can read. */
  readonly scope: Scope;
  /** Values of `&{name}`. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly heap: ReadonlyMap<string, { readonly value: unknown; readonly path: JsonPath }>;
  /** Names on the heap that are being read, to find circles. */
  readonly open: string[];
  /** Objects within each other that are being read, in place or by name. */
  levels: number;
}

/** Notes a problem at a place; an error unless stated otherwise. */
export function report({ problems }: ReadContext, path: JsonPath, finding: Finding): null {
  problems.push({ severity: 'error', ...finding, pointer: toPointer(path) });
  return null;
}

/** Notes that a member is not of the form that its place asks for. */
export function reportInvalid(context: ReadContext, path: JsonPath, message: string, fix: string): null {
  return report(context, path, { code: 'route.invalid', message, fix });
}

/** Notes a problem in a text. Positions are left out if the text was changed before it was read. */
export function reportText(
  { problems }: ReadContext,
  path: JsonPath,
  { offset, length, ...finding }: TextProblem,
  { severity = 'error', isVerbatim = true }: { severity?: 'error' | 'warning'; isVerbatim?: boolean } = {},
): null {
  const filterIndex = isVerbatim ? { offset, length } : {};
  problems.push({ ...finding, severity, pointer: toPointer(path), ...filterIndex });
  return null;
}
