import { once } from 'node:events';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { WebSocket } from 'ws';
import type { SessionProof } from '#shared/web-session/messages.ts';
import { socketPath } from '#shared/web-session/protocol.ts';
import type { ApiClient } from './api-clients.ts';

/** A page's connection to a web host: the start token swapped for a session, once. */
export interface WebSession {
  readonly client: ApiClient;
  readonly origin: string;
  /** Header fields with which a call counts as one of that page. */
  readonly headers: Readonly<Record<'authorization' | 'origin', string>>;
  /** The bare token, as a socket proves it. */
  readonly token: string;
}

/** Opens the session of a start address as the page does. */
export async function openWebSession(startUrl: string): Promise<WebSession> {
  const { origin } = new URL(startUrl);
  const answer = await swapStartLink(startUrl);
  const { session } = (await answer.json()) as SessionProof;
  const headers = { authorization: `Bearer ${session}`, origin };
  const link = new RPCLink({ url: `${origin}/rpc`, headers });
  return { client: createORPCClient(link), origin, headers, token: session };
}

/** Sends the start token of a link, and answers with what comes back. */
export function swapStartLink(startUrl: string): Promise<Response> {
  const { origin, hash } = new URL(startUrl);
  return fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ token: hash.slice('#token='.length) }),
  });
}

/** A socket on which the session has been proven, as a page opens it. */
export async function openProvenSocket({ origin, token }: WebSession): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${socketPath}`, { headers: { origin } });
  await once(socket, 'open');
  socket.send(JSON.stringify({ session: token }));
  const refused = once(socket, 'close').then(([code]) => {
    throw new Error(`The socket was closed with ${code}.`);
  });
  await Promise.race([once(socket, 'message'), refused]);
  refused.catch(() => undefined);
  return socket;
}
