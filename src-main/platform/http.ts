import type { IncomingHttpHeaders } from 'node:http';
import type { DecisionTrace } from '#shared/exchange/index.ts';

/** A request as a hosted service sees it: the body is read whole, within the listener's limit. */
export interface HttpRequest {
  readonly method: string;
  /** Request target as sent, for example `/as/token.oauth2?x=1`. */
  readonly target: string;
  /** The part of the target before `?`, not decoded. */
  readonly path: string;
  /** The part of the target after `?`, not decoded; empty when there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Name, value, name, value, … as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly remoteAddress: string;
  /** Scheme and authority under which this service is reached. */
  readonly origin: string;
}

/** Answer of a handler; header names are written as given. */
export interface HttpResponse {
  readonly status: number;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body: string | Buffer;
}

/** Notes that a handler may add to the record of the exchange. */
export interface ExchangeNotes {
  /** Called once, when the exchange is recorded or shown, so that responses do not wait for the trace. */
  trace: (() => DecisionTrace) | null;
  readonly tags: string[];
}

/** Answers one request; an exception becomes a 500 without detail. */
export type HttpHandler = (
  request: HttpRequest,
  notes: ExchangeNotes,
) => HttpResponse | Promise<HttpResponse>;

/** Header fields of an answer that a service did not give: nobody may keep it either. RFC 6749 §5.2 */
export const plainText = [
  'Content-Type',
  'text/plain;charset=UTF-8',
  'Cache-Control',
  'no-store',
  'Pragma',
  'no-cache',
] as const;
