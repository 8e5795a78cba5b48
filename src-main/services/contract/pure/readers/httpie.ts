import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { withScheme, withType } from './command-parts.ts';
import type { ShellCommand } from './curl-words.ts';
import { jsonOf } from './request-fact.ts';
import { textBody, type WrittenBody } from './script-body.ts';
import type { WrittenHeader, WrittenRequest } from './script-request.ts';
import { joined, partOf, type Span, spanOf, type WrittenText, WrittenTextBuilder } from './script-text.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const withValue =
  /^(?:-[aAopPs]|--(?:auth|auth-type|output|print|style|session|session-read-only|timeout|proxy|verify|cert|cert-key|cert-key-pass|ssl|ciphers|raw|boundary|max-redirects|max-headers|pretty|format-options|default-scheme|response-charset|response-mime|history-print))$/;
/** The separator between the name and the value of an item: the first that comes, the longest of those. */
const separator = /(?<!\\)(?::=@|:=|==|=@|=|@|:)/;
const maxDepth = 20;
const maxItems = 10_000;

interface Item {
  readonly separator: string;
  readonly name: string;
  readonly value: WrittenText;
}

interface Line {
  readonly options: ReadonlyMap<string, WrittenText | null>;
  readonly words: readonly WrittenText[];
}

/** The request of an HTTPie command, `http POST host/path a=b c:=1 H:v q==1`; `words` are those behind its name. */
export function httpieRequests(
  { at, length, input }: ShellCommand,
  words: readonly WrittenText[],
  scheme: string,
): readonly WrittenRequest[] {
  const line = lineOf(words);
  const [first, second] = line.words;
  const method = second !== undefined && /^[A-Za-z]+$/.test(first?.text ?? '') ? (first ?? null) : null;
  const url = method === null ? first : second;
  if (url === undefined) return [];
  const items = line.words.slice(method === null ? 1 : 2, maxItems).flatMap(itemOf);
  const { body, type } = contentOf(line, items, line.options.get('--raw') ?? input.text);
  const given = line.options.get('--default-scheme')?.text ?? scheme;
  return [
    {
      whole: { at, length },
      method: (method?.text ?? (type === null ? 'GET' : 'POST')).toUpperCase(),
      methodText: method,
      url: withQuery(withScheme(url, given), items),
      headers: withType([...headersOf(items), ...credentialsOf(line)], type),
      body,
    },
  ];
}

/** The body of a request and its media type; a type of null: nothing is sent. */
function contentOf(
  { options }: Line,
  items: readonly Item[],
  raw: WrittenText | null,
): { readonly body: WrittenRequest['body']; readonly type: string | null } {
  const fields = items.filter((item) => /^(?:=|:=|=@|:=@)$/.test(item.separator));
  const isMultipart = options.has('--multipart') || items.some((item) => item.separator === '@');
  const isForm = isMultipart || options.has('-f') || options.has('--form');
  const type = isMultipart ? 'multipart/form-data' : isForm ? form : json;
  if (raw !== null) return { body: textBody(raw), type };
  if (fields.length > 0) return { body: bodyOf(fields, isForm), type };
  return { body: null, type: isMultipart ? type : null };
}

function lineOf(words: readonly WrittenText[]): Line {
  const options = new Map<string, WrittenText | null>();
  const rest: WrittenText[] = [];
  const left = words.values();
  for (const word of left) {
    const { text } = word;
    const equals = text.indexOf('=');
    if (!/^-[A-Za-z-]/.test(text)) rest.push(word);
    else if (text.startsWith('--') && equals > 0)
      options.set(text.slice(0, equals), partOf(word, equals + 1, text.length));
    else options.set(text, withValue.test(text) ? (left.next().value ?? null) : null);
  }
  return { options, words: rest };
}

function itemOf(word: WrittenText): Item[] {
  const found = separator.exec(word.text);
  if (found === null || found.index === 0) return [];
  const value = partOf(word, found.index + found[0].length, word.text.length);
  const name = word.text.slice(0, found.index).replace(/\\([:=@])/g, '$1');
  return [{ separator: found[0], name, value }];
}

function headersOf(items: readonly Item[]): readonly WrittenHeader[] {
  return items.flatMap((item) => (item.separator === ':' ? [{ name: item.name, value: item.value }] : []));
}

