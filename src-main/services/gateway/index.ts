export { createGateway, type Gateway } from './gateway.ts';
export type { RouteDocument } from './route-document.ts';
