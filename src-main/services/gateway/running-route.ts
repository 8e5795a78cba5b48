import type { TraceRule } from '#shared/exchange/index.ts';
import type { CompiledExpression } from '#shared/expressions/index.ts';
import type { ProtectedResourceConfig } from '#shared/gateway/types.ts';
import type { RunningFilter } from './filters/filter.ts';
import type { RunningHandler } from './handlers/handler.ts';

/** A protected resource with the scopes that every request to it needs. */
export interface PublishedResource extends ProtectedResourceConfig {
  readonly requiredScopes: readonly string[];
}

/** A route in force: its chains are one list of filters with a handler at the end. */
export interface RunningRoute {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  /** Marks the exchanges that it took. */
  readonly tag: string;
  /** The `properties` in its expressions. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly condition: CompiledExpression | null;
  readonly filters: readonly RunningFilter[];
  /** Where the filters are declared, in the same order. */
  readonly pointers: readonly string[];
  /** The protected resource that it publishes; null: none. RFC 9728 §2 */
  readonly resource: PublishedResource | null;
  readonly handler: RunningHandler;
  /** Makes the handler anew: its connections count as wanted then. */
  readonly makeHandler: () => Promise<RunningHandler>;
  /** Trace rules for the requests that it took, and for those that it did not; made once and shared. */
  readonly rules: { readonly took: TraceRule; readonly passedOver: TraceRule };
  /** The rules of the request whose trace was made last. */
  readonly latest: { rules: TraceRule[] };
}
