export { filterTypes, handlerTypes } from './component-types.ts';
export { lintRoute, type RouteFacts } from './lint.ts';
export { readRoute } from './read-route.ts';
export { throttlingFilters } from './throttling-filters.ts';
