import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';

/** A request to the small platform. */
export interface PlatformRequest {
  readonly method: string;
  /** Below the environment. */
  readonly path: string;
}

/** A reply of the platform, besides those that it makes by itself. */
export interface PlatformReply {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A platform that does nothing but what a test says. */
export interface SmallPlatform {
  readonly origin: string;
  readonly requests: readonly PlatformRequest[];
  /** The file of a target that leads to it. */
  readonly target: object;
  close(): Promise<void>;
}

const list = (name: string, items: readonly object[]): PlatformReply => ({
  status: 200,
  body: { _embedded: { [name]: items }, count: items.length, size: items.length },
});

const users = Array.from({ length: 40 }, (_, index) => ({
  id: `user-${index + 1}`,
  externalId: `EXT-${String(index + 1).padStart(5, '0')}`,
}));

/** Answers by itself: a token, one agreement in English, forty users, and consents that are all taken. */
function usualReply({ method, path }: PlatformRequest): PlatformReply {
  if (path.endsWith('/revisions'))
    return list('revisions', [{ id: 'r-1', effectiveAt: '2020-01-01T00:00:00Z' }]);
  if (path.endsWith('/languages'))
    return list('languages', [
      { id: 'l-1', locale: 'en', displayName: 'English', enabled: true, currentRevision: { id: 'r-1' } },
    ]);
  if (path.endsWith('/agreements'))
    return list('agreements', [{ id: 'a-1', name: 'Terms of Service', enabled: true }]);
  if (path.startsWith('/users?')) return list('users', users);
  return { status: 200, body: method === 'GET' ? { status: 'PENDING' } : { status: 'ACCEPTED' } };
}

/** Starts a small platform; `reply` gives undefined for what is answered as usual, and null for what never is. */
export async function startSmallPlatform(
  reply: (request: PlatformRequest) => PlatformReply | null | undefined,
): Promise<SmallPlatform> {
  const requests: PlatformRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const given = replyTo(incoming);
    if (given !== null) send(outgoing, given);
  });

  function replyTo({ method = '', url = '' }: IncomingMessage): PlatformReply | null {
    if (url === '/token') return { status: 200, body: { access_token: 'planted-token', expires_in: 600 } };
    const request = { method, path: url.replace('/v1/environments/env-1', '') };
    requests.push(request);
    const own = reply(request);
    return own === undefined ? usualReply(request) : own;
  }

  const origin = await listeningOrigin(server);
  return {
    origin,
    requests,
    target: {
      base_url: `${origin}/v1`,
      token_endpoint: `${origin}/token`,
      environment_id: 'env-1',
      client_id: 'worker',
      client_secret: 'planted-target-secret',
    },
    close: () => closeServer(server),
  };
}

function send(outgoing: ServerResponse, { status, body, headers }: PlatformReply): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(body === undefined ? '' : JSON.stringify(body));
}
