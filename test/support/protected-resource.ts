import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listeningOrigin } from './listening.ts';

/** A resource that somebody else wrote: a path with a read and a write operation, and the documents about it. */
export interface ProtectedResource {
  readonly url: string;
  /** Requests so far: method, path and token. */
  readonly seen: string[];
  /** Its behaviour from now on; a member that is absent is as it should be. */
  act: ResourceActs;
  close(): Promise<void>;
}

export interface ResourceActs {
  /** Parameters of the challenge of a request without a token. */
  readonly challenge?: string;
  /** Members of the metadata in place of its own. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Paths at which there are metadata. */
  readonly metadataPaths?: readonly string[];
  /** Scopes that are asked for, a refusal each, whatever the token has. */
  readonly drip?: string[];
  /** Scope that the operation needs. */
  readonly needs?: string;
  /** The answer to a request with a token that is good enough. */
  readonly body?: string;
}

/** Starts a resource whose tokens are of `issuer`; `scopesOf` says what a token has, null: it is not valid here. */
export async function startProtectedResource(
  issuer: () => string,
  scopesOf: (token: string) => Promise<readonly string[] | null>,
): Promise<ProtectedResource> {
  const seen: string[] = [];
  const resource = { url: '', seen, act: {} as ResourceActs, close: () => closeServer(server) };
  const server = createServer((request, response) => {
    answer(resource, issuer(), scopesOf, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  resource.url = `${await listeningOrigin(server)}/api/orders`;
  return resource;
}

async function answer(
  { url, seen, act }: ProtectedResource,
  issuer: string,
  scopesOf: (token: string) => Promise<readonly string[] | null>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '';
  const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  seen.push(`${request.method} ${path}${token === undefined ? '' : ' with a token'}`);
  const inserted = '/.well-known/oauth-protected-resource/api/orders';
  if (path.startsWith('/.well-known/')) {
    if (!(act.metadataPaths ?? [inserted]).includes(path)) return void response.writeHead(404).end();
    const own = { resource: url, authorization_servers: [issuer], scopes_supported: ['orders.read'] };
    const body = JSON.stringify({ ...own, ...act.metadata });
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }
  const refuse = (status: number, parameters: string) =>
    void response.writeHead(status, { 'www-authenticate': `Bearer ${parameters}` }).end();
  if (token === undefined)
    return refuse(401, act.challenge ?? `resource_metadata="${new URL(inserted, url)}", scope="orders.read"`);
  const scopes = await scopesOf(token);
  if (scopes === null)
    return refuse(401, 'error="invalid_token", error_description="Not for this resource."');
  const missing = act.drip?.shift() ?? (scopes.includes(act.needs ?? 'orders.read') ? undefined : act.needs);
  if (missing !== undefined) return refuse(403, `error="insufficient_scope", scope="${missing}"`);
  response.writeHead(200, { 'content-type': 'application/json' }).end(act.body ?? '{"orders":[]}');
}
