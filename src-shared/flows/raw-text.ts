import { isMethodTemplate } from '../http/method.ts';
import { decodeFormComponent, formEncode } from '../oauth/index.ts';
import { escapeBackslashes } from './binary.ts';
import { type RequestField, type RequestTemplate, requestField } from './request.ts';
import { parseTemplate, type TemplateBinding } from './template.ts';

/** A request as one text: request line, headers, an empty line, the body. What is bound stays bound. */
export function formatRequestText(request: RequestTemplate): string {
  if (request.raw !== undefined) return request.raw;
  const { method, path, query, version, headers, body } = request;
  const hasQuery = query.some(({ isOmitted }) => !isOmitted);
  const target = hasQuery ? `${path}${indexOutside(path, '?') < 0 ? '?' : '&'}${formatPairs(query)}` : path;
  const lines = headers.filter(({ isOmitted }) => !isOmitted).map(formatHeader);
  const head = [`${plain(method)} ${target} ${plain(version)}`, ...lines].map(oneLine).join('\n');
  return `${head}\n\n${ownLineEnds(formatBody(body))}`;
}

/**
 * The request of a text: fields if the text can be split into them, else the text as bytes. `origin` is its
 * destination, which no line of the text gives.
 */
export function parseRequestText(text: string, origin: string): RequestTemplate {
  const normal = text.replaceAll('\r\n', '\n');
  const parsed = parseFields(normal, origin);
  if (parsed !== null && formatRequestText(parsed) === normal) return parsed;
  return {
    origin,
    method: 'GET',
    path: '/',
    query: [],
    version: 'HTTP/1.1',
    headers: [],
    body: { kind: 'none' },
    raw: normal,
  };
}

/** Text of a field that is encoded by its place, as text in which escapes are read. */
function plain(template: string): string {
  return mapText(template, escapeBackslashes);
}

/** Line ends within a line would begin another one. */
function oneLine(text: string): string {
  return escapeEnds(text, /[\r\n]/g);
}

/** A body keeps its lines, but of line ends of two characters only the second one would be left. */
function ownLineEnds(text: string): string {
  return escapeEnds(text, /\r/g);
}

/** A backslash that stood for itself before a line end would be taken together with that of the escape. */
function escapeEnds(text: string, ends: RegExp): string {
  return text.replace(ends, (end, at: number) => {
    let first = at;
    while (text.charAt(first - 1) === '\\') first -= 1;
    return `${(at - first) % 2 === 0 ? '' : '\\'}${end === '\r' ? '\\r' : '\\n'}`;
  });
}

function mapText(
  template: string,
  text: (text: string) => string,
  bound = ({ text: own }: TemplateBinding) => own,
): string {
  return parseTemplate(template)
    .map((part) => (typeof part === 'string' ? text(part) : bound(part)))
    .join('');
}

function formatHeader({ name, value, encoding }: RequestField): string {
  return encoding === 'raw' ? `${name}: ${value}` : `${plain(name)}: ${plain(value)}`;
}

function formatBody(body: RequestTemplate['body']): string {
  switch (body.kind) {
    case 'none':
      return '';
    case 'form':
      return formatPairs(body.fields);
    case 'text':
      return body.encoding === 'raw' ? body.text : plain(body.text);
  }
}

/** A bound value says by a pipe that its place encodes it. */
function withFormPipe({ text }: TemplateBinding): string {
  return `${text.slice(0, -2)}|form}}`;
}

function formatPairs(fields: readonly RequestField[]): string {
  return fields
    .filter(({ isOmitted }) => !isOmitted)
    .map(({ name, value, encoding }) => {
      if (encoding === 'raw') return name === '' ? value : `${name}=${value}`;
      return `${mapText(name, formEncode, withFormPipe)}=${mapText(value, formEncode, withFormPipe)}`;
    })
    .join('&');
}

function parseFields(text: string, origin: string): RequestTemplate | null {
  const end = text.indexOf('\n\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\n');
  const line = /^(\S+) (\S+) (HTTP\/\S+)$/.exec(first);
  const headers = lines.map(parseHeader);
  if (line === null || !headers.every((header) => header !== null)) return null;
  const [, method = '', target = '', version = ''] = line;
  // A text without a valid method stays as bytes.
  if (!isMethodTemplate(method)) return null;
  const question = indexOutside(target, '?');
  const isForm = headers.some(
    ({ name, value }) =>
      name.toLowerCase() === 'content-type' && /^application\/x-www-form-urlencoded/i.test(value),
  );
  const body = text.slice(end + 2);
  return {
    origin,
    method,
    path: question < 0 ? target : target.slice(0, question),
    query: question < 0 ? [] : parsePairs(target.slice(question + 1)),
    version,
    headers,
    body: parseBody(body, isForm),
  };
}

function parseBody(body: string, isForm: boolean): RequestTemplate['body'] {
  if (isForm) return { kind: 'form', fields: body === '' ? [] : parsePairs(body) };
  if (body === '') return { kind: 'none' };
  return { kind: 'text', text: body, encoding: 'raw' };
}

function parseHeader(line: string): RequestField | null {
  const colon = indexOutside(line, ': ');
  if (colon <= 0) return null;
  const [name, value] = [line.slice(0, colon), line.slice(colon + 2)];
  return { ...requestField(name, value), encoding: line.includes('\\') ? 'raw' : 'auto' };
}

/** First position of a text in a template outside its bindings; -1: none. */
function indexOutside(template: string, text: string): number {
  let offset = 0;
  for (const part of parseTemplate(template)) {
    const at = typeof part === 'string' ? part.indexOf(text) : -1;
    if (at >= 0) return offset + at;
    offset += typeof part === 'string' ? part.length : part.text.length;
  }
  return -1;
}

function splitOutside(template: string, separator: string): readonly string[] {
  const pieces = [''];
  for (const part of parseTemplate(template)) {
    const [first = '', ...more] = typeof part === 'string' ? part.split(separator) : [part.text];
    pieces.push((pieces.pop() ?? '') + first, ...more);
  }
  return pieces;
}

function parsePairs(text: string): RequestField[] {
  return splitOutside(text, '&').map((pair) => {
    const equals = indexOutside(pair, '=');
    const [name, value] = equals < 0 ? ['', pair] : [pair.slice(0, equals), pair.slice(equals + 1)];
    const decoded = { name: decodeTemplate(name), value: decodeTemplate(value) };
    const isAuto = equals >= 0 && decoded.name !== null && decoded.value !== null;
    const field = isAuto ? requestField(decoded.name ?? '', decoded.value ?? '') : null;
    return field !== null && formatPairs([field]) === pair
      ? field
      : { ...requestField(name, value), encoding: 'raw' };
  });
}

/** The template that is encoded to this text; null where there is none. */
function decodeTemplate(text: string): string | null {
  let template = '';
  for (const part of parseTemplate(text)) {
    if (typeof part === 'string') {
      const plainText = decodeFormComponent(part);
      if (plainText === null) return null;
      template += plainText;
    } else if (part.pipes.at(-1)?.name === 'form')
      template += `${part.text.slice(0, part.text.lastIndexOf('|'))}}}`;
    else return null;
  }
  return template;
}
