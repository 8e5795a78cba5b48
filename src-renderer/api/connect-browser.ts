import { DynamicLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { EngineLink } from './client.ts';
import { connection, setConnection } from './connection.ts';

const tokenPattern = /[#&]token=([^&]+)/;
const firstWaitMillis = 250;
const longestWaitMillis = 4_000;

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

/** A socket says nothing of why it was refused: a call does. */
async function findRefusal(): Promise<void> {
  const answer = await fetch('/rpc/app/info', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => null);
  if (answer?.status === 401) setConnection('refused');
}

/** Resolves with a socket once it is open; tries again until it is, unless the session is refused. */
async function openSocket(): Promise<WebSocket> {
  const address = `${location.origin.replace(/^http/, 'ws')}/rpc/socket`;
  for (let waitMillis = firstWaitMillis; ; waitMillis = Math.min(waitMillis * 2, longestWaitMillis)) {
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true), { once: true });
      socket.addEventListener('close', () => resolve(false), { once: true });
    });
    if (isOpen) return socket;
    setConnection('lost');
    await findRefusal();
    // Calls then wait for ever, behind the screen that says how to get a new link.
    if (connection.get() === 'refused') return new Promise(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, waitMillis));
  }
}

/**
 * Reaches the engine through the web host that served this page, over one socket: a browser grants an origin only six
 * HTTP connections for all its windows, and every stream would take one. A socket that closes is opened again.
 */
export async function connectBrowser(): Promise<EngineLink> {
  await openSession();
  watchForNewLink();
  const open = async (): Promise<EngineLink> => {
    const socket = await openSocket();
    socket.addEventListener('close', () => {
      setConnection('lost');
      current = open();
    });
    return new RPCLink({ websocket: socket });
  };
  let current = open();
  return new DynamicLink(() => current);
}
