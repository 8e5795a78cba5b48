import type { HttpResponse } from '#main/platform/http.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { PlatformContext } from '../context.ts';
import type { PlatformError } from '../failure.ts';
import { newId } from '../ids.ts';

const standing = ['Content-Type', 'application/json', 'Cache-Control', 'no-store'] as const;

/** An answer with a JSON body. */
export function jsonResponse(status: number, body: JsonValue, headers: readonly string[] = []): HttpResponse {
  return { status, headers: [...standing, ...headers], body: JSON.stringify(body) };
}

/** Name of the header field by which callers name their requests. */
export function transactionHeader(vendorHeader: string): string {
  return `X-${vendorHeader}-External-Transaction-ID`;
}

/** An answer of an action whose body is small and known. */
export function noContent(headers: readonly string[] = []): HttpResponse {
  return { status: 204, headers, body: '' };
}

/** The error body: id, code, message and details. consent-platform-semantics §6 */
export function errorResponse(context: PlatformContext, failure: PlatformError): HttpResponse {
  const { status, code, message, options } = failure;
  const id = newId(context.ports.random);
  const details = (options.details ?? []).map((detail) => ({ ...detail }));
  const body = { id, code, message, ...(details.length === 0 ? {} : { details }) };
  return jsonResponse(status, body, options.headers);
}

/** Lays the caller's name of the request onto an answer. */
export function withTransaction(context: PlatformContext, response: HttpResponse): HttpResponse {
  const { transactionId, ports } = context;
  if (transactionId === null) return response;
  const name = transactionHeader(ports.vendor().header);
  return { ...response, headers: [...response.headers, name, transactionId] };
}
