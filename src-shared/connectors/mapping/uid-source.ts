import { withoutEnd } from '../../text/ends.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { BoundedPattern, ResponseBudget } from '../bounded-pattern.ts';
import type { Path } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { RemoteResponse } from '../types.ts';

/** Location of a uid or a name: in the body, or in a header field of the response. */
export type TextSource =
  | { readonly kind: 'path'; readonly path: Path; readonly pattern: BoundedPattern | null }
  | { readonly kind: 'header'; readonly name: string; readonly pattern: BoundedPattern | null };

export const headerPrefix = /^header:\s*/i;
/** Fields of which the value is a URL. */
const urlFields: ReadonlySet<string> = new Set(['location', 'content-location']);

/** Compiles idPath or namePath; null: it cannot be read, which is noted. */
export function compileTextSource(
  text: string,
  expression: string | null | undefined,
  at: JsonPath,
  report: ProblemReport,
): TextSource | null {
  const pattern = report.pattern(expression, [...at.slice(0, -1), 'idRegularExpression']);
  if (headerPrefix.test(text))
    return { kind: 'header', name: text.replace(headerPrefix, '').trim().toLowerCase(), pattern };
  const path = report.path(text, at);
  return path === null ? null : { kind: 'path', path, pattern };
}

/** The text at a source in an answer; null: there is none. Numbers are texts as well. */
export function readText(source: TextSource | null, response: RemoteResponse): string | null {
  if (source === null) return null;
  if (source.kind === 'path') return readRecordText(source, response.json);
  const value = headerOf(response, source.name);
  if (value === null) return null;
  const isUrl = urlFields.has(source.name);
  const found =
    source.pattern === null ? (isUrl ? lastSegment(value) : value) : source.pattern.extract(value);
  return found === null || found === '' ? null : isUrl ? decoded(found) : found;
}

/** The text at a source in a record; a header field belongs to no record. */
export function readRecordText(
  source: TextSource | null,
  record: JsonValue | undefined,
  budget?: ResponseBudget,
): string | null {
  if (source?.kind !== 'path') return null;
  const value = source.path.read(record);
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string' || text === '') return null;
  return source.pattern === null ? text : source.pattern.extract(text, budget) || null;
}

/** Values of a header field, joined where it comes repeatedly; null: there is none. RFC 9110 §5.3 */
export function headerOf({ headers }: Pick<RemoteResponse, 'headers'>, name: string): string | null {
  const wanted = name.toLowerCase();
  const values = headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? null : values.join(', ');
}

function lastSegment(url: string): string {
  return (
    withoutEnd(url.replace(/[?#].*$/s, ''), '/')
      .split('/')
      .at(-1) ?? ''
  );
}

/** A text out of a URL as it was before it was percent-encoded; one that does not decode stays. RFC 3986 §2.1 */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
