import type { TokenScheme } from '#main/platform/bearer-token.ts';
import type { DpopProof, DpopState } from '#main/platform/dpop/index.ts';
import { type PipelineContext, Refusal, type RefusalOptions } from '#main/platform/pipeline.ts';
import type { ResourceServerConfig } from '#shared/gateway/types.ts';
import type { GatewayContext } from '../context.ts';
import type { ResolvedToken, ResolveToken } from '../tokens/resolver.ts';
import type { TokenCache } from '../tokens/token-cache.ts';

/** Why a request is refused, and how that is said. */
export interface TokenRefusalOptions extends RefusalOptions {
  readonly status: number;
  /** Null: no token was sent, and the challenge names no error; absent: the answer has no challenge. RFC 6750 §3 */
  readonly error?: string | null;
  /** The scope that is needed. */
  readonly scope?: string;
}

/** A request that the filter answers itself. RFC 6750 §3.1 */
export class TokenRefusal extends Refusal<TokenRefusalOptions> {
  override readonly name = 'TokenRefusal';

  constructor(options: TokenRefusalOptions) {
    super(options.detail ?? 'refused', options);
  }
}

/** A request on its way through the filter. */
export interface TokenContext extends PipelineContext<TokenRefusal> {
  readonly gateway: GatewayContext;
  readonly config: ResourceServerConfig;
  readonly cache: TokenCache;
  readonly resolve: ResolveToken;
  readonly proofs: DpopState;
  readonly nowMillis: number;
  /** The identifier of the resource; null: the route is none that has one. RFC 8707 §2 */
  readonly resource: string | null;
  /** Every scope that the request needs. */
  readonly needed: readonly string[];
  token: string;
  /** How the token was sent. */
  scheme: TokenScheme;
  dpop: DpopProof | null;
  resolved: ResolvedToken | null;
}
