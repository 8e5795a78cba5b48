import { GatehouseError } from '#shared/errors/index.ts';

/** An answer as its bytes give it. */
export interface RawResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Reads an answer while it comes. */
export interface ResponseReader {
  take(bytes: Buffer): void;
  /**
   * The answer once it is whole; null while bytes are missing. `ended`: no more will come.
   * @throws upstream.invalid-response
   */
  read(ended: boolean): RawResponseHead | null;
}

interface Head {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
  readonly framing: 'none' | 'chunked' | 'until-end' | number;
}

const headEnd = Buffer.from('\r\n\r\n');
/** Longest head of an answer, in bytes: it is looked through anew with each piece. */
const maxHeadBytes = 256 * 1_024;
/** Longest line of a chunk's size, in bytes. */
const maxSizeLineLength = 1_024;

/**
 * Makes a reader. Each byte is looked at once: pieces are joined when the answer is whole, and not each time that
 * another comes.
 */
export function createResponseReader(method: string): ResponseReader {
  return new Reader(method);
}

class Reader implements ResponseReader {
  readonly #method: string;
  #head: Head | null = null;
  /** Bytes that were not looked at. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Bodies of the chunks that are whole. */
  readonly #chunks: Buffer[] = [];
  /** Bytes that have to be there before it is worth to look again. */
  #needed = 0;

  constructor(method: string) {
    this.#method = method;
  }

  take(bytes: Buffer): void {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
  }

  read(ended: boolean): RawResponseHead | null {
    this.#head ??= this.#readHead();
    if (this.#head === null) return null;
    const { framing, ...head } = this.#head;
    const body = this.#readBody(framing, ended);
    return body === null ? null : { ...head, body };
  }

  #joined(): Buffer {
    const whole = this.#pending.length === 1 ? this.#pending[0] : Buffer.concat(this.#pending);
    this.#pending = [whole ?? Buffer.alloc(0)];
    return this.#pending[0] ?? Buffer.alloc(0);
  }

  #drop(count: number): void {
    const rest = this.#joined().subarray(count);
    this.#pending = rest.length === 0 ? [] : [rest];
    this.#pendingBytes = rest.length;
  }

  /** Interim answers (1xx) are passed over. RFC 9112 §6.3 */
  #readHead(): Head | null {
    for (;;) {
      const bytes = this.#joined();
      const end = bytes.indexOf(headEnd);
      if (end < 0) {
        if (bytes.length > maxHeadBytes) throw invalid('The header section of the response has no end.');
        return null;
      }
      const head = headOf(bytes.toString('latin1', 0, end), this.#method);
      this.#drop(end + headEnd.length);
      if (head.status < 100 || head.status >= 200) return head;
    }
  }

  #readBody(framing: Head['framing'], ended: boolean): Buffer | null {
    if (framing === 'none') return Buffer.alloc(0);
    if (framing === 'chunked') return this.#readChunks();
    if (framing === 'until-end') return ended ? this.#joined() : null;
    return this.#pendingBytes >= framing ? this.#joined().subarray(0, framing) : null;
  }

  #readChunks(): Buffer | null {
    if (this.#pendingBytes < this.#needed) return null;
    const bytes = this.#joined();
    let offset = 0;
    for (;;) {
      const lineEnd = bytes.indexOf('\r\n', offset);
      if (lineEnd < 0) {
        if (bytes.length - offset > maxSizeLineLength) throw invalid('A chunk of the response has no size.');
        return this.#waitFrom(offset, 0);
      }
      const size = Number.parseInt(bytes.toString('latin1', offset, lineEnd), 16);
      if (!Number.isFinite(size) || size < 0) throw invalid('A chunk of the response has no size.');
      const start = lineEnd + 2;
      if (bytes.length < start + size + 2) return this.#waitFrom(offset, start - offset + size + 2);
      if (size === 0) return Buffer.concat(this.#chunks);
      this.#chunks.push(bytes.subarray(start, start + size));
      offset = start + size + 2;
    }
  }

  #waitFrom(offset: number, needed: number): null {
    this.#drop(offset);
    this.#needed = needed;
    return null;
  }
}

/** @throws upstream.invalid-response */
function headOf(text: string, method: string): Head {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const found = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/.exec(statusLine);
  if (found === null)
    throw invalid(`The response does not start with an HTTP status line: “${statusLine.slice(0, 80)}”.`);
  const headers = lines.flatMap(splitHeader);
  const status = Number(found[1]);
  return { status, reason: found[2] ?? '', headers, framing: framingOf(status, headers, method) };
}

/** How the end of a body is known. RFC 9112 §6.3 @throws upstream.invalid-response */
function framingOf(status: number, headers: readonly string[], method: string): Head['framing'] {
  if (method === 'HEAD' || status === 204 || status === 304) return 'none';
  if (headerValue(headers, 'transfer-encoding')?.toLowerCase().includes('chunked') === true) return 'chunked';
  const length = headerValue(headers, 'content-length');
  if (length === null || (status >= 100 && status < 200)) return 'until-end';
  if (!/^\d+$/.test(length)) throw invalid(`The response has an invalid Content-Length “${length}”.`);
  return Number(length);
}

function splitHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  if (colon <= 0) throw invalid(`The response has a header without a name: “${line.slice(0, 80)}”.`);
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** The first value of a header in a flat list, or null. */
export function headerValue(headers: readonly string[], name: string): string | null {
  const lower = name.toLowerCase();
  for (let index = 0; index + 1 < headers.length; index += 2)
    if (headers[index]?.toLowerCase() === lower) return headers[index + 1] ?? null;
  return null;
}

/** An answer that is no proper HTTP. */
export function invalid(message: string, cause?: unknown): GatehouseError {
  return new GatehouseError('upstream.invalid-response', message, cause === undefined ? {} : { cause });
}
