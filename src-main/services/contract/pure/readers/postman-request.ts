import type { ResponseFact } from '#shared/contract/facts.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { JsonLayout } from './json-origin.ts';
import { formMediaType, headerMap, jsonOf, type RawRequest } from './request-fact.ts';
import { withQueryText } from './url-edit.ts';

export type Members = Readonly<Record<string, JsonValue>>;

/** A request of a JSON document, with the locations of its parts. */
export interface RequestParts {
  readonly raw: RawRequest;
  readonly layout: JsonLayout;
  /** False if the body is in a file. */
  readonly hasBody?: boolean;
  /** Second location of the parts of the URL; null: none. */
  readonly copies: {
    readonly segments: readonly { readonly path: JsonPath; readonly text: string }[];
    query(name: string): JsonPath | null;
  } | null;
}

interface Pair {
  readonly name: string;
  readonly value: string;
  /** Of its value. */
  readonly path: JsonPath;
}

/** Names and values, as an object, as a list of pairs, or as a list of objects; disabled ones are left out. */
function pairsOf(list: JsonValue | undefined, path: JsonPath): readonly Pair[] {
  if (isJsonObject(list))
    return Object.entries(list).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number'
        ? [{ name, value: String(value), path: [...path, name] }]
        : [],
    );
  if (!Array.isArray(list)) return [];
  return (list as readonly JsonValue[]).flatMap((each, index): readonly Pair[] => {
    if (Array.isArray(each)) {
      const [name, value] = each as readonly JsonValue[];
      return typeof name === 'string' && typeof value === 'string'
        ? [{ name, value, path: [...path, index, 1] }]
        : [];
    }
    if (!isJsonObject(each) || each['disabled'] === true) return [];
    const name = each['key'] ?? each['name'];
    const value = each['value'];
    return typeof name === 'string' && typeof value === 'string'
      ? [{ name, value, path: [...path, index, 'value'] }]
      : [];
  });
}

function pathIn(pairs: readonly Pair[], name: string): JsonPath | null {
  return pairs.find((pair) => pair.name.toLowerCase() === name.toLowerCase())?.path ?? null;
}

function formText(pairs: readonly Pair[]): string {
  return pairs
    .map(
      ({ name, value }) =>
        `${encodeURIComponent(name)}=${/[{}]/.test(value) ? value : encodeURIComponent(value)}`,
    )
    .join('&');
}

function entriesOf(pairs: readonly Pair[]): readonly (readonly [string, string])[] {
  return pairs.map(({ name, value }) => [name, value] as const);
}

/** A request as people write it: `{ "method", "url", "headers", "body" }`; null: it is something else. */
export function plainRequest(value: JsonValue, path: JsonPath): RequestParts | null {
  if (!isJsonObject(value)) return null;
  const { method, url, body, response } = value;
  const isRequest = typeof method === 'string' || value['headers'] !== undefined || body !== undefined;
  if (typeof url !== 'string' || !isRequest) return null;
  const headers = pairsOf(value['headers'], [...path, 'headers']);
  const fields = pairsOf(value['form'], [...path, 'form']);
  const [queryName, queryValue] =
    ['query', 'params'].flatMap((name) =>
      value[name] === undefined ? [] : [[name, value[name]] as const],
    )[0] ?? [];
  const query = queryName === undefined ? [] : pairsOf(queryValue, [...path, queryName]);
  const answer = responseOf(response);
  const isForm = fields.length > 0 && pathIn(headers, 'content-type') === null;
  return {
    raw: {
      method: typeof method === 'string' ? method : 'GET',
      url: withQueryText(url, formText(query)),
      headers: [...entriesOf(headers), ...(isForm ? [['content-type', formMediaType] as const] : [])],
      ...(typeof body === 'string' ? { bodyText: body } : body === undefined ? {} : { body }),
      ...(fields.length > 0 ? { bodyText: formText(fields) } : {}),
      ...(answer === null ? {} : { response: answer }),
    },
    layout: {
      whole: path,
      method: [...path, 'method'],
      url: [...path, 'url'],
      header: (name) => pathIn(headers, name),
      query: (name) => pathIn(query, name),
      form: (name) => {
        const at = pathIn(fields, name);
        return at === null ? textForm(body, path) : { path: at, isText: false };
      },
      body: (steps) => bodySlot(body, [...path, 'body'], steps),
      response: [...path, 'response'],
      responseHeader: (name) =>
        isJsonObject(response)
          ? pathIn(pairsOf(response['headers'], [...path, 'response', 'headers']), name)
          : null,
      responseBody: (steps) =>
        isJsonObject(response) ? bodySlot(response['body'], [...path, 'response', 'body'], steps) : null,
    },
    copies: null,
  };
}

