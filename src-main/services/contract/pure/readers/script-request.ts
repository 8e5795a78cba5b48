import type {
  FactChange,
  FactLocation,
  FactOrigin,
  FactPart,
  RequestFact,
  TextEdit,
} from '#shared/contract/facts.ts';
import type { HostMatcher } from '../hosts.ts';
import { allEdits } from './all-edits.ts';
import { requestFact } from './request-fact.ts';
import type { WrittenBody } from './script-body.ts';
import { changeTo, partOf, type Span, spanOf, type WrittenText } from './script-text.ts';
import { editFormValue, editQueryValue, effectOf } from './url-edit.ts';

/** A request as a script writes it. */
export interface WrittenRequest {
  readonly whole: Span;
  readonly method: string;
  /** null: it is implied. */
  readonly methodText: WrittenText | null;
  readonly url: WrittenText;
  readonly headers: readonly WrittenHeader[];
  readonly body: WrittenBody | null;
}

export interface WrittenHeader {
  readonly name: string;
  /** null: the script implies it, or only knows it when it runs. */
  readonly value: WrittenText | null;
  /** Its value where it is implied. */
  readonly implied?: string;
  /** Credentials that it holds, which are no business of a finding: of Basic as they were before they were encoded. */
  readonly credentials?: { readonly scheme: 'Basic' | 'Bearer'; readonly text: string };
}

/** Headers with the media type that is sent where none of them says it. */
export function withMediaType(
  headers: readonly WrittenHeader[],
  type: string | null,
): readonly WrittenHeader[] {
  const isSet = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  return type === null || isSet
    ? headers
    : [...headers, { name: 'Content-Type', value: null, implied: type }];
}

/** The fact of a request in a script; `call`: as it is shown. */
export function scriptRequestFact(
  request: WrittenRequest,
  hosts: HostMatcher,
  call: () => string,
): RequestFact {
  const { method, url, headers, body } = request;
  const raw = {
    method,
    url: url.text,
    headers: headers.map((header) => [header.name, valueOf(header)] as const),
    ...(body?.text ? { bodyText: body.readAs ?? body.text.text } : {}),
    isBodyTold: body?.isTold !== false,
    call,
    ...(body !== null && body.text === null && body.value !== undefined ? { body: body.value } : {}),
  };
  return requestFact(raw, hosts, originOf(request));
}

/** A value that only the running script knows is a placeholder; one that proves who asks is left out. */
function valueOf({ value, implied, credentials }: WrittenHeader): string {
  return value?.text ?? implied ?? (credentials === undefined ? '{{value}}' : '');
}

function originOf(request: WrittenRequest): FactOrigin {
  return {
    locate: (part): FactLocation => {
      const { at, length } = spanOfPart(request, part);
      return { at, length };
    },
    edit: (changes) => allEdits(changes, (change) => editOf(request, change)),
  };
}

function headerOf({ headers }: WrittenRequest, name: string): WrittenText | null {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? null;
}

/** The part of a URL before its query. */
function pathText(url: WrittenText): WrittenText {
  const end = url.text.search(/[?#]/);
  return partOf(url, 0, end < 0 ? url.text.length : end);
}

/** Location of `name=value` in fields; null: it is not there. */
function fieldSpan(fields: WrittenText, from: number, name: string): Span | null {
  let at = from;
  for (const pair of fields.text.slice(from).split(/[&#]/)) {
    if (editFormValue(pair, name, () => null) !== null) return spanOf(fields, at, at + pair.length);
    at += pair.length + 1;
  }
  return null;
}

function querySpan(url: WrittenText, name: string): Span | null {
  const question = url.text.indexOf('?');
  return question < 0 ? null : fieldSpan(url, question + 1, name);
}

function headerSpan(request: WrittenRequest, name: string): Span | null {
  const value = headerOf(request, name);
  return value === null ? null : spanOf(value);
}

function formSpan({ body }: WrittenRequest, name: string): Span | null {
  if (body?.fields !== undefined) return body.fields.spanOf(name);
  return body?.text ? fieldSpan(body.text, 0, name) : null;
}

function spanOfPart(request: WrittenRequest, part: FactPart): Span {
  const { whole, url, methodText, body } = request;
  switch (part.part) {
    case 'method':
      return methodText === null ? whole : spanOf(methodText);
    case 'path':
      return spanOf(pathText(url));
    case 'query':
      return querySpan(url, part.name) ?? spanOf(url);
    case 'header':
      return headerSpan(request, part.name) ?? whole;
    case 'form':
      return formSpan(request, part.name) ?? whole;
    case 'body':
      return body?.spanOf(part.path) ?? whole;
    case 'text':
      return { at: part.at, length: part.length };
    case 'whole':
    case 'response':
    case 'response-header':
    case 'response-body':
      return whole;
  }
}

function editOf(request: WrittenRequest, change: FactChange): readonly TextEdit[] | null {
  const { url, body, methodText } = request;
  const { of } = change;
  switch (of.part) {
    case 'method':
      return methodText === null ? null : editText(methodText, change);
    case 'path':
      return editText(pathText(url), change);
    case 'header': {
      const value = headerOf(request, of.name);
      return value === null ? null : editText(value, change);
    }
    case 'query':
      return editField(url, change, (edit) => editQueryValue(url.text, of.name, edit));
    case 'form':
      return body === null ? null : editForm(body, of.name, change);
    case 'body':
      return body?.edit(of.path, change) ?? null;
    case 'whole':
    case 'response':
    case 'response-header':
    case 'response-body':
    case 'text':
      return null;
  }
}

function editForm(
  { text, fields }: WrittenBody,
  name: string,
  change: FactChange,
): readonly TextEdit[] | null {
  if (fields !== undefined) return fields.edit(name, change);
  return text === null ? null : editField(text, change, (edit) => editFormValue(text.text, name, edit));
}

function editText(written: WrittenText, change: FactChange): readonly TextEdit[] | null {
  const next = effectOf(change)?.(written.text) ?? null;
  return next === null ? null : changeTo(written, next);
}

function editField(
  written: WrittenText,
  change: FactChange,
  apply: (edit: (value: string) => string | null) => string | null,
): readonly TextEdit[] | null {
  const effect = effectOf(change);
  const changed = effect === undefined ? null : apply(effect);
  return changed === null ? null : changeTo(written, changed);
}
