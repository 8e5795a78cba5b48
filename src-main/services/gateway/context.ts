import type { StreamedExchange } from '#main/platform/streamed-exchange.ts';
import type { RequestNotes } from './request-notes.ts';
import { createScope, type RouteScope, type ScopeFacts } from './scope.ts';
import type { ResolvedToken } from './tokens/resolver.ts';

/** A request on its way through the gateway. A class, so that all have one shape and the scope is made when asked for. */
export class GatewayContext {
  readonly exchange: StreamedExchange;
  readonly run: RequestNotes;
  token: ResolvedToken | null = null;
  /** Takes the place of the client's Authorization. */
  authorization: string | null = null;
  /** The resource as which a filter took the request; null: none published it. RFC 9728 §2 */
  resource: string | null = null;
  /** Takes the place of the upstream's metadata in its challenges; null: they stay as they are. RFC 9728 §5.1 */
  resourceMetadata: string | null = null;
  /** Fields that filters add to the answer: name, value, … */
  responseHeaders: readonly string[] | null = null;
  readonly #facts: ScopeFacts;
  #scope: RouteScope | null = null;

  constructor(exchange: StreamedExchange, run: RequestNotes, facts: ScopeFacts) {
    this.exchange = exchange;
    this.run = run;
    this.#facts = facts;
  }

  /** The scope, as entered last, that expressions of the route see. */
  get scope(): RouteScope {
    this.#scope ??= createScope(this, this.#facts);
    return this.#scope;
  }

  /** Puts the properties of a route in force. */
  enter({ properties }: { readonly properties: Readonly<Record<string, unknown>> }): void {
    this.scope.properties = properties;
  }
}
