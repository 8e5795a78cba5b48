import { DynamicLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { EngineLink } from './client.ts';
import { setConnection } from './connection.ts';
import { takeDesktopPort } from './desktop-port.ts';

declare global {
  interface Window {
    /** The one function of the preload script: asks the host for its ports, which arrive as a message event. */
    readonly gatehouse?: { readonly connect: () => void };
  }
}

const portMessage = 'gatehouse:port';

/** Asks for a port to the engine's API and one to the desktop host, and gives them on in the moment in which they come. */
function nextPorts<T>(ask: () => void, take: (engine: MessagePort, desktop: MessagePort) => T): Promise<T> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent<unknown>) => {
      const [engine, desktop] = event.ports;
      // Only the preload script of this very window can post from its own origin.
      if (event.source !== window || event.data !== portMessage) return;
      if (engine === undefined || desktop === undefined) return;
      window.removeEventListener('message', listen);
      resolve(take(engine, desktop));
    };
    window.addEventListener('message', listen);
    ask();
  });
}

/** Reaches the engine through the port that the desktop host hands out; asks for a new one when it closes. */
export function connectElectron(ask: () => void): EngineLink {
  const open = (): Promise<EngineLink> =>
    nextPorts(ask, (port, desktop) => {
      takeDesktopPort(desktop);
      // Nothing comes in between: the port to an engine that has just ended closes as soon as it is there.
      port.addEventListener('close', () => {
        setConnection('lost');
        current = open();
      });
      port.start();
      return new RPCLink({ port });
    });
  let current = open();
  return new DynamicLink(() => current);
}
