import type { ErrorCode } from '../errors/codes.ts';
import type { CompiledExpression } from '../expressions/index.ts';
import type { ThrottlingConfig } from '../throttle/index.ts';
import type { SecretValue } from '../workspace/secret.ts';

/** Something that is wrong in a route document, and where. */
export interface RouteProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string;
  /** An error keeps the route from being loaded. */
  readonly severity: 'error' | 'warning';
  /** JSON pointer of the place in the document. RFC 6901 */
  readonly pointer: string;
  /** Within the text at the pointer, in UTF-16 units. */
  readonly offset?: number;
  readonly length?: number;
}

/** How a client names itself with Basic to another server. */
export interface BasicCredential {
  readonly username: string;
  /** Remains a reference; the sender resolves it. */
  readonly password: SecretValue;
}

export interface ReverseProxyConfig {
  readonly connections: number;
  readonly soTimeoutMillis: number;
  readonly connectionTimeoutMillis: number;
  /** null: connections are kept for as long as both sides want. */
  readonly connectionTimeToLiveMillis: number | null;
  readonly retries: { readonly isEnabled: boolean; readonly count: number; readonly delayMillis: number };
  /** True if upgrades are passed on. */
  readonly websocket: boolean;
}

export interface StaticResponseConfig {
  readonly status: number;
  readonly reason: string | null;
  readonly headers: readonly { readonly name: string; readonly values: readonly CompiledExpression[] }[];
  readonly entity: CompiledExpression | null;
}

interface Component {
  /** The name it was given, or the one made from its place. */
  readonly name: string;
  /** JSON pointer of its declaration in the route. */
  readonly pointer: string;
}

export interface ChainNode extends Component {
  readonly type: 'Chain';
  readonly filters: readonly FilterNode[];
  readonly handler: HandlerNode;
}

export type HandlerNode =
  | ChainNode
  | (Component & { readonly type: 'ReverseProxyHandler'; readonly config: ReverseProxyConfig })
  | (Component & { readonly type: 'StaticResponseHandler'; readonly config: StaticResponseConfig });

export type TokenResolver =
  | (Component & {
      readonly type: 'TokenIntrospectionAccessTokenResolver';
      /** null: that of the authorization server which is hosted here. */
      readonly endpoint: string | null;
      readonly credential: BasicCredential | null;
    })
  | (Component & {
      readonly type: 'ValidateBearerAccessTokenResolver';
      /** Token endpoint; null: that of the authorization server which is hosted here. */
      readonly endpoint: string | null;
      readonly credential: BasicCredential | null;
    });

/** Scopes that requests need by their method and the beginning of their path. */
export interface ResourceOperation {
  /** Empty: every method. */
  readonly methods: readonly string[];
  readonly path: string;
  readonly scopes: readonly string[];
}

/** A route as a protected resource that says who issues tokens for it. RFC 9728 §2 */
export interface ProtectedResourceConfig {
  /** Its identifier as audiences name it; a path: at the address of the gateway. RFC 8707 §2 */
  readonly identifier: string;
  readonly resourceName: string | null;
  /** Issuer of the tokens; null: the authorization server that is hosted here. */
  readonly authorizationServer: string | null;
  readonly scopesSupported: readonly string[];
  /** The first that matches decides. */
  readonly operations: readonly ResourceOperation[];
  /** Scopes that a broad one includes, by its name. */
  readonly includedScopes: Readonly<Record<string, readonly string[]>>;
}

/** How the gateway gets a token of its own for the upstream. RFC 8693 §2.1 */
export interface TokenExchangeConfig {
  /** Token endpoint; null: that of the authorization server which is hosted here. */
  readonly endpoint: string | null;
  readonly credential: BasicCredential;
  /** Identifier of the upstream. RFC 8707 §2 */
  readonly resource: string;
  /** Empty: all that the client's token and the gateway's registration share. */
  readonly scopes: readonly string[];
}

export interface ResourceServerConfig {
  readonly scopes: readonly string[];
  readonly requireHttps: boolean;
  /** null: the challenge names none. */
  readonly realm: string | null;
  readonly cache: {
    readonly isEnabled: boolean;
    readonly defaultTimeoutMillis: number;
    /** null: no bound. */
    readonly maxTimeoutMillis: number | null;
  };
  readonly resolver: TokenResolver;
  /** Absent: the route publishes no metadata and takes tokens of any audience. */
  readonly protectedResource?: ProtectedResourceConfig;
}

export interface ThrottlingFilterNode extends Component {
  readonly type: 'ThrottlingFilter';
  /** Equal if the declarations are equal, whatever their surroundings: then buckets survive a reload. */
  readonly fingerprint: string;
  readonly config: ThrottlingConfig;
}

export type FilterNode =
  | ThrottlingFilterNode
  | (Component & { readonly type: 'OAuth2ResourceServerFilter'; readonly config: ResourceServerConfig })
  | (Component & { readonly type: 'HttpBasicAuthenticationClientFilter'; readonly config: BasicCredential })
  | (Component & { readonly type: 'OAuth2TokenExchangeFilter'; readonly config: TokenExchangeConfig });

/** A route that can run. */
export interface Route {
  /** Routes are tried in the lexicographic order of it. */
  readonly id: string;
  readonly name: string;
  /** Scheme, host and port to which requests go; null: where they were addressed. */
  readonly baseURI: string | null;
  /** null: takes every request. */
  readonly condition: CompiledExpression | null;
  readonly handler: HandlerNode;
}

export interface ReadRouteOptions {
  /** The name of its file without the ending. */
  readonly id: string;
  /** The values of `env['X']` in configuration expressions. */
  readonly env?: Readonly<Record<string, string>>;
  /** The values of `system['x']`. */
  readonly system?: Readonly<Record<string, string>>;
  /** The values of `&{name}` and `properties`, besides the properties of the route itself. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface ReadRoute {
  /** null where a problem is an error. */
  readonly route: Route | null;
  readonly problems: readonly RouteProblem[];
}
