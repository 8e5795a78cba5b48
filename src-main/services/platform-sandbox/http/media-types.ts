import type { Route } from '../context.ts';
import { type PlatformContext, required } from '../context.ts';
import { PlatformError } from '../failure.ts';

/** Tests whether a call reads a body of JSON. */
export function readsJson({ method, hasBody }: Route): boolean {
  return hasBody ?? (method === 'POST' || method === 'PUT' || method === 'PATCH');
}

/** Media type of operations. RFC 6902 §6 */
export const jsonPatchType = 'application/json-patch+json';

/**
 * Media types that a call takes: that of an action, such as `application/vnd.<vendor>.consent.accept+json`, or JSON.
 * Spec 3 §4.1
 */
function mediaTypesOf(vendor: string, { action, takesOperations = false }: Route): readonly string[] {
  if (action !== undefined) return [`application/vnd.${vendor}.${action}+json`.toLowerCase()];
  return takesOperations ? ['application/json', jsonPatchType] : ['application/json'];
}

/** The media type of a request without its parameters, in lower case. */
export function mediaTypeOf({ request }: Pick<PlatformContext, 'request'>): string | undefined {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
}

/**
 * The call of an address for the method and the media type of a request.
 * @throws PlatformError 405, 415
 */
export function chooseRoute(context: PlatformContext): Route {
  const { request, match, ports } = context;
  const here = required(match).routes;
  const routes = here.filter(({ method }) => method === request.method);
  const [first] = routes;
  if (first === undefined) throw notTaken(here, request.method);
  if (!readsJson(first)) return first;
  const vendor = ports.vendor().mediaType;
  const given = mediaTypeOf(context);
  // A request without a body need not name a media type.
  const isEmpty = given === undefined && request.body.length === 0 && first.action === undefined;
  const route = isEmpty ? first : routes.find((each) => mediaTypesOf(vendor, each).includes(given ?? ''));
  if (route !== undefined) return route;
  const wanted = routes.flatMap((each) => mediaTypesOf(vendor, each)).join(', ');
  throw new PlatformError(
    415,
    'INVALID_REQUEST',
    `The media type ${given ?? '(none)'} is not supported here.`,
    {
      want: wanted,
      got: given ?? 'none',
      headers: [request.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post', wanted],
    },
  );
}

function notTaken(routes: readonly Route[], method: string): PlatformError {
  const allow = [...new Set(routes.map((route) => route.method))].join(', ');
  return new PlatformError(
    405,
    'INVALID_REQUEST',
    `The method ${method} is not supported by this resource.`,
    {
      want: allow,
      got: method,
      headers: ['Allow', allow],
    },
  );
}
