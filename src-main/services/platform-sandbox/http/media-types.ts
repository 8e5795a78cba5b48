import type { Route } from '../context.ts';
import { found, type PlatformContext } from '../context.ts';
import { PlatformError } from '../failure.ts';

/** Whether a call reads a body of JSON. */
export function readsJson({ method, hasBody }: Route): boolean {
  return hasBody ?? (method === 'POST' || method === 'PUT' || method === 'PATCH');
}

/** Media type that starts an action, such as `application/vnd.<vendor>.consent.accept+json`. Spec 3 §4.1 */
function mediaTypeOf(vendor: string, action: string | undefined): string {
  return action === undefined ? 'application/json' : `application/vnd.${vendor}.${action}+json`;
}

/**
 * The call of an address for the method and the media type of a request.
 * @throws PlatformError 405, 415
 */
export function chooseRoute(context: PlatformContext): Route {
  const { request, match, ports } = context;
  const here = found(match).routes;
  const routes = here.filter(({ method }) => method === request.method);
  const [first] = routes;
  if (first === undefined) throw notTaken(here, request.method);
  if (!readsJson(first)) return first;
  const vendor = ports.vendor().mediaType;
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const wanted = routes.map(({ action }) => mediaTypeOf(vendor, action).toLowerCase());
  // What has no body need not say what is in it.
  const isEmpty = given === undefined && request.body.length === 0 && first.action === undefined;
  const route = isEmpty ? first : routes[wanted.indexOf(given ?? '')];
  if (route !== undefined) return route;
  throw new PlatformError(415, 'INVALID_REQUEST', `The media type ${given ?? '(none)'} is not taken here.`, {
    want: wanted.join(', '),
    got: given ?? 'none',
    headers: ['Accept-Post', wanted.join(', ')],
  });
}

function notTaken(routes: readonly Route[], method: string): PlatformError {
  const allow = [...new Set(routes.map((route) => route.method))].join(', ');
  return new PlatformError(405, 'INVALID_REQUEST', `The method ${method} is not taken by this resource.`, {
    want: allow,
    got: method,
    headers: ['Allow', allow],
  });
}
