import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';

/** A request as a small server sees it. */
export interface SmallRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly authorization: string;
  /** Of the query, or of the form. */
  readonly fields: URLSearchParams;
  /** How often this path was asked before. */
  readonly before: number;
}

export interface SmallAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SmallServer {
  readonly issuer: string;
  readonly asked: readonly SmallRequest[];
  close(): Promise<void>;
}

const json = (status: number, value: unknown): SmallAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Pragma: 'no-cache' },
  body: JSON.stringify(value),
});
export const refusedWith = (error: string, status = 400): SmallAnswer => json(status, { error });

/** Stands an authorization server on port 0 whose issuer has this path; `instead` answers in its place, or leaves it to it. */
export async function startSmallServer(
  path: string,
  instead: (request: SmallRequest) => SmallAnswer | 'reset' | null = () => null,
): Promise<SmallServer> {
  const asked: SmallRequest[] = [];
  const server = createServer();
  const origin = await listeningOrigin(server);
  server.on('request', (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
    incoming.on('end', () => {
      // Of the absolute form the path alone counts. RFC 9112 §3.2.2
      const url = new URL(incoming.url ?? '/', origin);
      const text = Buffer.concat(chunks).toString('utf8');
      const request: SmallRequest = {
        method: incoming.method ?? '',
        path: url.pathname,
        host: incoming.headers.host ?? '',
        authorization: incoming.headers.authorization ?? '',
        fields: new URLSearchParams(text === '' ? url.search : text),
        before: asked.filter((earlier) => earlier.path === url.pathname).length,
      };
      asked.push(request);
      const answer = instead(request) ?? ordinary(request, origin + path);
      if (answer === 'reset') return void incoming.socket.resetAndDestroy();
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  return {
    issuer: origin + path,
    asked,
    close: () => closeServer(server),
  };
}

/** The metadata by which the server describes itself. RFC 8414 §2 */
export function metadataOf(issuer: string): SmallAnswer {
  return json(200, {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
  });
}

/** Everybody is signed in already, and every client is known. */
function ordinary({ method, path, fields }: SmallRequest, issuer: string): SmallAnswer {
  const { pathname } = new URL(issuer);
  const own = path.slice(pathname === '/' ? 0 : pathname.length);
  if (own === '/.well-known/openid-configuration') return metadataOf(issuer);
  if (own === '/authorize' && method === 'GET') {
    const uri = fields.get('redirect_uri') ?? 'https://web.example/cb';
    if (!URL.canParse(uri)) return { status: 400 };
    const location = new URL(uri);
    location.searchParams.set('code', randomBytes(24).toString('base64url'));
    const state = fields.get('state');
    if (state !== null) location.searchParams.set('state', state);
    return { status: 302, headers: { Location: location.href } };
  }
  if (own === '/token' && method === 'POST')
    return json(200, {
      access_token: randomBytes(24).toString('base64url'),
      refresh_token: randomBytes(24).toString('base64url'),
      token_type: 'Bearer',
      expires_in: 600,
    });
  return { status: 404 };
}
