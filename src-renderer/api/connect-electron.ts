import { DynamicLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { EngineLink } from './client.ts';
import { setConnection } from './connection.ts';

declare global {
  interface Window {
    /** The one function of the preload script: asks the host for a port, which arrives as a message event. */
    readonly gatehouse?: { readonly connect: () => void };
  }
}

const portMessage = 'gatehouse:port';

function nextPort(ask: () => void): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent<unknown>) => {
      const port = event.ports[0];
      // Only the preload script of this very window can post from its own origin.
      if (event.source !== window || event.data !== portMessage || port === undefined) return;
      window.removeEventListener('message', listen);
      resolve(port);
    };
    window.addEventListener('message', listen);
    ask();
  });
}

/** Reaches the engine through the port that the desktop host hands out; asks for a new one when it closes. */
export function connectElectron(ask: () => void): EngineLink {
  const open = async (): Promise<EngineLink> => {
    const port = await nextPort(ask);
    port.addEventListener('close', () => {
      setConnection('lost');
      current = open();
    });
    port.start();
    return new RPCLink({ port });
  };
  let current = open();
  return new DynamicLink(() => current);
}
