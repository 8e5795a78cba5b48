import type {
  ClientFact,
  FactChange,
  FactHost,
  FactLocation,
  FactOrigin,
  FactPart,
  RequestFact,
  ResponseFact,
  TextEdit,
} from '#shared/contract/facts.ts';
import { isPlaceholder } from '#shared/contract/facts.ts';
import { writtenMethod } from '#shared/http/method.ts';
import { parsedJson, percentDecodedOrAsIs } from '#shared/text/decoding.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type HostMatcher, type UrlLocation } from '../hosts.ts';

/** A request as a reader finds it. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** The body as text; a form or JSON by its media type, or by how it begins. */
  readonly bodyText?: string;
  /** The body where it is JSON already; wins over the text. */
  readonly body?: JsonValue;
  /** False if not all of its body can be told. */
  readonly isBodyTold?: boolean;
  /** True if its placeholders are bound by the workspace, or by each record. */
  readonly isBound?: boolean;
  /** The call as it is written, without secrets; absent: its method and its path. */
  readonly call?: () => string;
  readonly response?: ResponseFact;
  readonly startedAtMillis?: number;
  readonly durationMillis?: number;
  readonly client?: ClientFact;
}

type Values = ReadonlyMap<string, readonly string[]>;
const noValues: Values = new Map();
/** The method of a request whose method is a variable or invalid; no rule checks it. */
const unknownMethod = '?';

/** Creates the fact of a request; expensive parts are computed on demand. */
export function requestFact(
  raw: RawRequest,
  hosts: HostMatcher,
  origin: FactOrigin,
  location: UrlLocation = hosts.read(raw.url),
): RequestFact {
  return new LazyRequestFact(raw, location, origin);
}

class LazyRequestFact implements RequestFact {
  readonly kind = 'request';
  readonly method: string;
  readonly host: FactHost;
  readonly hostName: string | null;
  readonly segments: readonly string[];
  readonly writtenPath: string;
  readonly urlLength: number;
  readonly response: ResponseFact | null;
  readonly startedAtMillis: number | null;
  readonly durationMillis: number | null;
  readonly client: ClientFact | null;
  readonly isBodyTold: boolean;
  readonly isBound: boolean;
  readonly #raw: RawRequest;
  readonly #origin: FactOrigin;
  readonly #queryText: string;
  #query: Values | null = null;
  #headers: ReadonlyMap<string, string> | null = null;
  #form: Values | null = null;
  #body: JsonValue | undefined;
  #isBodyRead = false;
  #isFormAsked = false;

  constructor(raw: RawRequest, location: UrlLocation, origin: FactOrigin) {
    this.method = writtenMethod(raw.method) ?? unknownMethod;
    this.host = location.host;
    this.hostName = location.hostName;
    this.segments = location.segments;
    this.writtenPath = location.writtenPath;
    this.urlLength = raw.url.length;
    this.response = raw.response ?? null;
    this.startedAtMillis = raw.startedAtMillis ?? null;
    this.durationMillis = raw.durationMillis ?? null;
    this.client = raw.client ?? null;
    this.isBodyTold = raw.isBodyTold ?? true;
    this.isBound = raw.isBound ?? false;
    this.#raw = raw;
    this.#origin = origin;
    this.#queryText = location.queryText;
  }

  get query(): Values {
    this.#query ??= this.#queryText === '' ? noValues : formValues(this.#queryText);
    return this.#query;
  }

  get headers(): ReadonlyMap<string, string> {
    this.#headers ??= headerMap(this.#raw.headers);
    return this.#headers;
  }

  get form(): Values {
    this.#isFormAsked = true;
    this.#form ??= this.#isForm() ? formValues(this.#raw.bodyText ?? '') : noValues;
    return this.#form;
  }

  get body(): JsonValue | undefined {
    if (!this.#isBodyRead) {
      this.#isBodyRead = true;
      this.#body = this.#raw.body ?? (this.#isForm() ? undefined : jsonOf(this.#raw.bodyText ?? ''));
    }
    return this.#body;
  }

  get call(): string {
    return this.#raw.call?.() ?? `${this.method} ${this.writtenPath}`;
  }

  get isBodyAsked(): boolean {
    return this.#isBodyRead || this.#isFormAsked;
  }

  locate(part: FactPart): FactLocation {
    return this.#origin.locate(part);
  }

  edit(changes: readonly FactChange[]): readonly TextEdit[] | null {
    return this.#origin.edit(changes);
  }

  #isForm(): boolean {
    const { bodyText } = this.#raw;
    if (bodyText === undefined || bodyText === '') return false;
    const mediaType = this.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
    return mediaType === undefined || isPlaceholder(mediaType)
      ? /^[\w.~%+-]+=/.test(bodyText)
      : mediaType === formMediaType;
  }
}

/** The media type of the fields of a form. */
export const formMediaType = 'application/x-www-form-urlencoded';

/** Fields that may come several times, with what joins them: a comma means something else in cookies. RFC 9110 §5.3 */
const joins: ReadonlyMap<string, string> = new Map([
  ['cookie', '; '],
  ['link', ', '],
  ['set-cookie', '\n'],
]);
const maxJoined = 200;

/** Header fields by their names in lower case; of several of one name the first, but for those that are lists. */
export function headerMap(
  headers: Iterable<readonly [name: string, value: string]>,
): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  const lists = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (!map.has(key)) map.set(key, value);
    if (!joins.has(key)) continue;
    const list = lists.get(key) ?? [];
    if (list.length < maxJoined) list.push(value);
    lists.set(key, list);
  }
  for (const [key, list] of lists) if (list.length > 1) map.set(key, list.join(joins.get(key)));
  return map;
}

/** The JSON of a text; undefined where it is none, or a number or name alone. */
export function jsonOf(text: string): JsonValue | undefined {
  return /^\s*[[{"]/.test(text) ? parsedJson(text) : undefined;
}

/** Fields of a query or form, decoded. */
export function formValues(text: string): Values {
  const values = new Map<string, string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeField(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decodeField(pair.slice(equals + 1));
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

function decodeField(text: string): string {
  return percentDecodedOrAsIs(text.replaceAll('+', ' '));
}
