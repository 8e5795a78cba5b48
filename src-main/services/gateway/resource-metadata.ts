import type { StreamedExchange } from '#main/platform/streamed-exchange.ts';
import type { DecisionTrace } from '#shared/exchange/index.ts';
import { resourceMetadata, resourceMetadataPath, resourceMetadataUrl } from '#shared/oauth/index.ts';
import { resourceAt } from './filters/protected-resource.ts';
import type { PublishedResource, RunningRoute } from './running-route.ts';
import { pathOf } from './scope.ts';

/**
 * Answers a request for the metadata of a route's resource; false: the request is for something else. The root form
 * stands for the first route that has a resource. RFC 9728 §3.1
 */
export function answerResourceMetadata(
  exchange: StreamedExchange,
  routes: readonly RunningRoute[],
  authorizationServer: () => string | null,
): boolean {
  const path = pathOf(exchange.target);
  if (!path.startsWith(resourceMetadataPath)) return false;
  const published = routes.flatMap(({ resource }) => resource ?? []);
  const found =
    published.find((resource) => pathFor(resource, exchange.origin) === path) ??
    (path === resourceMetadataPath ? published[0] : undefined);
  if (found === undefined) return false;
  answer(exchange, found, authorizationServer);
  return true;
}

function pathFor(resource: PublishedResource, origin: string): string {
  return new URL(resourceMetadataUrl(resourceAt(resource, origin))).pathname;
}

function answer(
  exchange: StreamedExchange,
  resource: PublishedResource,
  authorizationServer: () => string | null,
): void {
  const identifier = resourceAt(resource, exchange.origin);
  const issuer = resource.authorizationServer ?? authorizationServer();
  exchange.notes.trace = () => traceOf(identifier, issuer);
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
    return exchange.answer(405, ['Allow', 'GET, HEAD'], '');
  if (issuer === null) return exchange.answer(503, ['Retry-After', '5'], '');
  const { resourceName: name, requiredScopes, scopesSupported, operations } = resource;
  const scopes = [
    ...new Set([...requiredScopes, ...scopesSupported, ...operations.flatMap((each) => each.scopes)]),
  ];
  const headers = ['Content-Type', 'application/json', 'Access-Control-Allow-Origin', '*'];
  exchange.answer(200, headers, resourceMetadata({ resource: identifier, issuer, scopes, name }));
}

function traceOf(identifier: string, issuer: string | null): DecisionTrace {
  const rule = {
    id: 'resource-published',
    rule: 'A route publishes this resource',
    clause: 'RFC 9728 §3.1',
    outcome: 'passed',
  } as const;
  const effect =
    issuer === null
      ? 'The authorization server is not running.'
      : `Returned the metadata of ${identifier}, which trusts ${issuer}.`;
  return { pipeline: 'gateway', rules: [rule], effect };
}
