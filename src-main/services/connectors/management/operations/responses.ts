import type { HttpResponse } from '#main/platform/http.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type ManagementContext, required } from '../context.ts';
import { jsonResponse } from '../host-error.ts';
import { type HostRecord, selectFields } from '../records.ts';
import { recordFields } from './current.ts';

/** An answer with one record: with the fields that were asked for, and its revision. */
export function recordResponse(
  { parameters }: ManagementContext,
  status: 200 | 201,
  record: HostRecord,
  headers: readonly string[] = [],
): HttpResponse {
  const { fields, isPretty } = required(parameters);
  const body = selectFields(record, fields) as unknown as JsonValue;
  return jsonResponse(status, body, { isPretty, headers: [...recordFields(record), ...headers] });
}

/** Any other answer. */
export function plainResponse({ parameters }: ManagementContext, body: JsonValue): HttpResponse {
  return jsonResponse(200, body, { isPretty: parameters?.isPretty ?? false });
}
