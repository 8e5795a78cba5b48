import { assertNever } from '#shared/errors/index.ts';
import type { TokenResolver } from '#shared/gateway/types.ts';
import { introspect } from './introspection.ts';
import type { ResolverPorts, ResolveToken } from './resolver.ts';
import { validateBearer } from './validate-bearer.ts';

/** Makes a resolver of its declaration in a route. */
export function createResolver(resolver: TokenResolver, ports: ResolverPorts): ResolveToken {
  switch (resolver.type) {
    case 'TokenIntrospectionAccessTokenResolver':
      return introspect(resolver, ports);
    case 'ValidateBearerAccessTokenResolver':
      return validateBearer(resolver, ports);
    default:
      return assertNever(resolver);
  }
}
