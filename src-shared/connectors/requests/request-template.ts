import { GatehouseError } from '../../errors/index.ts';
import { percentEncode } from '../../oauth/form.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { RemoteRequest, RequestPurpose } from '../types.ts';
import { type BodyTemplate, compileBody, fillBody, placeholdersOfBody } from './body-template.ts';
import { compileNeeds, type Needs } from './needs.ts';
import {
  type AttributeNames,
  asIs,
  compileTemplate,
  fieldValue,
  fill,
  noAttributes,
  type Placeholder,
  placeholdersIn,
  type Template,
  type Values,
  valueOf,
} from './variables.ts';

const outsidePath = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/gu;
const outsideQuery = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$'()*+,;=:@/?%&]/gu;

/**
 * A path as written, with characters that are not allowed percent-encoded; existing encodings are kept. RFC
 * 3986 §3.3
 */
function escapePath(text: string): string {
  return text.toWellFormed().replace(outsidePath, percentEncode);
}

/** The same for a query. RFC 3986 §3.4 */
export function escapeQuery(text: string): string {
  return text.toWellFormed().replace(outsideQuery, percentEncode);
}

/** Pairs and whole queries as one; those that are empty are left out. */
export function joinQuery(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('&');
}

/** Path of a request, with the query that it may hold. */
export interface PathTemplate {
  readonly path: Template;
  /** Pairs of the query; one with a variable that is not set is dropped. */
  readonly query: readonly Template[];
}

/** Cuts a path of the configuration apart; a fragment is left out. */
export function compilePathTemplate(text: string, attributes: AttributeNames = noAttributes): PathTemplate {
  const [whole = ''] = text.split('#', 1);
  const mark = whole.indexOf('?');
  const path = mark === -1 ? whole : whole.slice(0, mark);
  const query = mark === -1 ? '' : whole.slice(mark + 1);
  const origin = /^https?:\/\/[^/]*/i.exec(path)?.[0] ?? '';
  return {
    path: { parts: escaped(compileTemplate(path, attributes), origin) },
    query: query.split('&').map((pair) => compileTemplate(pair, attributes)),
  };
}

/** The origin of a whole URL is kept: it may contain brackets of an address. */
function escaped({ parts }: Template, origin: string): Template['parts'] {
  return parts.map((part, index) => {
    if (typeof part !== 'string') return part;
    return index === 0 && part.startsWith(origin)
      ? origin + escapePath(part.slice(origin.length))
      : escapePath(part);
  });
}

/**
 * The path with its query, filled in.
 * @throws connector.not-found for a uid that would make another path of
 * it: empty, `.` or `..`, connector.invalid-attribute for such a value of another placeholder, or none,
 * connector.configuration if a variable of the path is not set
 */
function fillPath({ path, query }: PathTemplate, values: Values): { path: string; query: string } {
  const filled = fill(path, values, asIs, pathPart);
  if (filled === null) throw unset(path, values);
  return {
    path: filled,
    query: joinQuery(query.map((pair) => fill(pair, values, escapeQuery, percentEncode) ?? '')),
  };
}

/** A value as a part of a path. RFC 3986 §3.3 */
function pathPart(value: string, placeholder: Placeholder): string {
  if (value === '' || value === '.' || value === '..') throw otherPath(value, placeholder);
  return percentEncode(value);
}

function otherPath(value: string, { variable, written }: Placeholder): GatehouseError {
  if (variable === 'uid')
    return new GatehouseError('connector.not-found', `There is no object with the uid “${value}”.`, {
      fix: 'This uid is not allowed in a path. Use another uid.',
    });
  return new GatehouseError(
    'connector.invalid-attribute',
    `The value “${value}” of {${written}} is not allowed in a path.`,
    {
      fix: 'This value changes the meaning of the path. Use another value.',
    },
  );
}

/** Without a part of it, a path would lead to another resource. */
function unset(path: Template, values: Values): GatehouseError {
  const absent = placeholdersIn(path).filter((placeholder) => valueOf(placeholder, values) === null);
  const [first = ''] = absent.map(({ written }) => `{${written}}`);
  const message = `The path of the request contains ${absent.map(({ written }) => `{${written}}`).join(' and ')}, but this request has no value for it.`;
  if (absent.some(({ variable }) => variable === 'attribute' || variable === 'name'))
    return new GatehouseError('connector.invalid-attribute', message, {
      fix: `Provide a value for ${first}.`,
    });
  return new GatehouseError('connector.configuration', message, {
    fix: `Move ${first} to a path under pagination, or to the query, where variables without a value are omitted.`,
  });
}

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
