import { authorizationPath } from '../endpoint-paths.ts';
import { isValidateBearer } from '../grants.ts';
import type { MessageKind } from './entry.ts';
import type { ViewedExchange } from './viewed-exchange.ts';

/** Endpoints by their paths, loosely: other servers have other paths. */
const endpoints: readonly (readonly [path: RegExp, kind: MessageKind])[] = [
  [/introspect/i, 'introspection'],
  [/\/revo[ck]/i, 'revocation'],
  [/end_session|logout|\/session\/end/i, 'sign-out'],
  [/userinfo|\/me$/i, 'userinfo'],
  [/jwks|\/certs$/i, 'keys'],
  [/\/\.well-known\//, 'metadata'],
];

/** Returns the kind of an exchange, by the parameters of its request and by its path. */
export function messageKindOf({ method, target, request, response }: ViewedExchange): MessageKind {
  const path = target.split('?')[0] ?? '';
  const fields = new Map(request.fields.map(({ name, value }) => [name, value]));
  const grantType = fields.get('grant_type');
  if (grantType !== undefined) return isValidateBearer(grantType) ? 'validation' : 'token';
  const endpoint = endpoints.find(([pattern]) => pattern.test(path));
  if (endpoint !== undefined) return endpoint[1];
  const has = (...names: readonly string[]) => names.some((name) => fields.has(name));
  if (has('response_type', 'request_uri') || (has('request') && has('client_id'))) return 'authorization';
  if (has('code', 'id_token', 'error')) return 'callback';
  // A server may stand below a path.
  if (path.endsWith(authorizationPath)) return method === 'POST' ? 'page' : 'authorization';
  return response?.mediaType === 'text/html' || isRedirect(response?.status) ? 'page' : 'resource';
}

function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400;
}
