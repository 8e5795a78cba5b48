export { createGateway, type Gateway } from './gateway.ts';
export type { RouteDocument } from './route-document.ts';
export type { GatewayWatch, ThrottlingOutcome, WatchedRequest } from './watched.ts';
