import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { type PipelineContext, required } from '#main/platform/pipeline.ts';
import type { RateGroup } from '#shared/workspace/index.ts';
import type { PlatformError } from './failure.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { PlatformSandboxPorts, TokenFacts } from './ports.ts';
import type { JsonObject } from './state/entities.ts';
import type { SandboxState } from './state/state.ts';

/** A request to the platform on its way through its pipeline. */
export interface PlatformContext extends PipelineContext<PlatformError> {
  readonly ports: PlatformSandboxPorts;
  readonly state: SandboxState;
  readonly routes: RouteTable;
  readonly rateLimits: RateLimits;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly nowMillis: number;
  /** The caller's name for the request. */
  transactionId: string | null;
  actor: TokenFacts | null;
  match: Match | null;
  body: JsonObject;
  /** The operations sent where the body is a list; null: it is an object. */
  operations: readonly unknown[] | null;
  response: HttpResponse | null;
  /** The change, in words. */
  change: string | null;
}

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the platform. */
export interface Route {
  readonly method: RouteMethod;
  /** With variables in braces, below the base. */
  readonly path: string;
  readonly rateGroup: RateGroup;
  /** Part of the media type that starts it, such as `consent.accept`; absent: JSON where it has a body. */
  readonly action?: string;
  /** True if it takes a body of JSON where it is sent one; absent: POST, PUT and PATCH do. */
  readonly hasBody?: boolean;
  /** True if its body may be a list: of operations on the resource, by JSON Patch. RFC 6902 */
  readonly takesOperations?: boolean;
  /** Scope, behind any prefix, with which users may call it for themselves. Spec 3 §5 */
  readonly selfScope?: string;
  /** @throws PlatformError */
  readonly perform: (context: PlatformContext) => HttpResponse | Promise<HttpResponse>;
}

/** The calls at an address, with the variables in it. */
export interface Match {
  /** `/v1`, or nothing. */
  readonly prefix: string;
  readonly routes: readonly Route[];
  readonly params: Readonly<Record<string, string>>;
  route: Route | null;
}

/** All calls of the platform by their addresses. */
export interface RouteTable {
  /** null: there is nothing at the path. */
  find(path: string): Match | null;
}

export { required };

/** A variable of the path; empty where the route has none of that name. */
export function param({ match }: PlatformContext, name: string): string {
  return required(match).params[name] ?? '';
}

/** URL of the base under which the request came: with `/v1` where it had it. */
export function baseUrl({ request, match }: PlatformContext): string {
  return `${request.origin}${match?.prefix ?? ''}`;
}

/** URL of the environment that the request is about. */
export function environmentUrl(context: PlatformContext): string {
  return `${baseUrl(context)}/environments/${param(context, 'env')}`;
}
