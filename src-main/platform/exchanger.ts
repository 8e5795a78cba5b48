import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { RecordExchange } from './exchange-draft.ts';
import { applyFault, type FaultRegistry } from './faults.ts';
import {
  type ExchangeNotes,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  plainText,
} from './http.ts';
import { readRequestTarget } from './pipeline.ts';
import { isStateFailure, type Logger } from './ports.ts';
import { ambiguous, ambiguousTrace, repeatedField, type SingleField } from './repeated-fields.ts';
import { misdirected, misdirectedTrace, type ServedNames } from './served-names.ts';

/** Header fields of a request: as sent, and by their names. */
export interface ReadHeaders {
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingHttpHeaders;
  /** A field on two lines although a request may have one; null: none. */
  readonly repeated: SingleField | null;
}

/** How many requests back one is looked for with the same header fields. */
const requestsCompared = 4;

/**
 * Clients mostly repeat themselves: the result of reading the same header fields is reused, at a tenth of the
 * cost, and the records of such requests share it. A class because its method is on the hot path.
 */
export class HeaderMemory {
  readonly #latest: ReadHeaders[] = [];
  #next = 0;

  /** The result must not be changed: other requests have it too. */
  of(request: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): ReadHeaders {
    const { rawHeaders } = request;
    for (const read of this.#latest) if (areSameFields(read.rawHeaders, rawHeaders)) return read;
    const read = { rawHeaders, headers: request.headers, repeated: repeatedField(rawHeaders) };
    this.#latest[this.#next] = read;
    this.#next = (this.#next + 1) % requestsCompared;
    return read;
  }
}

/** Tests whether two flat lists of header fields are the same, in the same order and spelling. */
export function areSameFields(one: readonly string[], other: readonly string[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  // From the end: lengths and credentials of two requests differ more often than the names at their head.
  for (let index = one.length - 1; index >= 0; index -= 1) if (one[index] !== other[index]) return false;
  return true;
}

/** Dependencies for answering the requests of a listener. */
export interface HandlerPorts {
  readonly service: ServiceKey;
  readonly record: RecordExchange;
  readonly faults: FaultRegistry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The names that the service answers to; absent: any, as it looks at them itself. */
  readonly names?: ServedNames | undefined;
}

/** How many requests were taken, and how many of them ended in a status of 500 or more. */
export interface RequestCounts {
  requests: number;
  errors: number;
}

export interface ExchangerOptions extends HandlerPorts {
  readonly handler: HttpHandler;
  /** Largest request body that is read, in bytes; asked for with each request. Absent: 64 KiB. */
  readonly bodyLimitBytes?: (() => number) | undefined;
}

const defaultBodyLimitBytes = 65_536;
/** When a client that was refused because the state cannot be written should ask again. */
const retryAfterUnwritableSeconds = '5';
const emptyBody = Buffer.alloc(0);

/** Reads requests, calls the handler, answers and records. A class because its methods are the hot path. */
export class Exchanger {
  readonly #options: ExchangerOptions;
  readonly #origin: string;
  readonly #counts: RequestCounts;
  readonly #fields = new HeaderMemory();

  constructor(options: ExchangerOptions, origin: string, counts: RequestCounts) {
    this.#options = options;
    this.#origin = origin;
    this.#counts = counts;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const startedMillis = performance.now();
    const { method } = request;
    if (method === 'GET' || method === 'HEAD')
      return this.#handle(request, response, emptyBody, startedMillis);
    const limitBytes = this.#limitBytes();
    let first: Buffer | null = null;
    let more: Buffer[] | null = null;
    let sizeBytes = 0;
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) return;
      if (first === null) first = chunk;
      else (more ??= [first]).push(chunk);
    });
    request.on('end', () => {
      const body = sizeBytes > limitBytes ? null : more === null ? (first ?? emptyBody) : Buffer.concat(more);
      this.#handle(request, response, body, startedMillis);
    });
  }

  #limitBytes(): number {
    return this.#options.bodyLimitBytes?.() ?? defaultBodyLimitBytes;
  }

  #handle(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
    startedMillis: number,
  ): void {
    this.#counts.requests += 1;
    const target = request.url ?? '/';
    const { path, query, authority } = readRequestTarget(target);
    const fields = this.#fields.of(request);
    // The target counts where it names the host itself. RFC 9112 §3.2.2
    const headers = authority === null ? fields.headers : { ...fields.headers, host: authority };
    const notes: ExchangeNotes = { trace: null, tags: [] };
    const seen: HttpRequest = {
      method: request.method ?? 'GET',
      target,
      path,
      query,
      headers,
      rawHeaders: fields.rawHeaders,
      body: body ?? emptyBody,
      remoteAddress: request.socket.remoteAddress ?? '',
      origin: this.#origin,
    };
    const pending: Pending = {
      response,
      request: seen,
      notes,
      startedMillis,
      clientPort: request.socket.remotePort ?? 0,
    };
    const { repeated } = fields;
    if (repeated !== null) {
      notes.trace = () => ambiguousTrace(repeated);
      return this.#answer(pending, ambiguous);
    }
    const { names, service } = this.#options;
    const { host } = headers;
    if (names !== undefined && host !== undefined && !names.serves(host)) {
      notes.trace = () => misdirectedTrace(service, host, names);
      return this.#answer(pending, misdirected);
    }
    if (body === null) return this.#answer(pending, tooLarge(this.#limitBytes()));
    let answer: HttpResponse | Promise<HttpResponse>;
    try {
      answer = this.#options.handler(seen, notes);
    } catch (error) {
      return this.#answer(pending, this.#unexpected(seen, error));
    }
    if (!(answer instanceof Promise)) return this.#answer(pending, answer);
    answer.then(
      (done) => this.#answer(pending, done),
      (error: unknown) => this.#answer(pending, this.#unexpected(seen, error)),
    );
  }

  #unexpected(request: HttpRequest, error: unknown): HttpResponse {
    this.#options.logger.error('request.failed', {
      service: this.#options.service,
      path: request.path,
      error,
    });
    // A full disk is freed in time, and a damaged one is moved aside: a later request is answered.
    if (error instanceof GatehouseError && isStateFailure(error.code))
      return {
        status: 503,
        headers: [...plainText, 'Retry-After', retryAfterUnwritableSeconds],
        body: 'The state is not writable at the moment\n',
      };
    return { status: 500, headers: plainText, body: 'Internal error\n' };
  }

  #answer(pending: Pending, answer: HttpResponse): void {
    const rules = this.#options.faults.matching(
      this.#options.service,
      pending.request.path,
      pending.notes.tags,
    );
    if (rules.length === 0) return this.#send(pending, answer, null, []);
    const spoilt = applyFault(
      answer,
      rules.map((rule) => rule.effect),
    );
    const ids = rules.map((rule) => rule.id);
    const send = () => {
      if (spoilt.drop) {
        pending.response.destroy();
        return this.#record(pending, answer, [], 'dropped by a fault rule', ids);
      }
      this.#send(pending, spoilt.response, spoilt.cutAfterBytes, ids);
    };
    if (spoilt.delayMillis === 0) send();
    else setTimeout(send, spoilt.delayMillis);
  }

  #send(
    pending: Pending,
    answer: HttpResponse,
    cutAfterBytes: number | null,
    faults: readonly string[],
  ): void {
    const { response } = pending;
    const { body } = answer;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    const headers = [...answer.headers, 'Content-Length', String(length)];
    if (answer.status >= 500) this.#counts.errors += 1;
    if (response.destroyed)
      return this.#record(pending, null, [], 'the client closed the connection', faults);
    try {
      response.writeHead(answer.status, headers);
    } catch (error) {
      // Nothing of it has been written: another answer can take its place.
      response.statusMessage = '';
      return this.#send(pending, this.#unexpected(pending.request, error), null, faults);
    }
    // Text of ASCII alone is the same in Latin-1, and that is written without being looked at again.
    if (cutAfterBytes === null || cutAfterBytes >= length)
      response.end(body, length === body.length ? 'latin1' : 'utf8');
    else response.write(Buffer.from(body).subarray(0, cutAfterBytes), () => response.destroy());
    this.#record(
      pending,
      answer,
      headers,
      cutAfterBytes === null ? null : 'truncated by a fault rule',
      faults,
    );
  }

  #record(
    pending: Pending,
    answer: HttpResponse | null,
    headers: readonly string[],
    failure: string | null,
    faults: readonly string[],
  ): void {
    const durationMillis = performance.now() - pending.startedMillis;
    const { request, notes } = pending;
    const sent = failure === null || failure.startsWith('cut') ? answer : null;
    this.#options.record({
      side: 'server',
      service: this.#options.service,
      origin: this.#origin,
      startedAtMillis: this.#options.clock.nowMillis() - durationMillis,
      durationMicros: Math.round(durationMillis * 1_000),
      clientPort: pending.clientPort,
      method: request.method,
      target: request.target,
      requestHeaders: request.rawHeaders,
      requestBody: request.body,
      status: sent?.status ?? null,
      reason: pending.response.statusMessage ?? '',
      responseHeaders: headers,
      responseBody: sent?.body ?? '',
      failure,
      tags: notes.tags,
      trace: notes.trace,
      faults,
    });
  }
}

interface Pending {
  readonly response: ServerResponse;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly startedMillis: number;
  readonly clientPort: number;
}

function tooLarge(limitBytes: number): HttpResponse {
  return {
    status: 413,
    headers: [...plainText, 'Connection', 'close'],
    body: `The request body is larger than ${limitBytes} bytes.\n`,
  };
}
