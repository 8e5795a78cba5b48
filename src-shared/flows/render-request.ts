import { formEncode } from '../oauth/index.ts';
import { type BinaryText, toBinaryText, unescapeBytes } from './binary.ts';
import type { RequestField, RequestTemplate } from './request.ts';
import { type FillWays, fillTemplate, type TemplateContext, templateNames } from './template.ts';

/** A request as it goes over the wire, and what of it is recorded. */
export interface RenderedRequest {
  readonly origin: string;
  readonly method: string;
  readonly target: string;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body: BinaryText;
  /** All of it, one character a byte. */
  readonly bytes: BinaryText;
}

/** Names that the rendering gives values itself. */
const ownNames: ReadonlySet<string> = new Set(['host', 'content_length']);

/** A run asks of every step again at each change; the requests themselves never change. */
const knownNames = new WeakMap<RequestTemplate, readonly string[]>();

/** Names of the values that a request needs from outside, each once. */
export function requestNames(request: RequestTemplate): readonly string[] {
  const known = knownNames.get(request);
  if (known !== undefined) return known;
  const names = namesIn(request);
  knownNames.set(request, names);
  return names;
}

function namesIn(request: RequestTemplate): readonly string[] {
  const { origin, method, path, query, version, headers, body, raw } = request;
  const fields = [...query, ...headers, ...(body.kind === 'form' ? body.fields : [])].filter(
    ({ isOmitted }) => !isOmitted,
  );
  const texts =
    raw === undefined
      ? [
          method,
          path,
          version,
          ...fields.flatMap(({ name, value }) => [name, value]),
          body.kind === 'text' ? body.text : '',
        ]
      : [raw];
  return [...new Set([origin, ...texts].flatMap(templateNames))].filter((name) => !ownNames.has(name));
}

/**
 * Puts a request together, byte by byte as it is written.
 * @throws flow.value-missing
 */
export function renderRequest(request: RequestTemplate, context: TemplateContext): RenderedRequest {
  const origin = filled(request.origin, context);
  const authority = origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/\/.*$/s, '');
  const outer: TemplateContext = {
    ...context,
    resolve: (name) => (name === 'host' ? authority : context.resolve(name)),
  };
  if (request.raw !== undefined) return renderRaw(origin, request.raw, outer);
  const method = toBinaryText(filled(request.method, outer));
  const target = renderTarget(request, outer);
  const body = renderBody(request, outer);
  const inner: TemplateContext = {
    ...outer,
    resolve: (name) => (name === 'content_length' ? String(body.length) : outer.resolve(name)),
  };
  const headers = request.headers.flatMap((field) => renderHeader(field, inner));
  const lines = [];
  for (let index = 0; index + 1 < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}\r\n`);
  const head = `${method} ${target} ${toBinaryText(filled(request.version, outer))}\r\n${lines.join('')}\r\n`;
  return { origin, method, target, headers, body, bytes: head + body };
}

/** Text as it is written, escapes read; values as they are, whatever they hold. */
const exactly: FillWays = { text: unescapeBytes, value: toBinaryText };

function filled(template: string, context: TemplateContext): string {
  return fillTemplate(template, context) ?? '';
}

function renderTarget({ path, query }: RequestTemplate, context: TemplateContext): BinaryText {
  const text = renderPairs(query, context);
  const before = fillTemplate(path, context, exactly) ?? '';
  if (text === null) return before;
  return `${before}${before.includes('?') ? '&' : '?'}${text}`;
}

function renderBody({ body }: RequestTemplate, context: TemplateContext): BinaryText {
  switch (body.kind) {
    case 'none':
      return '';
    case 'form':
      return renderPairs(body.fields, context) ?? '';
    case 'text':
      return body.encoding === 'raw'
        ? (fillTemplate(body.text, context, exactly) ?? '')
        : toBinaryText(filled(body.text, context));
  }
}

/** Parameters of a query or form; null where none is left. */
function renderPairs(fields: readonly RequestField[], context: TemplateContext): BinaryText | null {
  const pairs = fields.flatMap(({ name, value, encoding, isOmitted }) => {
    const ways = encoding === 'raw' ? exactly : undefined;
    const text = isOmitted ? null : fillTemplate(value, context, ways);
    if (text === null) return [];
    const key = fillTemplate(name, context, ways) ?? '';
    return [encoding === 'raw' ? rawPair(key, text) : `${formEncode(key)}=${formEncode(text)}`];
  });
  return pairs.length === 0 ? null : pairs.join('&');
}

/** A raw field may have no name: then it is any text between two ampersands. */
function rawPair(name: string, value: string): string {
  return name === '' ? value : `${name}=${value}`;
}

function renderHeader(
  { name, value, encoding, isOmitted }: RequestField,
  context: TemplateContext,
): string[] {
  const ways = encoding === 'raw' ? exactly : { text: toBinaryText, value: toBinaryText };
  const text = isOmitted ? null : fillTemplate(value, context, ways);
  return text === null ? [] : [fillTemplate(name, context, ways) ?? '', text];
}

/** Text as it is written, where no field can be left out when a value is missing. */
const exactlyWhole: FillWays = { ...exactly, missing: '' };

/**
 * Lines of a raw text end in CRLF up to the empty line; the body stands as it is written. A head that holds no empty line, be
 * it of escapes, is ended.
 */
function renderRaw(origin: string, raw: string, context: TemplateContext): RenderedRequest {
  const text = raw.replaceAll('\r\n', '\n');
  const end = text.indexOf('\n\n');
  const headText = end < 0 ? text.replace(/\n$/, '') : text.slice(0, end);
  const bodyTemplate = end < 0 ? '' : text.slice(end + 2);
  const body = fillTemplate(bodyTemplate, context, exactlyWhole) ?? '';
  const inner: TemplateContext = {
    ...context,
    resolve: (name) => (name === 'content_length' ? String(body.length) : context.resolve(name)),
  };
  const lines = headText.split('\n').flatMap((line, index) => fillRawLine(line, index, inner));
  const written = lines.join('\r\n');
  const head = end < 0 && /\n\r?\n/.test(written) ? written : `${written}\r\n\r\n`;
  const [method = '', target = ''] = (lines[0] ?? '').split(' ');
  const headers = lines.slice(1).flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { origin, method, target, headers, body, bytes: head + body };
}

/** A header whose optional value is missing is left out. */
function fillRawLine(line: string, index: number, context: TemplateContext): BinaryText[] {
  const text = fillTemplate(line, context, index === 0 ? exactlyWhole : exactly);
  return text === null ? [] : [text];
}
