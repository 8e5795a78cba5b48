import type { HttpResponse } from '#main/platform/http.ts';
import { Refusal, type RefusalOptions } from '#main/platform/pipeline.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  428: 'Precondition Required',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

export interface HostErrorOptions extends RefusalOptions {
  /** `detail` of the answer. */
  readonly members?: JsonValue;
}

/** A request that the management interface does not do; the message goes out. */
export class HostError extends Refusal<HostErrorOptions> {
  readonly status: number;

  constructor(status: number, message: string, options: HostErrorOptions = {}) {
    super(message, { detail: message, ...options });
    this.status = status;
  }
}

/** The body of an error: code, reason, message, and detail where there is one. */
export function errorBody(status: number, message: string, detail?: JsonValue) {
  return {
    code: status,
    reason: reasons[status] ?? 'Resource Exception',
    message,
    ...(detail === undefined ? {} : { detail }),
  };
}

const standing = [
  'Content-Type',
  'application/json;charset=UTF-8',
  'Cache-Control',
  'no-store',
  'Content-API-Version',
  'protocol=2.1,resource=1.0',
] as const;

/** An answer with a JSON body; a record's revision is its entity tag. */
export function jsonResponse(
  status: number,
  body: JsonValue,
  {
    isPretty = false,
    headers = [],
  }: { readonly isPretty?: boolean; readonly headers?: readonly string[] } = {},
): HttpResponse {
  return {
    status,
    headers: headers.length === 0 ? standing : [...standing, ...headers],
    body: isPretty ? JSON.stringify(body, null, 2) : JSON.stringify(body),
  };
}

/** An answer whose JSON is available as text. */
export function textResponse(body: string, headers: readonly string[] = []): HttpResponse {
  return { status: 200, headers: headers.length === 0 ? standing : [...standing, ...headers], body };
}
