import type { HttpResponse } from '#main/platform/http.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** A request that the directory does not do. */
export class DirectoryRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | null;
  readonly headers: readonly string[];

  constructor(
    status: number,
    code: string,
    message: string,
    {
      field = null,
      headers = [],
    }: { readonly field?: string | null; readonly headers?: readonly string[] } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.headers = headers;
  }
}

/** An answer of the directory. */
export function jsonResponse(status: number, body: JsonValue, headers: readonly string[] = []): HttpResponse {
  return {
    status,
    headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store', ...headers],
    body: JSON.stringify(body),
  };
}

/** `{"error":{"code","message","field"}}` */
export function refused({ status, code, message, field, headers }: DirectoryRefusal): HttpResponse {
  return jsonResponse(status, { error: { code, message, ...(field === null ? {} : { field }) } }, headers);
}
