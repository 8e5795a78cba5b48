import type { DecisionTrace, Exchange, ExchangeSide } from '#shared/exchange/index.ts';

/**
 * Data that the answer path hands to the recorder: references only, so that recording costs next to nothing there.
 * Nothing in it may be changed afterwards.
 */
export interface ExchangeDraft {
  readonly side: ExchangeSide;
  readonly service: Exchange['service'];
  readonly origin: string;
  readonly startedAtMillis: number;
  readonly durationMicros: number;
  readonly clientPort: number;
  readonly method: string;
  readonly target: string;
  /** Name, value, name, value, … */
  readonly requestHeaders: readonly string[];
  readonly requestBody: Uint8Array | string;
  /** Size of the whole body where `requestBody` is only its beginning. */
  readonly requestBodyBytes?: number | undefined;
  readonly status: number | null;
  readonly reason: string;
  readonly responseHeaders: readonly string[];
  readonly responseBody: Uint8Array | string;
  /** Size of the whole body where `responseBody` is only its beginning. */
  readonly responseBodyBytes?: number | undefined;
  readonly failure: string | null;
  readonly tags: readonly string[];
  readonly trace: (() => DecisionTrace) | null;
  readonly faults: readonly string[];
}

/** Takes a draft and returns the id of the exchange. */
export type RecordExchange = (draft: ExchangeDraft) => string;
