import type { FactOrigin, RequestFact, ResponseFact } from '#shared/contract/facts.ts';
import { isToken } from '#shared/http/token.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { encodeLoosely, type HostMatcher } from '../hosts.ts';
import { type JsonFrame, type JsonLayout, jsonOrigin } from './json-origin.ts';
import { openedOnce, openStrictJson } from './json-text.ts';
import { headerMap, jsonOf, requestFact } from './request-fact.ts';

type Members = Readonly<Record<string, JsonValue>>;
type Pairs = readonly (readonly [name: string, value: string])[];

/** Why an entry is none, and where in it. */
export interface BrokenEntry {
  readonly path: JsonPath;
  readonly what: string;
}

/** The request of an entry of a HAR document; its text is asked for only where something is found. HAR 1.2 §4.4 */
export function harEntryFact(
  entry: JsonValue,
  text: () => string,
  hosts: HostMatcher,
  frame: JsonFrame,
): RequestFact | BrokenEntry {
  if (!isJsonObject(entry)) return { path: [], what: 'is not an object' };
  const { request, response } = entry;
  if (!isJsonObject(request)) return { path: ['request'], what: 'is not an object' };
  const { method, url } = request;
  if (typeof method !== 'string' || !isToken(method))
    return { path: ['request', 'method'], what: 'is not an HTTP method' };
  if (typeof url !== 'string' || url === '') return { path: ['request', 'url'], what: 'is not a URL' };
  const location = hosts.read(url);
  // No rule looks at other hosts, and most of what a browser sends goes there.
  if (location.host === 'other') return requestFact({ method, url, headers: [] }, hosts, nowhere, location);
  const open = openedOnce(() => openStrictJson(text()));
  const answer = responseOf(response);
  const startedAt =
    typeof entry['startedDateTime'] === 'string' ? Date.parse(entry['startedDateTime']) : Number.NaN;
  const postText = isJsonObject(request['postData']) ? request['postData']['text'] : undefined;
  const raw = {
    method,
    url,
    headers: pairsOf(request['headers'], request['postData']),
    ...(typeof postText === 'string' ? { bodyText: postText } : formText(request['postData'])),
    ...(answer === null ? {} : { response: answer }),
    ...(Number.isNaN(startedAt) ? {} : { startedAtMillis: startedAt }),
    ...(typeof entry['time'] === 'number' ? { durationMillis: entry['time'] } : {}),
  };
  return requestFact(raw, hosts, jsonOrigin(open, layoutOf(request, response), frame), location);
}

const nowhere: FactOrigin = { locate: () => ({}), edit: () => null };

function pairsOf(list: JsonValue | undefined, postData?: JsonValue): Pairs {
  const pairs = Array.isArray(list)
    ? (list as readonly JsonValue[]).flatMap((pair): Pairs => {
        if (!isJsonObject(pair)) return [];
        const { name, value } = pair;
        return typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [];
      })
    : [];
  const mimeType = isJsonObject(postData) ? postData['mimeType'] : undefined;
  return typeof mimeType === 'string' && mimeType !== '' ? [...pairs, ['content-type', mimeType]] : pairs;
}

/** Some write a form as `params` alone. */
function formText(postData: JsonValue | undefined): { readonly bodyText?: string } {
  if (!isJsonObject(postData) || !Array.isArray(postData['params'])) return {};
  const fields = pairsOf(postData['params']).map(
    ([name, value]) => `${encodeLoosely(name)}=${encodeLoosely(value)}`,
  );
  return { bodyText: fields.join('&') };
}

function responseOf(response: JsonValue | undefined): ResponseFact | null {
  if (!isJsonObject(response) || typeof response['status'] !== 'number' || response['status'] === 0)
    return null;
  return new HarResponse(response, response['status']);
}

/** An answer whose headers and body are read when they are asked for. */
class HarResponse implements ResponseFact {
  readonly status: number;
  readonly #response: Members;
  #headers: ReadonlyMap<string, string> | null = null;
  #body: { readonly value: JsonValue | undefined } | null = null;

  constructor(response: Members, status: number) {
    this.#response = response;
    this.status = status;
  }

  get headers(): ReadonlyMap<string, string> {
    this.#headers ??= headerMap(pairsOf(this.#response['headers']));
    return this.#headers;
  }

  get body(): JsonValue | undefined {
    this.#body ??= { value: bodyOf(this.#response['content']) };
    return this.#body.value;
  }
}

function bodyOf(content: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(content) || typeof content['text'] !== 'string') return undefined;
  // Base64 content is not text.
  return content['encoding'] === 'base64' ? undefined : jsonOf(content['text']);
}

function layoutOf(request: Members, response: JsonValue | undefined): JsonLayout {
  const answer: Members = isJsonObject(response) ? response : {};
  return {
    whole: ['request'],
    method: ['request', 'method'],
    url: ['request', 'url'],
    header: (name) => headerAt(request['headers'], ['request', 'headers'], name),
    form: (name) => formAt(request['postData'], name),
    body: (within) => ({ path: ['request', 'postData', 'text'], within }),
    response: ['response'],
    responseHeader: (name) => headerAt(answer['headers'], ['response', 'headers'], name),
    responseBody: () => ({ path: ['response', 'content', 'text'] }),
  };
}

function headerAt(list: JsonValue | undefined, path: JsonPath, name: string): JsonPath | null {
  if (!Array.isArray(list)) return null;
  const index = (list as readonly JsonValue[]).findIndex(
    (pair) =>
      isJsonObject(pair) &&
      typeof pair['name'] === 'string' &&
      pair['name'].toLowerCase() === name.toLowerCase(),
  );
  return index < 0 ? null : [...path, index, 'value'];
}

function formAt(
  postData: JsonValue | undefined,
  name: string,
): { readonly path: JsonPath; readonly isText: boolean } | null {
  if (!isJsonObject(postData)) return null;
  if (typeof postData['text'] === 'string') return { path: ['request', 'postData', 'text'], isText: true };
  const at = headerAt(postData['params'], ['request', 'postData', 'params'], name);
  return at === null ? null : { path: at, isText: false };
}
