import type { DocumentFact, FactChange, FactOrigin, ReadFact, TextEdit } from '#shared/contract/facts.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { HostMatcher } from '../hosts.ts';
import { allEdits } from './all-edits.ts';
import { type JsonLayout, jsonOrigin } from './json-origin.ts';
import { type JsonText, openJsonText, unreadable } from './json-text.ts';
import { isToldText, readableText } from './placeholder-text.ts';
import { type Members, partsOf, plainRequest, type RequestParts } from './postman-request.ts';
import { requestFact } from './request-fact.ts';

interface ReadOptions {
  readonly file: string;
  readonly hosts: HostMatcher;
}

interface Reader extends ReadOptions {
  readonly text: string;
  readonly json: JsonText;
  readonly variables: ReadonlyMap<string, string>;
}

/**
 * Reads a JSON document: a Postman collection (v2.0, v2.1), a request or a list of them, or a document that stands for
 * itself. `value` is what `text` says, with references put in their places.
 * @throws contract.unreadable where an item of a collection is neither request nor folder
 */
export function readRequestJson(value: JsonValue, text: string, options: ReadOptions): readonly ReadFact[] {
  const reader = { ...options, text, json: openJsonText(text), variables: variablesOf(value) };
  if (isJsonObject(value) && isCollection(value)) return itemsOf(reader, value['item'] ?? [], ['item']);
  const list = isJsonObject(value) && Array.isArray(value['requests']) ? value['requests'] : value;
  const top: JsonPath = list === value ? [] : ['requests'];
  const all: readonly JsonValue[] = Array.isArray(list) ? list : [list];
  const requests = all.map((each, index) => plainRequest(each, Array.isArray(list) ? [...top, index] : top));
  if (!requests.some((each) => each !== null)) return [documentFact(value, reader.json)];
  return requests.map((each, index) => {
    if (each === null)
      throw failure(reader, [...top, index], 'this item is not a request, unlike the others');
    return factOf(reader, each);
  });
}

function isCollection(value: Members): boolean {
  const { info, item } = value;
  return Array.isArray(item) && isJsonObject(info) && typeof info['name'] === 'string';
}

function variablesOf(value: JsonValue): ReadonlyMap<string, string> {
  const list = isJsonObject(value) && Array.isArray(value['variable']) ? value['variable'] : [];
  return new Map(
    (list as readonly JsonValue[]).flatMap((each) => {
      if (!isJsonObject(each)) return [];
      const { key, value: text } = each;
      return typeof key === 'string' && typeof text === 'string' && text !== '' ? [[key, text] as const] : [];
    }),
  );
}

function itemsOf(reader: Reader, items: JsonValue, path: JsonPath): readonly ReadFact[] {
  if (!Array.isArray(items)) throw failure(reader, path, 'this value is not a list of items');
  return (items as readonly JsonValue[]).flatMap((item, index) => {
    const at = [...path, index];
    if (isJsonObject(item) && item['item'] !== undefined)
      return itemsOf(reader, item['item'], [...at, 'item']);
    const parts = isJsonObject(item) ? partsOf(item['request'], [...at, 'request']) : null;
    if (parts === null) throw failure(reader, at, 'this item is neither a request nor a folder');
    return [factOf(reader, parts)];
  });
}

function failure({ json, text, file }: Reader, path: JsonPath, what: string) {
  return unreadable(text, file, json.spanOf(path).at, what);
}

function factOf({ json, hosts, variables }: Reader, parts: RequestParts): ReadFact {
  const { raw, layout, copies } = parts;
  const filled = (text: string) =>
    text.replace(/\{\{([^{}]+)\}\}/g, (all, name: string) => variables.get(name.trim()) ?? all);
  const url = filled(raw.url);
  const origin = jsonOrigin(() => json, layout);
  const bodyText = raw.bodyText === undefined ? undefined : readableText(filled(raw.bodyText));
  const isBodyTold = parts.hasBody !== false && (bodyText === undefined || isToldText(bodyText));
  const location = hosts.read(url);
  const read = {
    ...raw,
    url,
    ...(bodyText === undefined ? {} : { bodyText }),
    isBodyTold,
  };
  return requestFact(read, hosts, copies === null ? origin : copiedOrigin(json, origin, copies), location);
}

/** The origin of a request whose URL is there twice: as a text, and in parts. An edit has to change both. */
function copiedOrigin(
  json: JsonText,
  origin: FactOrigin,
  copies: NonNullable<RequestParts['copies']>,
): FactOrigin {
  function editCopies(change: FactChange): readonly TextEdit[] | null {
    const { of } = change;
    const path = of.part === 'query' ? copies.query(of.name) : null;
    if (path !== null) {
      const layout: JsonLayout = { whole: path, header: () => path };
      return jsonOrigin(() => json, layout).edit([{ ...change, of: { part: 'header', name: '' } }]);
    }
    if (change.kind !== 'replace' || of.part !== 'path' || change.from.includes('/')) return null;
    const edits = copies.segments.flatMap(({ path: at, text }) =>
      text.includes(change.from)
        ? json.set(
            at,
            text.replaceAll(change.from, () => change.to),
          )
        : [],
    );
    return edits.length === 0 ? null : edits;
  }

  return {
    locate: (part) => origin.locate(part),
    edit: (changes) =>
      allEdits(changes, (change) => {
        const isCopied = change.of.part === 'path' || change.of.part === 'query';
        const [made, copied] = [origin.edit([change]), isCopied ? editCopies(change) : []];
        return made === null || copied === null ? null : [...made, ...copied];
      }),
  };
}

/** A document that represents itself. */
function documentFact(value: JsonValue, json: JsonText): DocumentFact {
  const layout: JsonLayout = { whole: [], body: (path) => ({ path }) };
  return { kind: 'document', value, ...jsonOrigin(() => json, layout) };
}