/** The sender is authenticated. RFC 7617 §2, RFC 6750 §2.1 */
function credentialsOf({ options }: Line): readonly WrittenHeader[] {
  const given = options.get('--auth') ?? options.get('-a');
  if (given === undefined || given === null) return [];
  const kind = (options.get('--auth-type') ?? options.get('-A'))?.text;
  const credentials = { scheme: kind === 'bearer' ? 'Bearer' : 'Basic', text: given.text } as const;
  return [{ name: 'Authorization', value: null, credentials }];
}

function withQuery(url: WrittenText, items: readonly Item[]): WrittenText {
  const builder = new WrittenTextBuilder();
  for (const item of items) {
    if (item.separator !== '==') continue;
    const mark = builder.length > 0 ? '&' : url.text.includes('?') ? '&' : '?';
    const text = encodeURIComponent(item.value.text).replace(/%24%7B(\w+)%7D/g, '${$1}');
    const { at, length } = spanOf(item.value);
    builder.addUnwritten(`${mark}${encodeURIComponent(item.name)}=`, at);
    if (text === item.value.text) builder.addWritten(item.value);
    else builder.addUnwritten(text, at, length);
  }
  return builder.length === 0 ? url : joined([url, builder.build()], '');
}

/** The fields of a command as the body that they make; they are found, and mended by hand. */
function bodyOf(fields: readonly Item[], isForm: boolean): WrittenBody {
  const places = new Map<string, Span>();
  const value: Record<string, JsonValue> = {};
  for (const field of fields) {
    const path = pathOf(field.name);
    put(value, path, valueOf(field));
    places.set(JSON.stringify(path.slice(0, 1)), spanOf(field.value));
    places.set(JSON.stringify(path), spanOf(field.value));
  }
  const built = new WrittenTextBuilder();
  for (const { name, value: text } of isForm ? fields : [])
    built.addUnwritten(
      `${built.length === 0 ? '' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(text.text)}`,
      text.starts[0] ?? 0,
    );
  const first = fields[0] === undefined ? { at: 0, length: 0 } : spanOf(fields[0].value);
  return {
    text: isForm ? built.build() : null,
    value: isForm ? undefined : value,
    spanOf: (path) => nearest(places, path) ?? first,
    edit: () => null,
  };
}

function nearest(places: ReadonlyMap<string, Span>, path: JsonPath): Span | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const found = places.get(JSON.stringify(path.slice(0, length)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Contents of files are not known. */
function valueOf({ separator: mark, value }: Item): JsonValue {
  if (mark.endsWith('@')) return '${file}';
  if (mark !== ':=') return value.text;
  const isPlain = /^\s*(?:-?\d+(?:\.\d+)?|true|false|null)\s*$/.test(value.text);
  return isPlain ? (JSON.parse(value.text) as JsonValue) : (jsonOf(value.text) ?? '${value}');
}

/** `a[b][]` is the path a, b and the end of a list. */
function pathOf(name: string): readonly string[] {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.slice(0, maxDepth).map((part) => part.replace(/\]$/, ''))];
}

function put(target: Record<string, JsonValue>, path: readonly string[], value: JsonValue): void {
  const [head = '', ...rest] = path;
  if (rest.length === 0) {
    setOwn(target, head, value);
    return;
  }
  const isList = rest[0] === '' || /^\d+$/.test(rest[0] ?? '');
  const known = Object.hasOwn(target, head) ? target[head] : undefined;
  if (isList) {
    const list: JsonValue[] = Array.isArray(known) ? known : [];
    list.push(rest.length === 1 ? value : nested(rest.slice(1), value));
    setOwn(target, head, list);
    return;
  }
  const inner: Record<string, JsonValue> = isJsonObject(known) ? { ...known } : {};
  put(inner, rest, value);
  setOwn(target, head, inner);
}

function nested(path: readonly string[], value: JsonValue): JsonValue {
  const inner: Record<string, JsonValue> = {};
  put(inner, path, value);
  return inner;
}

/** Also for a name such as `__proto__`. */
function setOwn(target: Record<string, JsonValue>, name: string, value: JsonValue): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
