import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ApiClient } from './api-clients.ts';

/** A page's connection to a web host: the start token swapped for its cookie, once. */
export interface WebSession {
  readonly client: ApiClient;
  readonly origin: string;
}

/** Opens the session of a start address as the page does. */
export async function openWebSession(startUrl: string): Promise<WebSession> {
  const { origin, hash } = new URL(startUrl);
  const session = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ token: hash.slice('#token='.length) }),
  });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  const link = new RPCLink({ url: `${origin}/rpc`, headers: { cookie, origin } });
  return { client: createORPCClient(link), origin };
}
