import type { FilterNode, HandlerNode } from '#shared/gateway/types.ts';

/** The filters of a chain. A new one begins in the union `FilterNode`: the compiler names each place that lacks it. */
export type FilterType = FilterNode['type'];
/** The handlers. A new one begins in the union `HandlerNode`. */
export type HandlerType = HandlerNode['type'];

/** Common knowledge about each filter. */
export const filterTypes: Readonly<Record<FilterType, { readonly requiresToken: boolean }>> = {
  ThrottlingFilter: { requiresToken: false },
  OAuth2ResourceServerFilter: { requiresToken: true },
  HttpBasicAuthenticationClientFilter: { requiresToken: false },
  OAuth2TokenExchangeFilter: { requiresToken: true },
};

/** Common knowledge about each handler: whether it answers by itself, so that no request goes on. */
export const handlerTypes: Readonly<Record<HandlerType, { readonly isTerminal: boolean }>> = {
  Chain: { isTerminal: false },
  ReverseProxyHandler: { isTerminal: false },
  StaticResponseHandler: { isTerminal: true },
};
