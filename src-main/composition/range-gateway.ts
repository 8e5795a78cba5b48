import type { RangeGateway, RangeGatewayPorts } from '#main/services/attacks/index.ts';
import { outgoingThrough } from '../platform/outgoing.ts';
import { createGateway, type Gateway, type RouteDocument } from '../services/gateway/index.ts';
import { once } from './deferred.ts';

const recordedBodyBytes = 65_536;

/** Makes the gateway of a range: one route, to the malicious server, as a protected resource that exchanges tokens. */
export function composeRangeGateway(ports: RangeGatewayPorts): RangeGateway {
  const gateway = once(() => openGateway(ports));
  return {
    handler: {
      recordedBodyBytes: () => recordedBodyBytes,
      take(exchange) {
        gateway().then(
          ({ handler }) => handler.take(exchange),
          (error: unknown) => exchange.fail(error),
        );
      },
    },
    close: async () => (await gateway.made)?.close(),
  };
}

async function openGateway(ports: RangeGatewayPorts): Promise<Gateway> {
  const { send, gate, clock, logger, weaknesses, vendorUrn } = ports;
  const gateway = createGateway({
    send,
    clock,
    logger,
    weaknesses,
    vendorUrn,
    outgoing: outgoingThrough(gate),
    authorizationServer: () => ports.authorizationServer(),
    addressOf: (origin) => origin,
    recordedBodyBytes: () => recordedBodyBytes,
    readSecret: (_file, value) => (typeof value === 'string' ? value : null),
    documents: () => [routeTo(ports)],
    options: () => ({}),
    script: () => {
      throw new Error('The route of a range has no script.');
    },
  });
  await gateway.reload();
  return gateway;
}

function routeTo({ upstream, credential }: RangeGatewayPorts): RouteDocument {
  const as = (clientId: string) => ({
    type: 'Chain',
    config: {
      filters: [
        {
          type: 'HttpBasicAuthenticationClientFilter',
          config: { username: clientId, password: credential(clientId) },
        },
      ],
      handler: 'ClientHandler',
    },
  });
  const resolver = {
    type: 'TokenIntrospectionAccessTokenResolver',
    config: { providerHandler: as('orders-api') },
  };
  const tokens = {
    type: 'OAuth2ResourceServerFilter',
    config: {
      scopes: ['orders.read'],
      requireHttps: false,
      protectedResource: { identifier: '/orders' },
      accessTokenResolver: resolver,
    },
  };
  const exchange = {
    type: 'OAuth2TokenExchangeFilter',
    config: { resource: `${upstream()}/orders`, endpointHandler: as('mcp-gateway') },
  };
  const value = {
    baseURI: upstream(),
    handler: { type: 'Chain', config: { filters: [tokens, exchange], handler: 'ReverseProxyHandler' } },
  };
  return {
    file: 'routes/range.json',
    id: 'range',
    value,
    locate: (pointer) => ({ file: 'routes/range.json', pointer }),
  };
}
