import type { HandlerNode, Route, ThrottlingFilterNode } from '#shared/gateway/types.ts';

/** The throttling filters of a route in the order in which requests come to them. */
export function throttlingFilters({ handler }: Pick<Route, 'handler'>): readonly ThrottlingFilterNode[] {
  return filtersOf(handler);
}

function filtersOf(handler: HandlerNode): readonly ThrottlingFilterNode[] {
  if (handler.type !== 'Chain') return [];
  const own = handler.filters.filter((filter) => filter.type === 'ThrottlingFilter');
  return [...own, ...filtersOf(handler.handler)];
}