function textForm(body: JsonValue | undefined, path: JsonPath) {
  return typeof body === 'string' ? { path: [...path, 'body'], isText: true } : null;
}

/** JSON in a string, or as it is. */
function bodySlot(body: JsonValue | undefined, path: JsonPath, steps: JsonPath) {
  if (body === undefined) return null;
  return typeof body === 'string' ? { path, within: steps } : { path: [...path, ...steps] };
}

function responseOf(response: JsonValue | undefined): ResponseFact | null {
  if (!isJsonObject(response) || typeof response['status'] !== 'number') return null;
  const { status, body } = response;
  return {
    status,
    headers: headerMap(entriesOf(pairsOf(response['headers'], []))),
    body: typeof body === 'string' ? jsonOf(body) : body,
  };
}

/** A request of a collection; null: it is something else. */
export function partsOf(request: JsonValue | undefined, path: JsonPath): RequestParts | null {
  if (typeof request === 'string')
    return {
      raw: { method: 'GET', url: request, headers: [] },
      layout: { whole: path, url: path },
      copies: null,
    };
  if (!isJsonObject(request)) return null;
  const { method, url, header, auth } = request;
  const address = urlOf(url, [...path, 'url']);
  if (address === null) return null;
  const headers = pairsOf(header, [...path, 'header']);
  const body = bodyOf(request['body'], [...path, 'body']);
  const isProven = isJsonObject(auth) && auth['type'] !== 'noauth';
  const hasType = pathIn(headers, 'content-type') !== null;
  return {
    raw: {
      method: typeof method === 'string' ? method : 'GET',
      url: address.text,
      headers: [
        ...entriesOf(headers),
        ...(body?.mediaType !== undefined && !hasType ? [['content-type', body.mediaType] as const] : []),
        // The sender is authenticated; the credentials are no business of a finding.
        ...(isProven ? [['authorization', ''] as const] : []),
      ],
      ...(body === null ? {} : { bodyText: body.text }),
    },
    ...(body?.hasBody === false ? { hasBody: false } : {}),
    layout: {
      whole: path,
      method: [...path, 'method'],
      url: address.path,
      header: (name) => pathIn(headers, name),
      ...(body === null ? {} : body.layout),
    },
    copies: address.copies,
  };
}

function urlOf(url: JsonValue | undefined, path: JsonPath) {
  if (typeof url === 'string') return { text: url, path, copies: null };
  if (!isJsonObject(url) || typeof url['raw'] !== 'string') return null;
  const segments = Array.isArray(url['path'])
    ? (url['path'] as readonly JsonValue[]).flatMap((text, index) =>
        typeof text === 'string' ? [{ path: [...path, 'path', index], text }] : [],
      )
    : [];
  const query = pairsOf(url['query'], [...path, 'query']);
  const isCopied = segments.length > 0 || query.length > 0;
  const copies = { segments, query: (name: string) => pathIn(query, name) };
  return { text: url['raw'], path: [...path, 'raw'], copies: isCopied ? copies : null };
}

interface CollectionBody {
  readonly text: string;
  readonly hasBody?: boolean;
  readonly mediaType?: string;
  readonly layout: Pick<JsonLayout, 'body' | 'form'>;
}

function bodyOf(body: JsonValue | undefined, path: JsonPath): CollectionBody | null {
  if (!isJsonObject(body) || body['disabled'] === true) return null;
  const { mode, raw, urlencoded, options } = body;
  if (mode === 'raw' && typeof raw === 'string') {
    const settings = isJsonObject(options) ? options['raw'] : undefined;
    const isJson = isJsonObject(settings) && settings['language'] === 'json';
    return {
      text: raw,
      ...(isJson ? { mediaType: 'application/json' } : {}),
      layout: {
        body: (steps) => ({ path: [...path, 'raw'], within: steps }),
        form: () => ({ path: [...path, 'raw'], isText: true }),
      },
    };
  }
  if (mode === 'file') return { text: '', hasBody: false, layout: {} };
  if (mode !== 'urlencoded')
    return mode === 'formdata' ? { text: '', mediaType: 'multipart/form-data', layout: {} } : null;
  const fields = pairsOf(urlencoded, [...path, 'urlencoded']);
  return {
    text: formText(fields),
    mediaType: formMediaType,
    layout: {
      form: (name) => {
        const at = pathIn(fields, name);
        return at === null ? null : { path: at, isText: false };
      },
    },
  };
}
