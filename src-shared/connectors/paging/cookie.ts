import { percentDecodedOrAsIs } from '../../text/decoding.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { BoundedPattern, ResponseBudget } from '../bounded-pattern.ts';
import type { CookieSettings } from '../configuration/pagination.ts';
import { headerOf } from '../mapping/readers.ts';
import type { Path } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { RemoteResponse } from '../types.ts';
import { nextLinkOf } from './next-link.ts';

/** Location of the cookie of the next page, parsed. */
export interface CookieReader {
  /** null: a header field, or a path that cannot be read. */
  readonly path: Path | null;
  readonly header: string | null;
  readonly pattern: BoundedPattern | null;
  readonly stopPath: Path | null;
}

/** Parses `pagedResultsCookie`. */
export function compileCookie(
  settings: CookieSettings | null | undefined,
  at: JsonPath,
  report: ProblemReport,
): CookieReader | null {
  if (settings === null || settings === undefined) return null;
  const { type, path, regularExpression, stopPath } = settings;
  return {
    path: type === 'body' ? report.path(path, [...at, 'path']) : null,
    header: type === 'header' ? path : null,
    pattern: report.pattern(regularExpression, [...at, 'regularExpression']),
    stopPath: stopPath === null || stopPath === undefined ? null : report.path(stopPath, [...at, 'stopPath']),
  };
}

/** The cookie of the next page; null: there is none. @throws connector.expression-costly */
export function readCookie(
  reader: CookieReader | null,
  response: RemoteResponse,
  budget?: ResponseBudget,
): string | null {
  if (reader === null) return null;
  const text =
    reader.header === null ? textOf(reader.path?.read(response.json)) : headerOf(response, reader.header);
  if (text === null || text === '') return null;
  if (reader.pattern === null) return reader.header?.toLowerCase() === 'link' ? nextLinkOf(text) : text;
  const cookie = reader.pattern.extract(text, budget);
  if (cookie === null || cookie === '') return null;
  // Out of the query of a URL it comes encoded, and it is encoded again when it is sent.
  return text.includes(`=${cookie}`) ? percentDecodedOrAsIs(cookie) : cookie;
}

/** True if the answer says that no page follows: its flag is false, or null. */
export function isLastPage(reader: CookieReader | null, response: RemoteResponse): boolean {
  if (reader === null || reader.stopPath === null) return false;
  const flag = reader.stopPath.read(response.json);
  return flag === false || flag === null || flag === 'false';
}

function textOf(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}
