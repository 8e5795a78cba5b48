import type { DecisionTrace } from './trace.ts';

/** The hosted services and the engine's own senders, by the keys that settings and exchanges use. */
export const serviceKeys = [
  'authorizationServer',
  'connectorHost',
  'gateway',
  'platform',
  'sampleUpstreams',
] as const;
export type ServiceKey = (typeof serviceKeys)[number];

/** Header fields in the order and spelling of the wire. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A message body and how much of it was kept: `sampled-out` where the rate of exchanges was too high. */
export interface RecordedBody {
  readonly bytes: Uint8Array | null;
  readonly sizeBytes: number;
  readonly kept: 'whole' | 'truncated' | 'sampled-out';
}

export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderList;
  readonly body: RecordedBody;
}

export interface RecordedResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  readonly body: RecordedBody;
}

/** Which side of the wire the record was taken on: we answered (`server`) or we sent (`client`). */
export type ExchangeSide = 'server' | 'client';

/** One HTTP request that a hosted service answered, or that the engine sent. */
export interface Exchange {
  readonly id: string;
  readonly side: ExchangeSide;
  /** The service that answered (`server`) or sent (`client`). */
  readonly service: ServiceKey | 'flowDebugger' | 'replay' | 'imported';
  /** Scheme and authority to which the request went, for example `http://127.0.0.1:9031`. */
  readonly origin: string;
  readonly startedAtMillis: number;
  readonly durationMicros: number;
  /** TCP port of the client end: the same on both sides of a loopback exchange, which joins them. */
  readonly clientPort: number;
  readonly request: RecordedRequest;
  /** Null where no answer was sent or received; `failure` says why. */
  readonly response: RecordedResponse | null;
  readonly failure: string | null;
  /** The objects that the exchange belongs to, as `kind:value`: `client:portal-web`, `user:ann`, `run:…`. */
  readonly tags: readonly string[];
  readonly trace: DecisionTrace | null;
  /** Ids of the fault rules that touched it. */
  readonly faults: readonly string[];
}
