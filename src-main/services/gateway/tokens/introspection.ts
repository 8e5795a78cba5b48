import type { TokenResolver } from '#shared/gateway/types.ts';
import { formatForm, introspectionPath } from '#shared/oauth/index.ts';
import {
  askServer,
  boundToOf,
  endpointOf,
  jsonOf,
  type ResolverPorts,
  type ResolveToken,
  scopesIn,
} from './resolver.ts';

/** TokenIntrospectionAccessTokenResolver. RFC 7662 §2 */
export function introspect(
  { endpoint, credential }: Extract<TokenResolver, { type: 'TokenIntrospectionAccessTokenResolver' }>,
  ports: ResolverPorts,
): ResolveToken {
  return async (token) => {
    const where = endpointOf(endpoint, ports, introspectionPath);
    const form = formatForm([
      ['token', token],
      ['token_type_hint', 'access_token'],
    ]);
    const info = jsonOf(await askServer(ports, { endpoint: where, credential }, form));
    if (info['active'] !== true) return null;
    const { exp, scope, cnf } = info;
    return {
      token,
      info,
      scopes: scopesIn(scope),
      expiresAtMillis: typeof exp === 'number' ? exp * 1_000 : null,
      boundTo: boundToOf(cnf),
    };
  };
}
