import { percentEncode } from '../../oauth/percent.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { RemoteRequest, RequestPurpose } from '../types.ts';
import { type BodyTemplate, compileBody, fillBody, placeholdersOfBody } from './body-template.ts';
import { compileNeeds, type Needs } from './needs.ts';
import { compilePathTemplate, fillPath, joinQuery, type PathTemplate } from './path-template.ts';
import {
  type AttributeNames,
  asIs,
  compileTemplate,
  fieldValue,
  fill,
  noAttributes,
  placeholdersIn,
  type Template,
  type Values,
} from './variables.ts';

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
  /** Values of the object that its placeholders stand for. */
  readonly needs: Needs;
}

/** Parses a request, the placeholders of which may name `attributes`. */
export function compileRequest(
  settings: RequestSettings,
  purpose: RequestPurpose,
  attributes: AttributeNames = noAttributes,
): RequestTemplate {
  const { method, headers = {}, queryParams = {}, requestBody } = settings;
  const path = compilePathTemplate(settings.path, attributes);
  const templates = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([name, value]) => [name, compileTemplate(value, attributes)] as const);
  const params = templates(queryParams).map(([name, value]) => [percentEncode(name), value] as const);
  const fields = templates(headers);
  const body =
    requestBody === undefined || requestBody === null ? null : compileBody(requestBody, attributes);
  const around = [path.path, ...path.query, ...[...params, ...fields].map(([, value]) => value)];
  return {
    purpose,
    method: method.toUpperCase(),
    path,
    params,
    headers: fields,
    body,
    needs: compileNeeds(around.flatMap(placeholdersIn), body === null ? [] : placeholdersOfBody(body)),
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
 * @throws connector.not-found for a uid that is not allowed in its path, connector.invalid-attribute for such a value,
 * connector.configuration for a placeholder that can have none
 */
export function fillRequest(
  template: RequestTemplate,
  values: Values,
  extras: RequestExtras = {},
): RemoteRequest {
  const { path, query } = fillPath(extras.path ?? template.path, values);
  const pairs = template.params.map(([name, value]) => {
    const text = fill(value, values, percentEncode, percentEncode);
    return text === null ? '' : `${name}=${text}`;
  });
  const body = template.body === null ? undefined : fillBody(template.body, values);
  return {
    purpose: template.purpose,
    method: template.method,
    path,
    query: joinQuery([query, ...pairs, ...(extras.query ?? [])]),
    headers: fillFields(template.headers, values),
    body: 'body' in extras ? extras.body : body,
  };
}

/** A field without a value is left out. A loop, since every request comes here. */
function fillFields(fields: RequestTemplate['headers'], values: Values): RemoteRequest['headers'] {
  const filled: (readonly [name: string, value: string])[] = [];
  for (const [name, template] of fields) {
    const value = fill(template, values, asIs, fieldValue);
    if (value !== null) filled.push([name, value]);
  }
  return filled;
}
