import { percentEncode } from '../../oauth/percent.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { RemoteRequest, RequestPurpose } from '../types.ts';
import { type BodyTemplate, compileBody, fillBody } from './body-template.ts';
import { compilePathTemplate, fillPath, type PathTemplate } from './path-template.ts';
import { joinQuery } from './url-text.ts';
import { asIs, compileTemplate, fill, type Template, type Values } from './variables.ts';

/** The configuration of one request. */
interface RequestSettings {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly queryParams?: Readonly<Record<string, string>>;
  readonly requestBody?: JsonValue | null | undefined;
}

/** A request with everything parsed that can be. */
export interface RequestTemplate {
  readonly purpose: RequestPurpose;
  readonly method: string;
  readonly path: PathTemplate;
  readonly params: readonly (readonly [name: string, value: Template])[];
  readonly headers: readonly (readonly [name: string, value: Template])[];
  /** null: none is sent. */
  readonly body: BodyTemplate | null;
}

/** Parses a request. */
export function compileRequest(settings: RequestSettings, purpose: RequestPurpose): RequestTemplate {
  const { method, path, headers = {}, queryParams = {}, requestBody } = settings;
  return {
    purpose,
    method: method.toUpperCase(),
    path: compilePathTemplate(path),
    params: Object.entries(queryParams).map(([name, value]) => [percentEncode(name), compileTemplate(value)]),
    headers: Object.entries(headers).map(([name, value]) => [name, compileTemplate(value)]),
    body: requestBody === undefined || requestBody === null ? null : compileBody(requestBody),
  };
}

/** The parts of one request beyond its template. */
export interface RequestExtras {
  /** In place of the path of the operation. */
  readonly path?: PathTemplate;
  /** Further pieces of the query, encoded. */
  readonly query?: readonly string[];
  /** In place of the body of the operation. */
  readonly body?: JsonValue | undefined;
}

/**
 * The request with everything filled in.
 * @throws connector.not-found for a uid that is not allowed in its
 * path
 */
export function fillRequest(
  template: RequestTemplate,
  values: Values,
  extras: RequestExtras = {},
): RemoteRequest {
  const { path, query } = fillPath(extras.path ?? template.path, values);
  const pairs = template.params.map(
    ([name, value]) => `${name}=${fill(value, values, percentEncode, percentEncode) ?? ''}`,
  );
  const body = template.body === null ? undefined : fillBody(template.body, values);
  return {
    purpose: template.purpose,
    method: template.method,
    path,
    query: joinQuery([query, ...pairs, ...(extras.query ?? [])]),
    headers: template.headers.map(([name, value]) => [name, fill(value, values, asIs, asIs) ?? '']),
    body: 'body' in extras ? extras.body : body,
  };
}
