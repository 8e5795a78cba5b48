import { RPCLink } from '@orpc/client/fetch';
import type { EngineLink } from './client.ts';
import { setConnection } from './connection.ts';

const tokenPattern = /[#&]token=([^&]+)/;

/**
 * Swaps the start token of the address for a session cookie and removes it from the address, so that neither the
 * history nor a copied link keeps it. A token that was used before is not an error here: the cookie may still hold.
 */
async function openSession(): Promise<void> {
  const token = tokenPattern.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: decodeURIComponent(token) }),
  }).catch(() => setConnection('lost'));
}

/** Begins anew when a new start link is opened in this very tab: the browser changes no more than the fragment then. */
function watchForNewLink(): void {
  window.addEventListener('hashchange', () => {
    if (tokenPattern.test(location.hash)) location.reload();
  });
}

/** Reaches the engine through the web host that served this page. */
export async function connectBrowser(): Promise<EngineLink> {
  await openSession();
  watchForNewLink();
  return new RPCLink({
    url: `${location.origin}/rpc`,
    fetch: async (request, init) => {
      const response = await fetch(request, init);
      if (response.status === 401) setConnection('refused');
      return response;
    },
  });
}
