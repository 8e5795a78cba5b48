import { findBearerToken } from '#main/platform/bearer-token.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { formPost, headerValue } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import {
  formatForm,
  formEncode,
  parseScope,
  tokenPath,
  validateBearerGrantType,
} from '#shared/oauth/index.ts';

/** What the sample resource server needs to ask the authorization server. */
export interface ResourceServerPorts {
  readonly send: SendRecorded;
  /** Base URL of the authorization server; null while it does not run. */
  readonly authorizationServer: () => string | null;
  /** Its own registration there. */
  readonly credentials: () => { readonly clientId: string; readonly secret: string } | null;
  readonly vendorUrn: () => string;
}

interface ValidToken {
  readonly access_token: Readonly<Record<string, unknown>>;
  readonly scope?: string;
  readonly client_id: string;
}

type Validation =
  | { readonly valid: ValidToken }
  | { readonly refused: string }
  | { readonly unavailable: string };

const json = ['Content-Type', 'application/json;charset=UTF-8', 'Cache-Control', 'no-store'] as const;
const realm = 'realm="orders"';

/** Scopes that the methods of `/orders` need. */
const neededScopes: Readonly<Record<string, string>> = { GET: 'orders.read', POST: 'orders.write' };

function challenge(status: number, parameters: string, error?: string): HttpResponse {
  const body = error === undefined ? '' : JSON.stringify({ error });
  return { status, headers: [...json, 'WWW-Authenticate', `Bearer ${parameters}`], body };
}

/**
 * A protected API with one resource, `/orders`: takes the token in header, body or query, has it validated by the
 * authorization server and answers, or refuses as RFC 6750 §3 says. Specification 1 §4.3
 */
export function createResourceServer(ports: ResourceServerPorts): HttpHandler {
  return async (request, notes) => {
    const bearer = findBearerToken(request);
    if (bearer.found === 'none') return challenge(401, realm);
    if (bearer.found === 'invalid')
      return challenge(400, `${realm}, error="invalid_request"`, 'invalid_request');
    const validation = await validate(bearer.token, ports);
    if ('unavailable' in validation) {
      const body = JSON.stringify({
        error: 'temporarily_unavailable',
        error_description: validation.unavailable,
      });
      return { status: 503, headers: [...json, 'Retry-After', '5'], body };
    }
    if ('refused' in validation) return challenge(401, `${realm}, error="invalid_token"`, 'invalid_token');
    const { valid } = validation;
    notes.tags.push(`client:${valid.client_id}`);
    const needed = neededScopes[request.method] ?? 'orders.read';
    if (parseScope(valid.scope ?? '')?.includes(needed) !== true)
      return challenge(403, `${realm}, error="insufficient_scope", scope="${needed}"`, 'insufficient_scope');
    return { status: 200, headers: [...json], body: JSON.stringify(ordersFor(request, valid)) };
  };
}

function ordersFor(request: HttpRequest, { access_token: attributes, client_id }: ValidToken): object {
  const owner = typeof attributes['username'] === 'string' ? attributes['username'] : client_id;
  if (request.method === 'POST') return { created: true, order: { id: 'A-1003', owner } };
  return {
    owner,
    orders: [
      { id: 'A-1001', item: 'Badge reader', quantity: 2 },
      { id: 'A-1002', item: 'Door controller', quantity: 1 },
    ],
  };
}

async function validate(token: string, ports: ResourceServerPorts): Promise<Validation> {
  const origin = ports.authorizationServer();
  const credentials = ports.credentials();
  if (origin === null) return { unavailable: 'the authorization server does not run' };
  if (credentials === null) return { unavailable: 'the resource server is not registered as a client' };
  const body = formatForm([
    ['grant_type', validateBearerGrantType(ports.vendorUrn())],
    ['token', token],
  ]);
  const { clientId, secret } = credentials;
  const basic = Buffer.from(`${formEncode(clientId)}:${formEncode(secret)}`).toString('base64');
  try {
    const request = formPost(origin, tokenPath, body, `Basic ${basic}`);
    const { response } = await ports.send(request, { service: 'sampleUpstreams', tags: [] });
    if (response.status === 400) return { refused: 'not valid' };
    if (response.status !== 200) return { unavailable: `validation answered ${response.status}` };
    if (headerValue(response.headers, 'content-type')?.startsWith('application/json') !== true)
      return { unavailable: 'validation answered no JSON' };
    return { valid: JSON.parse(response.body.toString('utf8')) as ValidToken };
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : 'validation failed' };
  }
}
