import type { Dispatcher } from 'undici';
import type { ResponseObserver, StreamedExchange } from '#main/platform/streamed-exchange.ts';
import { timerMillis } from '#main/platform/timers.ts';
import type { GatewayContext } from '../context.ts';
import { replaceMetadata } from './challenges.ts';
import { failureStatus, isBrokenConnection } from './failures.ts';
import {
  forwardRequestHeaders,
  forwardResponseHeaders,
  originForm,
  replaceHeader,
  writableReason,
} from './headers.ts';
import type { Upstream } from './upstreams.ts';

/** Methods that may be sent twice without harm. RFC 9110 §9.2.2 */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']);

/**
 * Passes one request on and its answer back, both as they come, each only as fast as its receiver takes it. A class
 * that undici calls itself: nothing else has to be made for a request.
 */
export class Relay implements ResponseObserver, Dispatcher.DispatchHandler {
  readonly #context: GatewayContext;
  readonly #exchange: StreamedExchange;
  readonly #upstream: Upstream;
  #options: Dispatcher.DispatchOptions | null = null;
  #hasBody = false;
  #abort: ((error?: Error) => void) | null = null;
  #resume: (() => void) | null = null;
  #isGone = false;

  constructor(context: GatewayContext, upstream: Upstream) {
    this.#context = context;
    this.#exchange = context.exchange;
    this.#upstream = upstream;
  }

  start(): void {
    const exchange = this.#exchange;
    const path = originForm(exchange.target);
    if (path === null) return exchange.answer(400, [], '');
    const { origin, targetPrefix, proxyHeaders } = this.#upstream;
    const { headers: sent, hasBody } = forwardRequestHeaders(exchange.rawHeaders);
    const { authorization } = this.#context;
    const headers = authorization === null ? sent : replaceHeader(sent, 'Authorization', authorization);
    headers.push(...proxyHeaders);
    this.#hasBody = hasBody;
    this.#context.run.upstream = { origin, status: null, failure: null, attempts: 0 };
    this.#options = {
      path: `${targetPrefix}${path}`,
      method: exchange.method,
      headers,
      body: hasBody ? exchange.incoming : null,
    };
    exchange.follower = this;
    this.#send();
  }

  #send(): void {
    const { upstream: note } = this.#context.run;
    if (this.#options === null || note === null || this.#isGone) return;
    const { pool } = this.#upstream;
    if (pool === null) {
      void this.#upstream.ready().then(() => this.#send());
      return;
    }
    note.attempts += 1;
    pool.dispatch(this.#options, this);
  }

  /** The client hung up, or its answer is cut off. */
  gone(): void {
    this.#isGone = true;
    this.#abort?.(new Error('The client closed the connection.'));
  }

  drained(): void {
    this.#resume?.();
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    if (this.#isGone) return abort(new Error('The client closed the connection.'));
    // It is read from now on: earlier data would be lost.
    if (this.#hasBody) this.#exchange.startBody();
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void, reason: string): boolean {
    this.#resume = resume;
    const headers = forwardResponseHeaders(raw);
    if (status < 200) {
      this.#exchange.inform(status, headers);
      return true;
    }
    const { run, responseHeaders, resourceMetadata } = this.#context;
    const { upstream: note } = run;
    if (note !== null) note.status = status;
    if (responseHeaders !== null) headers.push(...responseHeaders);
    if (resourceMetadata !== null) replaceMetadata(headers, resourceMetadata);
    this.#exchange.begin(status, writableReason(reason), headers);
    return true;
  }

  onData(chunk: Buffer): boolean {
    return this.#exchange.write(chunk);
  }

  onComplete(): void {
    this.#exchange.end();
  }

  onError(error: Error): void {
    const { upstream: note } = this.#context.run;
    if (this.#isGone || note === null || this.#exchange.isOver) return;
    note.failure = error.message;
    if (this.#exchange.isBegun)
      return this.#exchange.abort(`the upstream response was interrupted: ${error.message}`);
    const delayMillis = this.#delayBeforeRetry(error, note.attempts);
    if (delayMillis === null)
      return this.#exchange.answer(failureStatus(error), this.#context.responseHeaders ?? [], '');
    note.failure = null;
    if (delayMillis === 0) this.#send();
    else setTimeout(() => this.#send(), timerMillis(delayMillis));
  }

  /**
   * Null: it is not sent again. A body was consumed, or a request that is not idempotent may have taken
   * effect.
   */
  #delayBeforeRetry(error: Error, attempts: number): number | null {
    if (this.#hasBody || !idempotent.has(this.#exchange.method)) return null;
    // A kept connection that the upstream was just closing: nobody has seen the request. RFC 9112 §9.3.1
    if (attempts === 1 && isBrokenConnection(error)) return 0;
    const { isEnabled, count, delayMillis } = this.#upstream.config.retries;
    return isEnabled && attempts <= count ? delayMillis : null;
  }
}
