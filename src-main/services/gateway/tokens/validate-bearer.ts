import type { TokenResolver } from '#shared/gateway/types.ts';
import { formatForm, tokenPath, validateBearerGrantType } from '#shared/oauth/index.ts';
import {
  askServer,
  boundToOf,
  endpointOf,
  jsonOf,
  ResolverFailure,
  type ResolverPorts,
  type ResolveToken,
  scopesIn,
} from './resolver.ts';

/** ValidateBearerAccessTokenResolver: asks by the grant that the hosted server has for it. Specification 1 §4.2 */
export function validateBearer(
  { endpoint, credential }: Extract<TokenResolver, { type: 'ValidateBearerAccessTokenResolver' }>,
  ports: ResolverPorts,
): ResolveToken {
  return async (token, nowMillis) => {
    const where = endpointOf(endpoint, ports, tokenPath);
    const form = formatForm([
      ['grant_type', validateBearerGrantType(ports.vendorUrn())],
      ['token', token],
    ]);
    const response = await askServer(ports, { endpoint: where, credential }, form);
    if (response.status === 400) return refused(errorIn(response.body));
    const { access_token: attributes, scope, client_id: clientId, expires_in: left, cnf } = jsonOf(response);
    const own = typeof attributes === 'object' && attributes !== null ? attributes : {};
    return {
      token,
      info: { ...own, client_id: clientId, scope },
      scopes: scopesIn(scope),
      expiresAtMillis: typeof left === 'number' ? nowMillis + left * 1_000 : null,
      boundTo: boundToOf(cnf),
    };
  };
}

/** Of all that is wrong with a request, only `invalid_grant` is said of the token. RFC 6749 §5.2 */
function refused(error: string): null {
  if (error === 'invalid_grant') return null;
  throw new ResolverFailure(500, `The authorization server rejected the validation request: ${error}.`);
}

function errorIn(body: Buffer): string {
  try {
    const { error } = JSON.parse(body.toString('utf8')) as { readonly error?: unknown };
    return typeof error === 'string' ? error : 'unknown';
  } catch {
    return 'unknown';
  }
}
