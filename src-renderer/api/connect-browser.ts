import { DynamicLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { provenMessage, refusedCloseCode, socketPath } from '#shared/web-session/protocol.ts';
import type { EngineLink } from './client.ts';
import { connection, setConnection } from './connection.ts';
import { beginSession, forgetSession, sessionToken } from './web-session.ts';

const tokenPattern = /[#&]token=([^&]+)/;
const firstWaitMillis = 250;
const maxWaitMillis = 4_000;

/**
 * Swaps the start token of the address for a session and removes it from the address, so that neither the history nor a
 * copied link keeps it. Where it was used before, the tab's own session may still hold.
 */
async function openSession(): Promise<void> {
  const token = tokenPattern.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  if ((await beginSession(token)) === 'lost') setConnection('lost');
}

/** Begins anew when a new start link is opened in this very tab: the browser changes no more than the fragment then. */
function watchForNewLink(): void {
  window.addEventListener('hashchange', () => {
    if (tokenPattern.test(location.hash)) location.reload();
  });
}

/** Opens a socket and proves the session on it; null where the connection failed. */
function openProven(session: string): Promise<WebSocket | 'refused' | null> {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${socketPath}`);
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve) => {
    const leave = ({ code }: CloseEvent) => resolve(code === refusedCloseCode ? 'refused' : null);
    socket.addEventListener('open', () => socket.send(JSON.stringify({ session })), { once: true });
    socket.addEventListener('close', leave, { once: true });
    socket.addEventListener(
      'message',
      ({ data }) => {
        socket.removeEventListener('close', leave);
        resolve(data === provenMessage ? socket : null);
      },
      { once: true },
    );
  });
}

function refuse(): Promise<never> {
  forgetSession();
  setConnection('refused');
  // Calls then wait for ever, behind the screen that asks for a new link.
  return new Promise(() => undefined);
}

/** Resolves with a socket once it is open and proven; tries again until it is, unless the session is refused. */
async function openSocket(): Promise<WebSocket> {
  for (let waitMillis = firstWaitMillis; ; waitMillis = Math.min(waitMillis * 2, maxWaitMillis)) {
    const session = sessionToken();
    if (session === null || connection.get() === 'refused') return refuse();
    const socket = await openProven(session);
    if (socket === 'refused') return refuse();
    if (socket !== null) return socket;
    setConnection('lost');
    await new Promise((resolve) => setTimeout(resolve, waitMillis));
  }
}

/**
 * Reaches the engine through the web host that served this page, over one socket: a browser grants an origin only six
 * HTTP connections for all its windows, and every stream would take one. A socket that closes is opened again, unless
 * it was closed because the session has ended.
 */
export async function connectBrowser(): Promise<EngineLink> {
  await openSession();
  watchForNewLink();
  const open = async (): Promise<EngineLink> => {
    const socket = await openSocket();
    socket.addEventListener('close', ({ code }) => {
      setConnection(code === refusedCloseCode ? 'refused' : 'lost');
      current = open();
    });
    return new RPCLink({ websocket: socket });
  };
  let current = open();
  return new DynamicLink(() => current);
}
