import type { HeaderList } from '#shared/exchange/index.ts';
import type { WireResponse } from './client-request.ts';
import type { ExchangeDraft } from './exchange-draft.ts';

/** A request that was sent over a pool, and how it ended. */
export interface ClientExchange {
  readonly service: ExchangeDraft['service'];
  readonly origin: string;
  readonly method: string;
  readonly target: string;
  /** Name, value, name, value, … */
  readonly requestHeaders: readonly string[];
  readonly body: string | null;
  readonly answer: WireResponse | null;
  readonly failure: string | null;
  readonly startedAtMillis: number;
  readonly tookMillis: number;
  readonly tags: readonly string[];
}

/** The record of a request of ours. */
export function clientDraft(exchange: ClientExchange): ExchangeDraft {
  const { answer, body, service, origin, method, target, failure, tags } = exchange;
  return {
    side: 'client',
    service,
    origin,
    startedAtMillis: exchange.startedAtMillis,
    durationMicros: Math.round(exchange.tookMillis * 1_000),
    clientPort: answer?.clientPort ?? 0,
    method,
    target,
    requestHeaders: exchange.requestHeaders,
    requestBody: body ?? '',
    status: answer?.status ?? null,
    reason: answer?.reason ?? '',
    responseHeaders: answer?.flatHeaders ?? [],
    responseBody: answer?.body ?? '',
    failure,
    tags,
    trace: null,
    faults: [],
  };
}

/** Name, value, name, value, … of a list of fields. */
export function flatHeaders(headers: HeaderList): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, value);
  return flat;
}
