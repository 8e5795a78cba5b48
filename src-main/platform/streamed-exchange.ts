import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HandlerPorts, RequestCounts } from './exchanger.ts';
import { applyFault } from './faults.ts';
import { type ExchangeNotes, plainText } from './http.ts';
import { KeptBytes } from './kept-bytes.ts';

/** A connection on which another protocol is asked for, and what its client has sent already. */
export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

export interface StreamedExchangePorts extends HandlerPorts {
  /** Scheme and authority under which the service is reached. */
  readonly origin: string;
  readonly counts: RequestCounts;
  /** Most bytes of each body that the record keeps. */
  readonly recordedBodyBytes: () => number;
}

/**
 * A source that produces a response piece by piece, and is notified of its progress. An object, so that a
 * request needs no closures.
 */
export interface ResponseObserver {
  /** Called once where the answer will not be taken to its end: the client hung up, or a fault rule cut it off. */
  gone(): void;
  /** The client takes more, after `write` said that it does not. */
  drained(): void;
}

/** Effects of fault rules on an answer that is under way. */
interface Spoiling {
  readonly ids: readonly string[];
  /** Pieces that wait for a delay to end; null: none is running. */
  held: Buffer[] | null;
  endsWhenReleased: boolean;
  /** Bytes of the body after which the connection is cut. */
  leftBytes: number;
}

const maxInOneWrite = 16_384;
const contentLength = 'content-length';
const transferEncoding = 'transfer-encoding';
/** How long a body is taken that nobody reads, after the answer to it, in milliseconds. */
const lingerMillis = 1_000;

function announcesBody(headers: readonly string[]): boolean {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (name.length === transferEncoding.length && name.toLowerCase() === transferEncoding) return true;
  }
  return contentLengthOf(headers) > 0;
}

function contentLengthOf(headers: readonly string[]): number {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (name.length === contentLength.length && name.toLowerCase() === contentLength)
      return Number(headers[index + 1]);
  }
  return -1;
}

/**
 * A request whose body and response are streamed, and their record. The handler that takes it over answers at
 * once (`answer`), or begins, writes and ends. A class because its methods are on the hot path.
 */
export class StreamedExchange {
  readonly incoming: IncomingMessage;
  /** The connection: the message itself forgets it once its body is read. */
  readonly socket: Socket;
  readonly method: string;
  /** Request target as sent. */
  readonly target: string;
  /** Name, value, name, value, … as sent. */
  readonly rawHeaders: readonly string[];
  readonly upgrade: Upgrade | null;
  readonly notes: ExchangeNotes = { trace: null, tags: [] };
  follower: ResponseObserver | null = null;
  readonly #ports: StreamedExchangePorts;
  readonly #response: ServerResponse;
  readonly #startedMillis = performance.now();
  readonly responseBody: KeptBytes;
  #requestBody: KeptBytes | null = null;
  #expectsContinue: boolean;
  #status = 0;
  #reason = '';
  #headers: readonly string[] = [];
  /** Value of Content-Length; -1: none. */
  #lengthBytes = -1;
  /** A body that came in one piece, and goes out together with its head: one write costs less than two. */
  #whole: Buffer | null = null;
  #isOver = false;
  #spoiling: Spoiling | null = null;

