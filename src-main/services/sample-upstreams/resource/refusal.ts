import type { TokenScheme } from '#main/platform/bearer-token.ts';
import { dpopChallenge } from '#main/platform/dpop/index.ts';
import type { HttpResponse } from '#main/platform/http.ts';
import { Refusal, type RefusalOptions } from '#main/platform/pipeline.ts';
import { resourceMetadataUrl } from '#shared/oauth/index.ts';

const json = ['Content-Type', 'application/json;charset=UTF-8', 'Cache-Control', 'no-store'] as const;

export interface ResourceRefusalOptions extends RefusalOptions {
  readonly status: 400 | 401 | 403 | 503;
  /** Null where no token was sent: the challenge names no error then. RFC 6750 §3 */
  readonly error: string | null;
  /** The scope that is needed. */
  readonly scope?: string;
  /** The schemes of the challenge; absent: that in which the token came. RFC 9449 §7.2 */
  readonly schemes?: TokenScheme | 'both';
}

/** A request that the resource server does not answer. RFC 6750 §3.1 */
export class ResourceRefusal extends Refusal<ResourceRefusalOptions> {
  override readonly name = 'ResourceRefusal';

  constructor(options: ResourceRefusalOptions) {
    super(options.detail ?? options.error ?? 'no token', options);
  }
}

/** A token that is not valid, whatever the reason. RFC 6750 §3.1 */
export function invalidToken(
  detail: string,
  evidence: { want?: string; got?: string } = {},
): ResourceRefusal {
  return new ResourceRefusal({ status: 401, error: 'invalid_token', detail, ...evidence });
}

/** A request that no resource server can make sense of. RFC 6750 §3.1 */
export function invalidRequest(
  detail: string,
  evidence: { want?: string; got?: string } = {},
): ResourceRefusal {
  return new ResourceRefusal({ status: 400, error: 'invalid_request', detail, ...evidence });
}

/** Nobody can say whether the token is valid. RFC 9110 §15.6.4 */
export function unavailable(description: string): ResourceRefusal {
  return new ResourceRefusal({ status: 503, error: 'temporarily_unavailable', description });
}

/** The facts about a request and its resource that the answer to a refused one names. */
export interface Challenged {
  readonly realm: string;
  readonly resource: string;
  readonly needed: readonly string[];
  readonly bearer: { readonly scheme: TokenScheme } | null;
}

/** The answer to a request that is refused. RFC 6750 §3, RFC 9728 §5.1 */
export function refusalResponse(
  { options }: ResourceRefusal,
  { realm, resource, needed, bearer: sent }: Challenged,
): HttpResponse {
  const { status, error, description, schemes = sent?.scheme ?? 'Bearer' } = options;
  // It says what a new token has to be asked for.
  const asksForToken = error === null || error === 'invalid_token';
  const scope = options.scope ?? (status === 401 && asksForToken ? needed.join(' ') : '');
  if (status === 503) {
    const body = JSON.stringify({ error, error_description: description });
    return { status, headers: [...json, 'Retry-After', '5'], body };
  }
  const parameters = [
    `realm="${realm}"`,
    ...(error === null ? [] : [`error="${error}"`]),
    ...(scope === '' ? [] : [`scope="${scope}"`]),
    ...(status === 400 ? [] : [`resource_metadata="${resourceMetadataUrl(resource)}"`]),
  ];
  const bearer = `Bearer ${parameters.join(', ')}`;
  const challenges = {
    Bearer: bearer,
    DPoP: dpopChallenge(parameters),
    both: `${bearer}, ${dpopChallenge([])}`,
  };
  return {
    status,
    headers: [...json, 'WWW-Authenticate', challenges[schemes]],
    body: error === null ? '' : JSON.stringify({ error }),
  };
}
