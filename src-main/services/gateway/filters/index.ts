import { assertNever } from '#shared/errors/index.ts';
import type { FilterNode } from '#shared/gateway/types.ts';
import type { ExchangePorts } from '../tokens/exchange.ts';
import { createResolver } from '../tokens/index.ts';
import { basicAuthenticationFilter } from './basic-authentication.ts';
import type { RunningFilter } from './filter.ts';
import { resourceServerFilter } from './resource-server.ts';
import { ThrottlingFilter, type ThrottlingPorts } from './throttling.ts';
import { tokenExchangeFilter } from './token-exchange.ts';

export type FilterPorts = ExchangePorts &
  ThrottlingPorts & { readonly serviceClock: ThrottlingPorts['clock'] };

/** Creates a filter from its declaration in a route. @throws errors of a script */
export function createFilter(node: FilterNode, ports: FilterPorts): RunningFilter {
  switch (node.type) {
    case 'ThrottlingFilter':
      return new ThrottlingFilter(node, ports);
    case 'OAuth2ResourceServerFilter':
      return resourceServerFilter(
        node.name,
        node.config,
        createResolver(node.config.resolver, ports),
        ports.serviceClock,
      );
    case 'HttpBasicAuthenticationClientFilter':
      return basicAuthenticationFilter(node.name, node.config, ports.readSecret);
    case 'OAuth2TokenExchangeFilter':
      return tokenExchangeFilter(node.name, node.config, ports, ports.serviceClock);
    default:
      return assertNever(node);
  }
}

/** Equal for declarations that make filters which do the same: such a filter is kept over a reload. */
export function filterKey(node: FilterNode): string {
  return `${node.type} ${node.name} ${node.type === 'ThrottlingFilter' ? node.fingerprint : JSON.stringify(node.config)}`;
}