  constructor(
    ports: StreamedExchangePorts,
    incoming: IncomingMessage,
    response: ServerResponse,
    { upgrade, expectsContinue }: { upgrade: Upgrade | null; expectsContinue: boolean },
  ) {
    this.#ports = ports;
    this.incoming = incoming;
    this.socket = incoming.socket;
    this.#response = response;
    this.method = incoming.method ?? 'GET';
    this.target = incoming.url ?? '/';
    this.rawHeaders = incoming.rawHeaders;
    this.upgrade = upgrade;
    this.#expectsContinue = expectsContinue;
    this.responseBody = new KeptBytes(ports.recordedBodyBytes());
    response.on('close', () => this.#closed());
  }

  get origin(): string {
    return this.#ports.origin;
  }

  get remoteAddress(): string {
    return this.socket.remoteAddress ?? '';
  }

  /** True if the head of an answer has been given. */
  get isBegun(): boolean {
    return this.#status !== 0;
  }

  /** True if nothing more can be sent to the client. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Hands the body to the reader that attaches itself to `incoming` in the same tick. A client that expects
   * 100 Continue receives it. RFC 9110 §10.1.1
   */
  startBody(): void {
    if (this.#expectsContinue) {
      this.#expectsContinue = false;
      this.#response.writeContinue();
    }
    const kept = new KeptBytes(this.#ports.recordedBodyBytes());
    this.#requestBody = kept;
    this.incoming.on('data', (chunk: Buffer) => kept.add(chunk));
  }

  /** Passes a provisional answer on, as far as the platform knows it. RFC 9110 §15.2, RFC 8297 */
  inform(status: number, headers: readonly string[]): void {
    if (this.isBegun || this.#isOver) return;
    if (status === 102) this.#response.writeProcessing();
    if (status === 103) this.#hint(headers);
  }

  /** The platform takes links one by one, and none of a form that it does not know. RFC 8288 §3 */
  #hint(headers: readonly string[]): void {
    const links = headers.filter(
      (_text, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === 'link',
    );
    const link = links.flatMap((value) => value.split(/,(?=\s*<)/).map((text) => text.trim()));
    if (link.length === 0) return;
    try {
      this.#response.writeEarlyHints({ link });
    } catch (error) {
      this.#ports.logger.debug('request.hint-left-out', { service: this.#ports.service, error });
    }
  }

  /** Answers at once; header names are written as given. */
  answer(status: number, headers: readonly string[], body: string | Buffer, reason = ''): void {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    this.begin(status, reason, [...headers, 'Content-Length', String(bytes.length)]);
    if (bytes.length > 0) this.write(bytes);
    this.end();
    if (this.#requestBody === null && announcesBody(this.rawHeaders)) this.#stopUpload();
  }

  /**
   * A client that already has its answer and keeps sending a body that nobody reads is not listened to for long. RFC
   * 9112 §9.6
   */
  #stopUpload(): void {
    const { incoming, socket } = this;
    setTimeout(() => {
      if (!incoming.complete) socket.destroy();
    }, lingerMillis).unref();
  }

  /** Gives the head of the answer: name, value, name, value, … as they are to be written. */
  begin(status: number, reason: string, headers: readonly string[]): void {
    if (this.#isOver || this.#status !== 0) return;
    const { faults, service } = this.#ports;
    const rules = faults.matching(service, this.#path(), this.notes.tags);
    if (rules.length === 0) return this.#writeHead(status, reason, headers);
    const answer = { status, headers, body: '' };
    const { delayMillis, response, cutAfterBytes, drop } = applyFault(
      answer,
      rules.map(({ effect }) => effect),
    );
    const spoiling: Spoiling = {
      ids: rules.map(({ id }) => id),
      held: delayMillis === 0 ? null : [],
      endsWhenReleased: false,
      leftBytes: cutAfterBytes ?? Number.POSITIVE_INFINITY,
    };
    this.#spoiling = spoiling;
    const send = () => {
      if (this.#isOver) return;
      if (drop) return this.#cut('dropped by a fault rule');
      if (response === answer) this.#writeHead(status, reason, headers);
      else return this.#replace(response.status, response.headers, response.body);
      this.#release(spoiling);
    };
    if (delayMillis === 0) return send();
    this.#status = response.status;
    setTimeout(() => this.#sendLate(send), delayMillis);
  }

  /** Nobody else catches what a timer throws. */
  #sendLate(send: () => void): void {
    try {
      send();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Passes a piece of the body on; false: wait for `drained` before the next one. */
  write(chunk: Buffer): boolean {
    if (this.#isOver) return true;
    if (this.#spoiling !== null) return this.#writeSpoilt(this.#spoiling, chunk);
    this.responseBody.add(chunk);
    if (chunk.length === this.#lengthBytes && chunk.length <= maxInOneWrite) {
      this.#whole = chunk;
      return true;
    }
    return this.#sendOn(chunk);
  }

  /** Ends the answer and records the exchange. */
  end(): void {
    if (this.#isOver) return;
    if (this.#spoiling?.held != null) {
      this.#spoiling.endsWhenReleased = true;
      return;
    }
    // Text is joined with the head, and every byte is a character of Latin-1.
    if (this.#whole === null) this.#response.end();
    else this.#response.end(this.#whole.toString('latin1'), 'latin1');
    this.#record(null);
  }

  /** Breaks an answer off that has begun: the client sees that it is not whole. */
  abort(failure: string): void {
    if (!this.#isOver) this.#cut(failure);
  }

  /** Handles an error that a handler threw: the log has the cause, the wire a bare 500. */
  fail(error: unknown): void {
    const { logger, service } = this.#ports;
    logger.error('request.failed', { service, path: this.#path(), error });
    if (this.#isOver) return;
    if (this.isBegun) return this.abort('the service failed');
    // A fault rule has had its effect on the answer that could not be written.
    if (this.#spoiling !== null) this.#replace(500, plainText, 'Internal error\n');
    else this.answer(500, plainText, 'Internal error\n', STATUS_CODES[500]);
  }

  /**
   * Hands the connection over to the protocol that its client asked for, after the 101 response. RFC 9110
   * §15.2.2
   */
  switchProtocols(reason: string, headers: readonly string[]): Duplex | null {
    if (this.upgrade === null || this.#isOver) return null;
    const { socket } = this.upgrade;
    const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
    this.#response.detachSocket(this.socket);
    socket.write(`HTTP/1.1 101 ${reason}\r\n${lines.join('')}\r\n`, 'latin1');
    this.#status = 101;
    this.#reason = reason;
    this.#headers = headers;
    this.#record(null);
    return socket;
  }

  #path(): string {
    const question = this.target.indexOf('?');
    return question < 0 ? this.target : this.target.slice(0, question);
  }

  #writeHead(status: number, reason: string, headers: readonly string[]): void {
    // A client that waited for a go-ahead in vain may send the body, or another request: the two could not be told
    // apart.
    if (this.#expectsContinue) this.#response.shouldKeepAlive = false;
    // The list is only read, whatever its type says.
    try {
      if (reason === '') this.#response.writeHead(status, headers as string[]);
      else this.#response.writeHead(status, reason, headers as string[]);
    } catch (error) {
      // Nothing of it has been written: another answer can take its place.
      this.#response.statusMessage = '';
      this.#status = 0;
      throw error;
    }
    this.#status = status;
    this.#headers = headers;
    this.#lengthBytes = contentLengthOf(headers);
    this.#reason = this.#response.statusMessage;
    if (status >= 500) this.#ports.counts.errors += 1;
  }

  #writeSpoilt(spoiling: Spoiling, chunk: Buffer): boolean {
    if (spoiling.held !== null) {
      spoiling.held.push(chunk);
      return false;
    }
    const sent = chunk.subarray(0, spoiling.leftBytes);
    spoiling.leftBytes -= sent.length;
    this.responseBody.add(sent);
    if (spoiling.leftBytes > 0) return this.#sendOn(sent);
    this.#response.write(sent, () => this.#response.destroy());
    this.#gone('truncated by a fault rule');
    return true;
  }

  #sendOn(chunk: Buffer): boolean {
    const takesMore = this.#response.write(chunk);
    if (!takesMore) this.#response.once('drain', () => this.follower?.drained());
    return takesMore;
  }

  #release(spoiling: Spoiling): void {
    const held = spoiling.held ?? [];
    spoiling.held = null;
    for (const chunk of held) this.write(chunk);
    if (spoiling.endsWhenReleased) this.end();
    else if (held.length > 0) this.follower?.drained();
  }

  /** A fault rule answers in place of the handler. */
  #replace(status: number, headers: readonly string[], body: string | Buffer): void {
    this.#writeHead(status, '', [...headers, 'Content-Length', String(Buffer.byteLength(body))]);
    const bytes = Buffer.from(body);
    this.responseBody.add(bytes);
    this.#response.end(bytes);
    this.#gone(null);
  }

  #cut(failure: string): void {
    this.#response.destroy();
    this.#gone(failure);
  }

  #closed(): void {
    if (!this.#isOver) this.#gone('the client closed the connection');
  }

  #gone(failure: string | null): void {
    this.#record(failure);
    this.follower?.gone();
  }

  #record(failure: string | null): void {
    this.#isOver = true;
    const { record, service, origin, clock } = this.#ports;
    const durationMillis = performance.now() - this.#startedMillis;
    const wasSent = this.#response.headersSent || this.#status === 101;
    record({
      side: 'server',
      service,
      origin,
      startedAtMillis: clock.nowMillis() - durationMillis,
      durationMicros: Math.round(durationMillis * 1_000),
      clientPort: this.socket.remotePort ?? 0,
      method: this.method,
      target: this.target,
      requestHeaders: this.rawHeaders,
      requestBody: this.#requestBody?.bytes() ?? '',
      requestBodyBytes: this.#requestBody?.sizeBytes,
      status: wasSent ? this.#status : null,
      reason: this.#reason,
      responseHeaders: wasSent ? this.#headers : [],
      responseBody: this.responseBody.bytes(),
      responseBodyBytes: this.responseBody.sizeBytes,
      failure,
      tags: this.notes.tags,
      trace: this.notes.trace,
      faults: this.#spoiling?.ids ?? [],
    });
  }
}
