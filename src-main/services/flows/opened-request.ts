import { headerOf, maskUrl } from '#main/platform/exchange-summary.ts';
import { replayedHeaders } from '#main/platform/replay-headers.ts';
import { plainValue, type RunValue } from '#main/services/flow-player/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  type Exchange,
  maskMembers,
  secretKindOfHeader,
  secretKindOfName,
  secretsOfType,
} from '#shared/exchange/index.ts';
import {
  escapeBytes,
  literalTemplate,
  parseRequestText,
  type RequestTemplate,
  renderRequest,
  toBinaryText,
} from '#shared/flows/index.ts';
import { decodeFormComponent, formEncode } from '#shared/oauth/index.ts';

/** A recorded request in an editable form: its secrets are values of the run. */
export interface OpenedRequest {
  readonly request: RequestTemplate;
  readonly given: ReadonlyMap<string, RunValue>;
}

type SecretKind = 'stored' | 'artefact';

/** Writes the parts of a request, as they were sent or as a template. */
interface Writer {
  plain(bytes: string): string;
  /** `isForm` says that the value is written as a form writes it. */
  secret(name: string, written: string, kind: SecretKind, isForm?: boolean): string;
  /** A value that follows from the rest of the request, by its name in templates. */
  derived(name: 'host' | 'content_length', written: string): string;
}

const asSent: Writer = {
  plain: (bytes) => bytes,
  secret: (_name, written) => written,
  derived: (_name, written) => written,
};

const isAnySecret = (name: string) => secretKindOfName(name) !== undefined;

/**
 * Opens a recorded request for editing. It is told apart into fields where these, put together again, are the very
 * bytes that were recorded; else it stays a text of bytes. Secrets become bindings, as they must not reach a screen.
 * @throws exchange.not-replayable
 */
export function openRequest(exchange: Exchange): OpenedRequest {
  const given = new Map<string, RunValue>();
  const text = requestText(exchange, asTemplate(given));
  const whole = withLineEnds(requestText(exchange, asSent));
  const asFields = parseRequestText(text, exchange.origin);
  const request = [asFields, { ...asFields, raw: text }].find((each) => bytesOf(each, given) === whole);
  if (request !== undefined) return { request, given };
  throw new GatehouseError(
    'exchange.not-replayable',
    'The request cannot be opened because it contains a binary secret.',
    { fix: 'Resend it from Activity, which sends the original bytes.' },
  );
}

function bytesOf(request: RequestTemplate, given: ReadonlyMap<string, RunValue>): string {
  const resolve = (name: string) => given.get(name)?.value;
  return renderRequest(request, { resolve, sha256: () => new Uint8Array() }).bytes;
}

/** Lines of the head end in CRLF on the wire. RFC 9112 §2.1 */
function withLineEnds(text: string): string {
  const end = text.indexOf('\n\n');
  return text.slice(0, end).replaceAll('\n', '\r\n') + '\r\n\r\n' + text.slice(end + 2);
}

/** Bytes as text of a template in which they represent themselves. */
function literalBytes(bytes: string): string {
  return literalTemplate(escapeBytes(bytes));
}

/** The request as one text. */
function requestText(exchange: Exchange, writer: Writer): string {
  const { headers, body } = exchange.request;
  const [method, target] = [exchange.request.method, exchange.request.target].map(asBytes);
  const flat = replayedHeaders(exchange).map(asBytes);
  const lines: string[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2)
    lines.push(headerLine(exchange, flat[index] ?? '', flat[index + 1] ?? '', writer));
  const first = `${writer.plain(method ?? '')} ${targetText(target ?? '', writer)} HTTP/1.1`;
  const bytes = Buffer.from(body.bytes ?? []).toString('latin1');
  return [first, ...lines].join('\n') + '\n\n' + bodyText(bytes, mediaTypeOf(headers), writer);
}

/** The record of an import may hold texts beyond bytes: on the wire they are UTF-8. */
function asBytes(text: string): string {
  return /^[\0-\xff]*$/.test(text) ? text : toBinaryText(text);
}

function mediaTypeOf(headers: Exchange['request']['headers']): string {
  return headerOf(headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
}

function headerLine({ origin, request }: Exchange, name: string, value: string, writer: Writer): string {
  const lower = name.toLowerCase();
  const kind = secretKindOfHeader(name, value);
  const write = () => {
    if (lower === 'host' && value === new URL(origin).host) return writer.derived('host', value);
    if (lower === 'content-length' && value === String(request.body.sizeBytes))
      return writer.derived('content_length', value);
    if (kind === undefined) return writer.plain(value);
    // The scheme stays in sight: it says how the credentials are read. RFC 9110 §11.4
    const [, scheme = '', credentials = value] = /^([A-Za-z][A-Za-z0-9-]*\s+)(\S.*)$/.exec(value) ?? [];
    return lower.endsWith('authorization')
      ? scheme + writer.secret(name, credentials, kind)
      : writer.secret(name, value, kind);
  };
  return `${writer.plain(name)}: ${write()}`;
}

function targetText(target: string, writer: Writer): string {
  return marked(writer, (mark) =>
    maskUrl(target, isAnySecret, (name, written) => mark(ofForm(name, written, writer))),
  );
}

function bodyText(body: string, mediaType: string, writer: Writer): string {
  if (mediaType === 'application/x-www-form-urlencoded') return targetText(`?${body}`, writer).slice(1);
  if (!mediaType.endsWith('json')) return writer.plain(body);
  return marked(writer, (mark) =>
    maskMembers(body, secretsOfType(mediaType, isAnySecret), (name, written) =>
      mark(writer.secret(name, written, secretKindOfName(name) ?? 'stored')),
    ),
  );
}

function ofForm(name: string, written: string, writer: Writer): string {
  return writer.secret(name, written, secretKindOfName(name) ?? 'stored', true);
}

/** Escapes a text except for the parts that `make` marks. */
function marked(writer: Writer, make: (mark: (text: string) => string) => string): string {
  const kept: string[] = [];
  // A character that no text of bytes holds.
  const text = make((put) => {
    kept.push(put);
    return '\u{f0000}';
  });
  return text
    .split('\u{f0000}')
    .map((piece, index) => (index === 0 ? '' : (kept[index - 1] ?? '')) + writer.plain(piece))
    .join('');
}

/** Writes a template; secrets go among the values of the run, each value once, named after what they are the value of. */
function asTemplate(given: Map<string, RunValue>): Writer {
  return {
    plain: literalBytes,
    derived: (name) => `{{${name}}}`,
    secret(name, written, kind, isForm = false) {
      const decoded = isForm ? decodeFormComponent(written) : null;
      const isUsual = decoded !== null && formEncode(decoded) === written;
      // The shelf holds texts: they are written as UTF-8 again.
      const value = isUsual ? decoded : Buffer.from(written, 'latin1').toString();
      const base = bindingName(name);
      let free = base;
      for (let count = 2; given.has(free) && given.get(free)?.value !== value; count += 1)
        free = `${base}_${count}`;
      given.set(free, plainValue(value, '', { secret: true, state: 'given', isStored: kind === 'stored' }));
      return isUsual ? `{{${free}|form}}` : `{{${free}}}`;
    },
  };
}

function bindingName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9_.-]/g, '_');
  return /^[a-z]/.test(plain) ? plain : `value_${plain}`;
}
