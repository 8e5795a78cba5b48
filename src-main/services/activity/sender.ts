import type { RecordExchange } from '#main/platform/exchange-draft.ts';
import type { Outgoing } from '#main/platform/outgoing.ts';
import {
  defaultRawLimits,
  RawFailure,
  type RawLimits,
  type RawRequest,
  type RawResponse,
  sendRaw,
} from '#main/platform/raw-http.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type Exchange, withoutUnnamed } from '#shared/exchange/index.ts';
import type { Clock } from '#shared/time/clock.ts';

/** An answer with the id under which the exchange was recorded. */
export interface SentExchange {
  readonly exchangeId: string;
  readonly response: RawResponse;
  /** From the first byte to the last one, excluding the time before sending. */
  readonly durationMillis?: number;
}

/** A send that failed, recorded too. */
export class SendFailure extends GatehouseError {
  readonly exchangeId: string;

  constructor(error: GatehouseError, exchangeId: string) {
    super(error.code, error.message, {
      cause: error,
      ...(error.fix === undefined ? {} : { fix: error.fix }),
      ...(error.actions === undefined ? {} : { actions: error.actions }),
    });
    this.exchangeId = exchangeId;
  }
}

export interface SendOptions {
  readonly service: Exchange['service'];
  readonly tags: readonly string[];
  readonly limits?: RawLimits;
  /** Values that are recorded in no field whose name does not say that it is secret. */
  readonly hidden?: readonly string[];
}

/** Sends a request and records it, answered or not. */
export type SendRecorded = (request: RawRequest, options: SendOptions) => Promise<SentExchange>;

/**
 * Makes the sender over a recorder; `clock` gives the start as the services see it. Requests without a way of their own
 * go out by `outgoing`.
 * @throws SendFailure
 */
export function createSender(record: RecordExchange, clock: Clock, outgoing: Outgoing): SendRecorded {
  return async (request, { service, tags, limits = defaultRawLimits, hidden = [] }) => {
    const startedMillis = performance.now();
    const startedAtMillis = clock.nowMillis();
    const common = {
      side: 'client',
      service,
      origin: request.origin,
      startedAtMillis,
      method: request.method,
      target: request.target,
      requestHeaders: request.headers,
      requestBody: hidden.length === 0 ? request.body : recordedForm(request.body, hidden),
      tags,
      trace: null,
      faults: [],
    } as const;
    const elapsedMicros = () => Math.round((performance.now() - startedMillis) * 1_000);
    try {
      const response = await sendRaw(request, { ...limits, outgoing: limits.outgoing ?? outgoing });
      const durationMillis = performance.now() - startedMillis;
      const exchangeId = record({
        ...common,
        durationMicros: Math.round(durationMillis * 1_000),
        clientPort: response.clientPort,
        status: response.status,
        reason: response.reason,
        responseHeaders: response.headers,
        responseBody: response.body,
        failure: null,
      });
      return { exchangeId, response, durationMillis };
    } catch (error) {
      if (!(error instanceof GatehouseError)) throw error;
      const exchangeId = record({
        ...common,
        durationMicros: elapsedMicros(),
        clientPort: 0,
        status: null,
        reason: '',
        responseHeaders: [],
        // Half an answer is evidence too.
        responseBody: error instanceof RawFailure ? error.received : '',
        failure: error.message,
      });
      throw new SendFailure(error, exchangeId);
    }
  };
}

function recordedForm(body: RawRequest['body'], hidden: readonly string[]): RawRequest['body'] {
  const text = Buffer.from(body).toString('latin1');
  const masked = withoutUnnamed(text, hidden);
  return masked === text ? body : masked;
}
